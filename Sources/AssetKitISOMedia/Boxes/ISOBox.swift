/// A box in a file.
struct ISOBox: Equatable, Sendable {
    /// An offset that no file reaches.
    static let farthest: Int64 = 1 << 60

    let type: ISOCode
    let userType: [UInt8]?
    /// Where the header starts.
    let offset: Int64
    let headerSize: Int
    /// Where the box ends: no later than the box around it, or the file where its length is known.
    let end: Int64
    /// The box says that it goes on beyond ``end``.
    let isCut: Bool

    var content: Range<Int64> { min(offset + Int64(headerSize), end)..<end }
    var size: Int64 { end - offset }
}
