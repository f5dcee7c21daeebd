internal import CMTimeLib
internal import Foundation

/// What a new file is to hold, as far as it is known before the first sample. A plain value.
struct SinkPlan: Sendable {
    /// How a movie is laid out.
    enum Layout: Sendable, Hashable {
        /// The index comes last.
        case plain
        /// The index comes first, so that playing can begin before all is there.
        case indexFirst
        /// Fragments that stay.
        case fragmented(interval: CMTime)
        /// Fragments that survive a crash at any moment, made into an ordinary movie at the end.
        case crashSafe(interval: CMTime, first: CMTime)
    }

    var fileType: AVFileType
    var layout = Layout.plain
    var tracks: [SinkTrack]
    var metadata: [MetadataEntry] = []
    var chapters: [Chapter] = []
    /// Ticks of a second that durations and edits of the movie count; nil for the one that makes them exact.
    var movieTimescale: CMTimeScale?
    /// About how long it will be.
    var expectedDuration = CMTime.indefinite
}

/// A track of a new file. A plain value.
struct SinkTrack: Sendable {
    var mediaType: AVMediaType
    /// What samples hold. Samples name theirs by its place.
    var formats: [CMFormatDescription]
    /// Ticks of a second that the samples' times count. Where the container has its own, times are rounded to that.
    var timescale: CMTimeScale
    var transform = CGAffineTransform.identity
    /// The size on the screen before it is turned; nil where the format says it.
    var naturalSize: CGSize?
    /// Three letters; nil for unknown.
    var languageCode: String?
    var extendedLanguageTag: String?
    var title: String?
    var isEnabled = true
    /// Players choose it unless told otherwise, in containers that tell this from being enabled; nil is as `isEnabled`.
    var isDefault: Bool?
    /// Tracks of one group are alternatives; 0 for none.
    var alternateGroup = 0
    var isForced = false
    var volume: Float = 1
    var metadata: [MetadataEntry] = []
    /// Other tracks of the plan that this one refers to, by the four characters of the reference.
    var references: [String: [Int]] = [:]
    /// Pictures in a second, where the rate is constant and known: some containers say it.
    var frameRate: (frames: Int32, seconds: Int32)?
    /// Priming: frames of sound that the decoder makes before the first one that is heard. Their times lie before those
    /// of the edit.
    var priming = 0
    /// The largest number of an addition beside a sample; 0 where there are none.
    var largestAdditionNumber: UInt64 = 0
    /// The samples are not those of one whole stream: they were cut out of it, or joined from several.
    var isCut = false
    /// How many samples there will be, where that is known: a movie whose index comes first has the right room for it then.
    var expectedSampleCount: Int?
}

/// What is known of a new file at its end.
struct SinkEnding: Sendable {
    /// For each track of the plan what of it is presented and when: sources are times of its samples, targets those of the
    /// movie, in ascending order; a target between two others' that nothing is mapped to is a gap. nil presents everything
    /// from zero to the end of the last sample.
    ///
    /// Containers without edits can leave out what comes before zero and cut the last sound packet; a sink throws
    /// where it cannot present what is asked for.
    var edits: [[CMTimeMapping]?]
    /// Metadata as it is at the end; nil leaves what the plan says.
    var metadata: [MetadataEntry]?
    var chapters: [Chapter]?
    /// The MD5 sum of all samples of the sound before it was compressed, for files of one track that can say it.
    var soundDigest: [UInt8]?
}
