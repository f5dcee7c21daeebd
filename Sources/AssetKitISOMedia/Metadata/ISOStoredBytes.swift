/// Bytes that are left in the file.
package struct ISOStoredBytes: Hashable, Sendable {
    package let offset: Int64
    package let length: Int

    package init(offset: Int64, length: Int) {
        self.offset = offset
        self.length = length
    }
}
