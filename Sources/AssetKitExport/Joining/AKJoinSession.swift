public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib

/// Makes one file of clips of several assets, one behind the other: it copies samples, and encodes only what differs so
/// much from the first clip that it cannot be in one track with it. An addition to AVFoundation, in the manner of
/// ``AVAssetExportSession``.
///
/// ```swift
/// let film = AVURLAsset(url: URL(filePath: "film.mp4"))
/// let session = AKJoinSession(clips: [
///     .init(asset: AVURLAsset(url: URL(filePath: "opening.mov"))),
///     .init(asset: film, timeRange: CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: .positiveInfinity)),
/// ])
/// let result = try await session.export(to: URL(filePath: "both.mp4"))
/// for clip in result.plan.clips { print(clip.start.seconds, clip.reasonsToEncode) }
/// ```
///
/// What would be done is known beforehand by ``plan(for:as:)``, which reads the sources and writes nothing. Nothing is
/// loaded before one of the two is called; what is wrong with an asset is thrown by them.
///
/// In movies (`mov`, `mp4`) the first picture and the first sample of sound of every clip stand exactly at the sum of the
/// durations before it. So they do in other files, where sound whose packets do not meet is encoded all along, unless
/// ``encodesSoundAtJoints`` says otherwise. What is encoded gets the codec, size, colours, sample rate and channels of the
/// first clip, and is turned as that is; pictures of another shape keep it, with black bars.
///
/// The URL may be that of a pipe, a device or `/dev/stdout`, as with ``AVAssetExportSession``.
///
/// SAFETY: what changes is behind the lock.
public final class AKJoinSession: @unchecked Sendable {
    /// A part of an asset.
    public struct Clip: Sendable {
        /// Where the samples come from.
        public var asset: AVAsset
        /// Which part of its timeline is wanted.
        public var timeRange: CMTimeRange

        /// Makes a clip: of all of the asset, unless a range is given.
        public init(
            asset: AVAsset,
            timeRange: CMTimeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        ) {
            (self.asset, self.timeRange) = (asset, timeRange)
        }
    }

    /// The clips, in the order of the file.
    public let clips: [Clip]
    let settings = Lock(ExportSettings.ofJoins)
    private let made = Lock<Result?>(nil)
    /// Ends the export under way.
    let flag = CancellationFlag()

    /// Makes a session for clips.
    public init(clips: [Clip]) { self.clips = clips }

    /// Makes a session for whole assets.
    public convenience init(assets: [AVAsset]) { self.init(clips: assets.map { Clip(asset: $0) }) }

    deinit { flag.cancel() }

    /// How clips are cut: at key pictures with nothing encoded, unless something else is set. With ``AKTrimMode/smart``
    /// and ``AKTrimMode/exact`` each clip is exactly what was asked for, as from an ``AVAssetExportSession`` whose
    /// ``AVAssetExportSession/akTrimMode`` is that; ``Placement/stretches`` says what of it is copied.
    public var cutMode: AKTrimMode {
        get { settings.withLock { $0.trimMode } }
        set { settings.withLock { $0.trimMode = newValue } }
    }

    /// Whether the pictures behind encoded edges are looked at where clips are cut by ``AKTrimMode/smart``.
    public var verifiesJoins: Bool {
        get { settings.withLock { $0.verifiesJoins } }
        set { settings.withLock { $0.verifiesJoins = newValue } }
    }

    /// Whether pictures that cannot be cut by ``AKTrimMode/smart`` are encoded whole; otherwise they are an error that
    /// names the reason.
    public var fallsBackToEncoding: Bool {
        get { settings.withLock { $0.fallsBackToEncoding } }
        set { settings.withLock { $0.fallsBackToEncoding = newValue } }
    }

    /// Whether the index of a movie stands in front, so that playing can begin before all of it is there.
    public var shouldOptimizeForNetworkUse: Bool {
        get { settings.withLock { $0.shouldOptimizeForNetworkUse } }
        set { settings.withLock { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// Whether a file that has the name already goes, once the new one is complete.
    public var replacesExistingFile: Bool {
        get { settings.withLock { $0.replacesExistingFile } }
        set { settings.withLock { $0.replacesExistingFile = newValue } }
    }

    /// Whether sound is cut between packets, also in files that could hide a part of one.
    public var cutsSoundBetweenPackets: Bool {
        get { settings.withLock { $0.cutsSoundBetweenPackets } }
        set { settings.withLock { $0.cutsSoundBetweenPackets = newValue } }
    }

    /// Whether tracks that cannot be copied behind those of the first clip are encoded; otherwise they are an error that
    /// names the clip.
    public var encodesWhereNeeded: Bool {
        get { settings.withLock { $0.joints?.encodesWhereNeeded ?? true } }
        set { settings.withLock { $0.joints?.encodesWhereNeeded = newValue } }
    }

    /// Whether a track of sound is encoded whose packets do not meet where clips follow each other, in files that cannot hide
    /// parts of packets there: all but movies. True unless set; otherwise packets are copied, the sound of a clip is moved by
    /// up to half a packet, and the plan's warnings say by how much. Sound without an encoder, and files of AAC or AC-3
    /// alone, are always joined in whole packets.
    public var encodesSoundAtJoints: Bool {
        get { settings.withLock { $0.joints?.encodesSound ?? true } }
        set { settings.withLock { $0.joints?.encodesSound = newValue } }
    }

    /// The most bytes that the file may have; 0 for any number. Samples are copied as they are, so a file that would be larger
    /// is refused, and nothing of it is left.
    public var fileLengthLimit: Int64 {
        get { settings.withLock { $0.fileLengthLimit } }
        set { settings.withLock { $0.fileLengthLimit = newValue } }
    }

    /// The most processors that work at once; nil for all. The file is the same either way, but for AV1 at a bit rate: its
    /// encoder, SVT-AV1, does not make the same bytes twice there, whatever the number.
    public var processorLimit: Int? {
        get { settings.withLock { $0.options.processorLimit } }
        set { settings.withLock { $0.options.processorLimit = newValue } }
    }

    /// The tracks that are copied; nil for all.
    public var trackIDs: Set<CMPersistentTrackID>? {
        get { settings.withLock { $0.options.trackIDs.map { Set($0) } } }
        set { settings.withLock { $0.options.trackIDs = newValue?.sorted() } }
    }

    /// What was made; nil before it is complete.
    public var result: Result? { made.withLock { $0 } }

    /// Gives up an export under way, which throws a `CancellationError`.
    public func cancelExport() { flag.cancel() }

    var currentSettings: ExportSettings { settings.withLock { $0 } }

    func keep(_ result: Result) { made.withLock { $0 = result } }
}

extension ExportSettings {
    /// As a join begins with them.
    static var ofJoins: ExportSettings {
        var settings = ExportSettings()
        (settings.trimMode, settings.joints) = (.keyframe, JointWishes())
        return settings
    }
}
