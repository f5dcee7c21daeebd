internal import AssetKitMedia
internal import CMTimeLib

/// A compressed sample on its way into a file, or several uncompressed frames of sound. A plain value.
///
/// Times are those of the track's media. Zero is where the movie begins, unless edits say otherwise: what is before it,
/// as the priming of sound, is stored and not presented.
struct SinkSample: Sendable {
    var data: CMBlockBuffer
    /// How many samples the data holds: more than one only of uncompressed sound, all of one size.
    var count = 1
    var presentationTime: CMTime
    /// Ascending within a track.
    var decodeTime: CMTime
    /// That of one sample. A sample of pictures lasts until the next one is decoded, whatever it says, except the last one.
    var duration: CMTime
    /// The place of its format among those of the track.
    var format = 0
    var isSync = true
    var isPartialSync = false
    /// nil where it is not known.
    var dependsOnOthers: Bool?
    var othersDependOnIt: Bool?
    /// What containers such as Matroska keep beside the sample.
    var additions: [SampleAddition] = []
    /// Frames of sound at the end of the sample that are trimmed, for containers that say so in the sample.
    var trimmedFramesAtEnd = 0
}
