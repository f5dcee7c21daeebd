internal import AssetKitBase

/// One description of a track's samples.
struct SampleDescriptionFacts: Sendable, Hashable {
    var codec: FourCharCode
    /// The codec's header as an MP4 box would hold it, by the four characters of that box.
    var atoms: [String: [UInt8]] = [:]
    var width: Int = 0
    var height: Int = 0
    /// The whole entry of an ISO media file, so that a copy can have it as it was.
    var entry: [UInt8]?
    /// The entry is QuickTime's, which other files of the family do not understand.
    var isQuickTimeEntry = false
}
