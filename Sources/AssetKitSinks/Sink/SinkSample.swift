public import AssetKitMedia
public import CMTimeLib

/// A compressed sample on its way into a file, or several uncompressed frames of sound. A plain value.
///
/// Times are those of the track's media. Zero is where the movie begins, unless edits say otherwise: what is before it,
/// as the priming of sound, is stored and not presented.
@usableFromInline
package struct SinkSample: Sendable {
    @usableFromInline package var data: CMBlockBuffer
    /// How many samples the data holds: more than one only of uncompressed sound, all of one size.
    @usableFromInline package var count = 1
    @usableFromInline package var presentationTime: CMTime
    /// Ascending within a track.
    @usableFromInline package var decodeTime: CMTime
    /// That of one sample. A sample of pictures lasts until the next one is decoded, whatever it says, except the last one.
    @usableFromInline package var duration: CMTime
    /// The next picture shows before this one would be over: the duration says for how long it shows, wherever it is decoded.
    @usableFromInline package var isCutShort = false
    /// The place of its format among those of the track.
    @usableFromInline package var format = 0
    @usableFromInline package var isSync = true
    @usableFromInline package var isPartialSync = false
    /// nil where it is not known.
    @usableFromInline package var dependsOnOthers: Bool?
    @usableFromInline package var othersDependOnIt: Bool?
    /// What containers such as Matroska keep beside the sample.
    @usableFromInline package var additions: [SampleAddition] = []
    /// Frames of sound at the end of the sample that are trimmed, for containers that say so in the sample.
    @usableFromInline package var trimmedFramesAtEnd = 0

    @inlinable
    package init(
        data: CMBlockBuffer,
        count: Int = 1,
        presentationTime: CMTime,
        decodeTime: CMTime,
        duration: CMTime,
        isCutShort: Bool = false,
        format: Int = 0,
        isSync: Bool = true,
        isPartialSync: Bool = false,
        dependsOnOthers: Bool? = nil,
        othersDependOnIt: Bool? = nil,
        additions: [SampleAddition] = [],
        trimmedFramesAtEnd: Int = 0
    ) {
        self.data = data
        self.count = count
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
        self.isCutShort = isCutShort
        self.format = format
        self.isSync = isSync
        self.isPartialSync = isPartialSync
        self.dependsOnOthers = dependsOnOthers
        self.othersDependOnIt = othersDependOnIt
        self.additions = additions
        self.trimmedFramesAtEnd = trimmedFramesAtEnd
    }
}
