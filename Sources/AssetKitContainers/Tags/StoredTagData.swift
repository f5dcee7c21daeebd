package import AssetKitBase

/// Bytes of a tag that still lie in the file, and what stands between them and their meaning.
package struct StoredTagData: Hashable, Sendable {
    package struct Form: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A zero follows every 255 and does not count.
        static let unsynchronised = Form(rawValue: 1)
        package static let compressed = Form(rawValue: 2)
        package static let encrypted = Form(rawValue: 4)
    }

    package var extent: ByteExtent
    package var form: Form = []

    /// The bytes, with unsynchronisation taken back. What is compressed or encrypted stays so.
    package func bytes(from window: ByteWindow, limit: Int) throws -> [UInt8] {
        let raw = try window.bytes(of: extent, limit: limit)
        return form.contains(.unsynchronised) ? ID3Unsynchronisation.undone(raw).bytes : raw
    }
}
