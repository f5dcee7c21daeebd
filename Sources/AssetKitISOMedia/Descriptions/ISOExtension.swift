/// A box inside a sample description, such as a codec's configuration record, as its bytes.
package struct ISOExtension: Hashable, Sendable {
    package let type: ISOCode
    package let bytes: [UInt8]

    package var fields: ISOFields { ISOFields(bytes, of: type) }

    /// All boxes ahead. QuickTime ends them with four zero bytes, some writers with other leftovers.
    package static func all(in fields: inout ISOFields) -> [ISOExtension] {
        var result: [ISOExtension] = []
        while let (type, content) = fields.nextBox() {
            var content = content
            result.append(ISOExtension(type: type, bytes: content.rest()))
        }
        return result
    }
}
