internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
public import AssetKitTargets
public import Foundation

/// Shows sample buffers of pictures in a window, a terminal or whatever target it is given.
///
/// ```swift
/// let layer = AVSampleBufferDisplayLayer()
/// layer.akTarget = AKWindowTarget(title: "camera")
/// // Pictures whose times are those of the host clock, as they come:
/// func show(_ buffer: CMSampleBuffer) { layer.sampleBufferRenderer.enqueue(buffer) }
/// ```
open class AVSampleBufferDisplayLayer: CALayer, CoreRendering, @unchecked Sendable {
    // SAFETY: what changes is behind locks.
    private struct State {
        var target: (any AKVideoTarget)?
        var watcher: (@Sendable (AKVideoTargetEvent) -> Void)?
        var gravity = AVLayerVideoGravity.resizeAspect
        var wishes = (noCapture: false, noSleep: true, noBackground: false)
    }

    /// What shows the buffers.
    public let sampleBufferRenderer: AVSampleBufferVideoRenderer
    private let state = Protected(State())
    var rendererCore: RendererCore { sampleBufferRenderer.core }

    /// Makes a layer that shows nowhere until ``akTarget`` is set.
    public override convenience init() { self.init(environment: .system) }

    /// Makes a layer that lives in what a test has for it.
    package init(environment: HostEnvironment) {
        sampleBufferRenderer = AVSampleBufferVideoRenderer(environment: environment)
        super.init()
    }

    /// What it is drawn in. An addition to AVFoundation.
    open var akTarget: (any AKVideoTarget)? {
        get { state.withLock { $0.target } }
        set {
            state.withLock { $0.target = newValue }
            sampleBufferRenderer.akTarget = newValue
            pass()
        }
    }

    /// Hears of keys, and of a window that the user wants closed, on the main queue. An addition to AVFoundation.
    open var akEventHandler: (@Sendable (AKVideoTargetEvent) -> Void)? {
        get { state.withLock { $0.watcher } }
        set {
            state.withLock { $0.watcher = newValue }
            pass()
        }
    }

    /// How pictures of another shape fit into it: with bars beside them, unless told otherwise.
    open var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set {
            state.withLock { $0.gravity = newValue }
            pass()
        }
    }

    private func pass() {
        let (gravity, watcher, core) = state.withLock { ($0.gravity, $0.watcher, sampleBufferRenderer.core) }
        core.perform { engine in
            guard let display = core.display else { return }
            let isOther = display.gravity != gravity
            (display.gravity, display.watcher) = (gravity, watcher)
            if isOther { engine.showAgain(core) }
        }
    }

    /// A timebase of the client's that tells when pictures show; nil for the host clock. While the layer has a synchronizer, that
    /// tells.
    open var controlTimebase: CMTimebase? {
        get { sampleBufferRenderer.controlTimebase }
        set { sampleBufferRenderer.controlTimebase = newValue }
    }

    /// What tells the time.
    open var timebase: CMTimebase { sampleBufferRenderer.timebase }

    /// A picture shows.
    open var isReadyForDisplay: Bool { PlaybackLock.withLock { sampleBufferRenderer.core.shown != nil } }

    /// Whether the picture is hidden because a screen does not protect it enough. Nothing here does that.
    open var isOutputObscuredDueToInsufficientExternalProtection: Bool { false }
    /// Whether nobody may record the picture. It is kept, and changes nothing.
    open var preventsCapture: Bool {
        get { state.withLock { $0.wishes.noCapture } }
        set { state.withLock { $0.wishes.noCapture = newValue } }
    }
    /// Whether the screen stays on. It is kept, and changes nothing.
    open var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { state.withLock { $0.wishes.noSleep } }
        set { state.withLock { $0.wishes.noSleep = newValue } }
    }
    /// Whether the program stays in the foreground. It is kept, and changes nothing.
    open var preventsAutomaticBackgroundingDuringVideoPlayback: Bool {
        get { state.withLock { $0.wishes.noBackground } }
        set { state.withLock { $0.wishes.noBackground = newValue } }
    }

    // MARK: As the renderer does

    /// Enqueues a buffer, as ``sampleBufferRenderer`` does.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) { sampleBufferRenderer.enqueue(sampleBuffer) }
    /// Drops what has been enqueued. The picture that shows stays.
    open func flush() { sampleBufferRenderer.flush() }
    /// Drops what has been enqueued, and the picture that shows.
    open func flushAndRemoveImage() { sampleBufferRenderer.flush(removingDisplayedImage: true) }
    /// There is room for more.
    open var isReadyForMoreMediaData: Bool { sampleBufferRenderer.isReadyForMoreMediaData }
    /// There is enough to start without running dry at once.
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
        sampleBufferRenderer.hasSufficientMediaDataForReliablePlaybackStart
    }
    /// Calls `block` on `queue` while there is room.
    @preconcurrency
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        sampleBufferRenderer.requestMediaDataWhenReady(on: queue, using: block)
    }
    /// Calls nobody any more.
    open func stopRequestingMediaData() { sampleBufferRenderer.stopRequestingMediaData() }
    /// How it stands.
    open var status: AVQueuedSampleBufferRenderingStatus { sampleBufferRenderer.status }
    /// Why it cannot go on.
    open var error: (any Error)? { sampleBufferRenderer.error }
    /// It goes on only after a flush.
    open var requiresFlushToResumeDecoding: Bool { sampleBufferRenderer.requiresFlushToResumeDecoding }
}
