internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

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
