public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

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

    struct Settings: Sendable {
        var cutMode = AKTrimMode.keyframe
        var verifiesJoins = true
        var fallsBackToEncoding = true
        var optimizes = false
        var replaces = false
        var cutsSoundBetweenPackets = false
        var trackIDs: Set<CMPersistentTrackID>?
        var encodes = true
        var encodesSoundAtJoints = true
        var processorLimit: Int?
    }

    /// The clips, in the order of the file.
    public let clips: [Clip]
    private let settings = Lock(Settings())
    private let made = Lock<Result?>(nil)
    private let flag = CancellationFlag()

    /// Makes a session for clips.
    public init(clips: [Clip]) { self.clips = clips }

    /// Makes a session for whole assets.
    public convenience init(assets: [AVAsset]) { self.init(clips: assets.map { Clip(asset: $0) }) }

    deinit { flag.cancel() }

    /// How clips are cut: at key pictures with nothing encoded, unless something else is set. With ``AKTrimMode/smart``
    /// and ``AKTrimMode/exact`` each clip is exactly what was asked for, as from an ``AVAssetExportSession`` whose
    /// ``AVAssetExportSession/akTrimMode`` is that; ``Placement/stretches`` says what of it is copied.
    public var cutMode: AKTrimMode {
        get { settings.withLock { $0.cutMode } }
        set { settings.withLock { $0.cutMode = newValue } }
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
        get { settings.withLock { $0.optimizes } }
        set { settings.withLock { $0.optimizes = newValue } }
    }

    /// Whether a file that has the name already goes, once the new one is complete.
    public var replacesExistingFile: Bool {
        get { settings.withLock { $0.replaces } }
        set { settings.withLock { $0.replaces = newValue } }
    }

    /// Whether sound is cut between packets, also in files that could hide a part of one.
    public var cutsSoundBetweenPackets: Bool {
        get { settings.withLock { $0.cutsSoundBetweenPackets } }
        set { settings.withLock { $0.cutsSoundBetweenPackets = newValue } }
    }

    /// Whether tracks that cannot be copied behind those of the first clip are encoded; otherwise they are an error that
    /// names the clip.
    public var encodesWhereNeeded: Bool {
        get { settings.withLock { $0.encodes } }
        set { settings.withLock { $0.encodes = newValue } }
    }

    /// Whether a track of sound is encoded whose packets do not meet where clips follow each other, in files that cannot hide
    /// parts of packets there: all but movies. True unless set; otherwise packets are copied, the sound of a clip is moved by
    /// up to half a packet, and the plan's warnings say by how much. Sound without an encoder, and files of AAC or AC-3
    /// alone, are always joined in whole packets.
    public var encodesSoundAtJoints: Bool {
        get { settings.withLock { $0.encodesSoundAtJoints } }
        set { settings.withLock { $0.encodesSoundAtJoints = newValue } }
    }

    /// The most processors that work at once; nil for all. The file is the same either way, but for AV1 at a bit rate: its
    /// encoder, SVT-AV1, does not make the same bytes twice there, whatever the number.
    public var processorLimit: Int? {
        get { settings.withLock { $0.processorLimit } }
        set { settings.withLock { $0.processorLimit = newValue } }
    }

    /// The tracks that are copied; nil for all.
    public var trackIDs: Set<CMPersistentTrackID>? {
        get { settings.withLock { $0.trackIDs } }
        set { settings.withLock { $0.trackIDs = newValue } }
    }

    /// What was made; nil before it is complete.
    public var result: Result? { made.withLock { $0 } }

    /// Gives up an export under way, which throws a `CancellationError`.
    public func cancelExport() { flag.cancel() }

    /// What an export would make, without making it.
    ///
    /// - Parameters:
    ///   - url: Where the file would be. Nothing is written.
    ///   - fileType: The type of the file; nil for that of the name's ending.
    /// - Returns: Where each clip would begin, and what of it would be encoded, and why.
    /// - Throws: An ``AVError``: an asset that cannot be opened, tracks that do not fit together and may not be
    ///   encoded, and what else the export would refuse.
    public func plan(for url: URL, as fileType: AVFileType? = nil) async throws -> Plan {
        try await loadAssets()
        let (settings, clips, flag) = (settings.withLock { $0 }, clips, flag)
        return try await WorkerThread.run("assetkit.copy", flag) {
            try JoinPlanner(clips, settings, url, fileType, flag).published()
        }
    }

    /// Makes the file, which appears when it is complete: whatever goes wrong, nothing is left.
    ///
    /// - Parameters:
    ///   - url: Where the file appears: a file's address, or that of a pipe or a device.
    ///   - fileType: The type of the file; nil for that of the name's ending.
    ///   - progress: Hears the fraction that is done, 0…1, from any thread.
    /// - Returns: The file, and the plan as it was carried out.
    /// - Throws: An ``AVError`` that names the file or the clip; a `CancellationError` when it was cancelled.
    @discardableResult
    public func export(
        to url: URL,
        as fileType: AVFileType? = nil,
        progress: @escaping @Sendable (_ fraction: Double) -> Void = { _ in }
    ) async throws -> Result {
        try await loadAssets()
        let (settings, clips, flag) = (settings.withLock { $0 }, clips, flag)
        let result = try await WorkerThread.run("assetkit.copy", flag) {
            ProcessorLimit.apply(settings.processorLimit)
            let planner = try JoinPlanner(clips, settings, url, fileType, flag)
            return try JoinRunner(planner: planner).run(progress)
        }
        made.withLock { $0 = result }
        return result
    }

    /// What is known of the assets without reading them to their ends.
    private func loadAssets() async throws {
        for clip in clips { _ = try await clip.asset.load(.tracks) }
    }
}
