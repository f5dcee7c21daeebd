/// Bytes of a tag that still lie in the file, and what stands between them and their meaning.
struct StoredTagData: Hashable, Sendable {
    struct Form: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// A zero follows every 255 and does not count.
        static let unsynchronised = Form(rawValue: 1)
        static let compressed = Form(rawValue: 2)
        static let encrypted = Form(rawValue: 4)
    }

    var extent: ByteExtent
    var form: Form = []

    /// The bytes, with unsynchronisation taken back. What is compressed or encrypted stays so.
    func bytes(from window: ByteWindow, limit: Int) throws -> [UInt8] {
        let raw = try window.bytes(of: extent, limit: limit)
        return form.contains(.unsynchronised) ? ID3Unsynchronisation.undone(raw).bytes : raw
    }
}
