/// A box inside a sample description, such as a codec's configuration record, as its bytes.
struct ISOExtension: Hashable, Sendable {
    let type: ISOCode
    let bytes: [UInt8]

    var fields: ISOFields { ISOFields(bytes, of: type) }

    /// All boxes ahead. QuickTime ends them with four zero bytes, some writers with other leftovers.
    static func all(in fields: inout ISOFields) -> [ISOExtension] {
        var result: [ISOExtension] = []
        while let (type, content) = fields.nextBox() {
            var content = content
            result.append(ISOExtension(type: type, bytes: content.rest()))
        }
        return result
    }
}
