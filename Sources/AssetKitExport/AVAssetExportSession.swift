public import AssetKitAssets
internal import AssetKitBase
public import Foundation

/// Makes a file of an asset: in another format as a preset says, or of its samples as they are.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset1280x720) else {
///     throw AVError(.operationNotSupportedForPreset)
/// }
/// session.timeRange = CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 30, timescale: 1))
/// let watcher = Task {
///     for await state in session.states(updateInterval: 0.5) {
///         if case .exporting(let progress) = state { print(progress.fractionCompleted) }
///     }
/// }
/// try await session.export(to: URL(filePath: "small.mp4"), as: .mp4)
/// await watcher.value
/// print(session.akResult?.fileLength ?? 0, session.akResult?.warnings ?? [])
/// ```
///
/// Set it up, start it once, and wait for the handler, or use `export(to:as:)`. The file appears under its name when it is
/// complete, and not before: an export that fails or is cancelled leaves nothing. A file that has the name already is not
/// touched unless ``akReplacesExistingFile`` says so. One exception: a file in fragments
/// (``AKExportOptions/fragmentInterval``) has its name from the first byte, and keeps what was written before an error.
///
/// The URL may be that of a pipe, a device or `/dev/stdout`, which gets the bytes in order, and as they are made where the
/// type of file can be written from front to back: Matroska, WebM, transport streams, Ogg, ADTS and movies in fragments.
/// Others, and smart cuts, are made in a file without a name first, and then written there.
///
/// Other than in AVFoundation: what presets cannot say is in ``akOptions``; ``akPlan()`` tells beforehand what would be
/// done, and ``akResult`` afterwards what was; ``akTrimMode`` chooses how the preset that copies cuts. There are presets
/// for open formats besides Apple's. A compositor of a client's own is asked for one picture after the other, unless it is an
/// ``AKVideoCompositorReordering``: then several parts of the timeline are rendered at once.
///
/// SAFETY: what changes is behind locks.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// What a session is at.
    public enum Status: Int, Sendable {
        /// It has not been started.
        case unknown = 0
        /// It waits for other exports.
        case waiting = 1
        /// It is at work.
        case exporting = 2
        /// The file is there.
        case completed = 3
        /// Something went wrong: ``AVAssetExportSession/error`` says what.
        case failed = 4
        /// The client gave up.
        case cancelled = 5
    }

    /// What a session is at, with how far it has come.
    public enum State: Sendable {
        /// It has not been started.
        case pending
        /// It waits for other exports.
        case waiting
        /// It is at work.
        case exporting(progress: Progress)
    }

    /// Who is to hear of the end.
    private struct Handler: Sendable {
        var body: (@Sendable () -> Void)?
    }

    /// The asset that is exported.
    public let asset: AVAsset
    /// The name of the preset.
    open var presetName: String { preset.name }

    let preset: ExportPreset
    private let settings = Lock(ExportSettings())
    private let state = Lock(ExportState())
    private let handler = Lock(Handler())
    let announcer = ExportStates()
    /// Ends the work of the export under way.
    let flag = CancellationFlag()

    /// Makes a session, and loads the asset where that has not happened: load it before, so that no thread waits here.
    /// nil where there is no such preset, and where the asset has nothing that the preset could make something of.
    ///
    /// - Parameters:
    ///   - asset: What is exported; the session holds it. That it cannot be opened is told when the export fails.
    ///   - presetName: One of ``allExportPresets()``, or `AVAssetExportPresetPassthrough`, which copies.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset(named: presetName) else { return nil }
        // What is wrong with an asset that cannot be opened is told when the export fails.
        if let facts = asset.facts, !preset.fits(facts) { return nil }
        self.asset = asset
        self.preset = preset
        super.init()
    }

    deinit { flag.cancel() }

    var currentSettings: ExportSettings { settings.withLock { $0 } }

    func change(_ body: (inout ExportSettings) -> Void) { settings.withLock { body(&$0) } }

    func keep(_ handler: @escaping @Sendable () -> Void) {
        let kept = Handler(body: handler)
        self.handler.withLock { $0 = kept }
    }

    /// Whoever takes it calls it: the others get none.
    func takeHandler() -> (@Sendable () -> Void)? {
        handler.withLock { handler in
            defer { handler = Handler() }
            return handler
        }.body
    }

    func withState<Answer: Sendable>(_ body: (inout ExportState) -> Answer) -> Answer { state.withLock { body(&$0) } }
}

extension AVAssetExportSession {
    /// What the session is at.
    public var status: Status { withState { $0.status } }

    /// Why the export failed; nil as long as it has not.
    public var error: (any Error)? { withState { $0.error } }

    /// How much is done, from 0 to 1: worth something while the session exports.
    public var progress: Float { withState { Float($0.fraction) } }

    /// What came out of it; nil before it is complete. An addition to AVFoundation.
    public var akResult: AKExportResult? { withState { $0.result } }

    /// What the session is at from now on: each change, and how far it has come at most every `updateInterval` seconds.
    /// The sequence ends with the export.
    public func states(
        updateInterval: TimeInterval = .infinity
    ) -> some Sendable & AsyncSequence<AVAssetExportSession.State, Never> {
        announcer.stream(every: updateInterval)
    }
}
