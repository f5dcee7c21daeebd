/// The first bytes of a box: its type and how long it says it is.
package struct ISOBoxHeader: Equatable {
    /// The most bytes that a header takes: a 64-bit size and a type of 16 bytes.
    package static let largest = 32

    package let type: ISOCode
    /// The 16 bytes that name a box of type `uuid`.
    let userType: [UInt8]?
    package let headerSize: Int
    /// The whole length with the header, as stated. A size of 0 has become all that is left.
    package let size: Int64

    /// Reads a header; nil when not even that is there. `remaining` is what the box may reach at most, where known.
    package init?(_ fields: ISOFields, remaining: Int64?) {
        var fields = fields
        guard let small = try? fields.u32(), let type = try? fields.code() else { return nil }
        self.type = type
        var headerSize = 8
        var size = UInt64(small)
        if small == 1 {
            guard let large = try? fields.u64() else { return nil }
            size = large
            headerSize = 16
        }
        if type == "uuid", let name = try? fields.take(16) {
            userType = name
            headerSize += 16
        } else {
            userType = nil
        }
        self.headerSize = headerSize
        // Far beyond every file, and far below where adding an offset would overflow.
        let limited = Int64(min(size, UInt64(ISOBox.farthest)))
        self.size = small == 0 ? (remaining ?? ISOBox.farthest) : limited
    }
}
