package import AssetKitBase

/// One description of a track's samples.
package struct SampleDescriptionFacts: Sendable, Hashable {
    package var codec: FourCharCode
    /// The codec's header as an MP4 box would hold it, by the four characters of that box.
    package var atoms: [String: [UInt8]] = [:]
    package var width: Int = 0
    package var height: Int = 0
    /// The whole entry of an ISO media file, so that a copy can have it as it was.
    package var entry: [UInt8]?
    /// The entry is QuickTime's, which other files of the family do not understand.
    package var isQuickTimeEntry = false

    package init(
        codec: FourCharCode,
        atoms: [String: [UInt8]] = [:],
        width: Int = 0,
        height: Int = 0,
        entry: [UInt8]? = nil,
        isQuickTimeEntry: Bool = false
    ) {
        self.codec = codec
        self.atoms = atoms
        self.width = width
        self.height = height
        self.entry = entry
        self.isQuickTimeEntry = isQuickTimeEntry
    }
}
