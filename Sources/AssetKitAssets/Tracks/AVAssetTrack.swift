public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
package import AssetKitSources
public import CMTimeLib
public import Foundation

/// One track of an asset: its pictures, its sound, its subtitles, or whatever else runs along its timeline.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// for track in try await asset.loadTracks(withMediaType: .video) {
///     print(track.trackID, track.naturalSize, track.nominalFrameRate, track.timeRange.duration.seconds)
///     for format in try await track.load(.formatDescriptions) { print(format.mediaSubType) }
/// }
/// ```
///
/// A track exists only when its asset is loaded, so everything it tells is there at once, and the synchronous
/// properties are as good as `load`. It does not keep its asset: hold that as long as you read from the track.
///
/// Additions to AVFoundation: ``akDetails``, which says what AVFoundation has no words for, and ``akLoadSampleTable()``,
/// which lists all samples. A file's closed captions inside pictures are a track of their own here.
open class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
    // SAFETY: the facts are fixed after init; the reference to the asset is behind a lock.
    private let ownFacts: TrackFacts
    let items: [AVMetadataItem]
    /// Where the samples are listed; nil for a track that has none of its own.
    package let samples: AssetSamples?
    private let owner = Lock(Weak())

    private struct Weak: @unchecked Sendable {
        weak var asset: AVAsset?
    }

    init(facts: TrackFacts, metadata: [AVMetadataItem] = [], samples: AssetSamples? = nil) {
        ownFacts = facts
        self.samples = samples
        items = metadata
        super.init()
    }

    func adopt(by asset: AVAsset) {
        let owner = Weak(asset: asset)
        self.owner.withLock { $0 = owner }
    }

    /// What the track says of itself. That of a composition changes with it.
    package var facts: TrackFacts { ownFacts }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The asset that the track belongs to; nil when nobody holds it any more.
    open var asset: AVAsset? { owner.withLock { $0 }.asset }

    /// The identifier that the container gives the track; where it gives none, its place from 1.
    open var trackID: CMPersistentTrackID { facts.trackID }

    /// What kind of media the track holds.
    open var mediaType: AVMediaType { facts.mediaType }

    /// The segments that clients see.
    var presentedSegments: [AVAssetTrackSegment] { facts.segments.map(AVAssetTrackSegment.init) }

    /// The segment that shows at a time of the asset; outside the track the nearest one.
    public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        let segments = presentedSegments
        guard let first = segments.first, let last = segments.last, trackTime.isValid else { return nil }
        if let found = segments.first(where: { $0.timeMapping.target.containsTime(trackTime) }) { return found }
        return trackTime < first.timeMapping.target.start ? first : last
    }

    /// The track is meant to be presented.
    public var isEnabled: Bool { facts.isEnabled }

    /// When the track starts on the asset's timeline, and how long it is.
    public var timeRange: CMTimeRange { facts.timeRange }

    /// How many units the media counts a second in.
    public var naturalTimeScale: CMTimeScale { facts.timescale }

    /// The language as ISO 639-2 has it, such as `eng`.
    public var languageCode: String? { facts.languageCode }

    /// The language as BCP 47 has it, such as `en-US`, where the container stores that.
    public var extendedLanguageTag: String? { facts.extendedLanguageTag }

    /// How pictures are to be turned for display.
    public var preferredTransform: CGAffineTransform { facts.video?.transform ?? .identity }

    /// The volume that the track asks to be played at, normally 1.
    public var preferredVolume: Float { facts.preferredVolume }
}

extension AVAsynchronousKeyValueLoading where Self: AVAssetTrack {
    /// The segments that make up the track.
    public var segments: [AVAssetTrackSegment] { presentedSegments }
}

extension AVAssetTrack {
    /// A description of each kind of sample in the track: `CMFormatDescription`s.
    public var formatDescriptions: [Any] { sampleFormats }

    /// The track can be played.
    public var isPlayable: Bool { isDecodable }
    /// The samples can be decoded.
    public var isDecodable: Bool { facts.isDecodable && !facts.isProtected }
    /// All samples lie in the asset's own file.
    public var isSelfContained: Bool { facts.isSelfContained }
    /// How many bytes all samples have; 0 when it is not known.
    public var totalSampleDataLength: Int64 { facts.totalByteCount ?? 0 }
    /// Bits a second.
    public var estimatedDataRate: Float { Float(facts.estimatedDataRate) }
    /// The size of the pictures before they are turned, with the shape of their pixels applied.
    public var naturalSize: CGSize { facts.video?.naturalSize ?? .zero }
    /// Pictures a second, on average; 0 for sound, and when it is not known.
    public var nominalFrameRate: Float { Float(facts.video?.nominalFrameRate ?? 0) }
    /// How long the shortest picture shows; invalid when it is not known.
    public var minFrameDuration: CMTime { facts.video?.minimumFrameDuration ?? .invalid }
    /// Pictures are stored in another order than they are shown.
    public var requiresFrameReordering: Bool { facts.requiresReordering }
    /// Some sound packets need others to be decoded.
    public var hasAudioSampleDependencies: Bool { facts.hasSampleDependencies }
    /// What is true of the track.
    public var mediaCharacteristics: [AVMediaCharacteristic] {
        facts.allCharacteristics.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether something is true of the track.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        facts.allCharacteristics.contains(mediaCharacteristic)
    }

    /// The segment that shows at a time of the asset.
    public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
        segment(forTrackTime: trackTime)
    }

    /// Calls back with the segment that shows at a time of the asset.
    @preconcurrency
    public func loadSegment(
        forTrackTime trackTime: CMTime,
        completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
    ) {
        completionHandler(segment(forTrackTime: trackTime), nil)
    }
}

extension TrackFacts {
    /// What the container says, and what follows from the kind of media.
    var allCharacteristics: Set<AVMediaCharacteristic> {
        var all = characteristics
        switch mediaType {
        case .video: all.formUnion([.visual, .frameBased])
        case .audio: all.insert(.audible)
        case .subtitle, .closedCaption: all.insert(.legible)
        case .text: all.formUnion([.legible, .frameBased])
        default: break
        }
        if video?.dynamicRange != nil { all.insert(.containsHDRVideo) }
        if video?.alpha != nil { all.insert(.containsAlphaChannel) }
        if video?.hasWideGamut == true { all.insert(.usesWideGamutColorSpace) }
        if isForced == true { all.insert(.containsOnlyForcedSubtitles) }
        return all
    }
}
