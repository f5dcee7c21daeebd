internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
internal import AssetKitSources
public import AssetKitTargets
public import CMTimeLib
public import Foundation

/// Shows sample buffers of pictures, compressed or pixel buffers, by the time of an ``AVSampleBufferRenderSynchronizer``, or of the
/// host clock without one.
///
/// A picture shows when its presentation time has come, and until the next one does. Samples may say otherwise:
/// `kCMSampleAttachmentKey_DisplayImmediately` and `kCMSampleAttachmentKey_DoNotDisplay`.
open class AVSampleBufferVideoRenderer: NSObject, CoreRendering, AKKeyValueObserving, @unchecked Sendable {
    // SAFETY: all that changes is behind locks.

    /// What the client knows of the presentation times that will come.
    public enum PresentationTimeExpectation: Sendable {
        /// Nothing.
        case none
        /// They ascend.
        case monotonicallyIncreasing
        /// None will be earlier.
        case minimumUpcoming(CMTime)
    }

    /// Who observes the renderer's properties.
    public let akObservers = AKKeyValueObservers()
    let core: VideoRendererCore
    private let home: StepEngine<RenderCore>
    private let ownTimebase: CMTimebase
    private let expectation = Protected(PresentationTimeExpectation.none)
    /// Hears of changes to the client's timebase.
    private let tokens = Protected<[any NSObjectProtocol]>([])
    var rendererCore: RendererCore { core }

    /// Makes a renderer that shows nowhere until ``akTarget`` is set.
    public override convenience init() { self.init(environment: .system) }

    /// Makes a renderer that lives in what a test has for it.
    package init(environment: HostEnvironment) {
        core = VideoRendererCore(environment)
        let own = RenderCore(environment)
        home = StepEngine(own)
        guard let timebase = own.timebase else { programmerError("the host's clock was invalidated") }
        ownTimebase = timebase
        super.init()
        PlaybackLock.withLock {
            (core.engine, core.home, core.object) = (home, home, self)
            own.renderers = [core]
        }
        home.perform { $0.goByHostTime() }
    }

    deinit {
        akTarget = nil
        for token in tokens.withLock({ $0 }) { NotificationCenter.default.removeObserver(token) }
    }

    /// Posted when a sample cannot be decoded; ``didFailToDecodeNotificationErrorKey`` says why.
    public class var didFailToDecodeNotification: NSNotification.Name {
        NSNotification.Name("AVSampleBufferVideoRendererDidFailToDecodeNotification")
    }
    /// The error, in what a ``didFailToDecodeNotification`` carries.
    public class var didFailToDecodeNotificationErrorKey: String {
        "AVSampleBufferVideoRendererDidFailToDecodeNotificationErrorKey"
    }
    /// Posted when ``requiresFlushToResumeDecoding`` has changed.
    public class var requiresFlushToResumeDecodingDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVSampleBufferVideoRendererRequiresFlushToResumeDecodingDidChangeNotification")
    }

    /// What tells the time: the synchronizer's, a client's own that a layer was given, or the host clock's.
    open var timebase: CMTimebase { currentTimebase(ownTimebase) }

    /// A timebase of the client's, where it has no synchronizer.
    var controlTimebase: CMTimebase? {
        get { home.look { $0.control } }
        set {
            home.perform { $0.control = newValue }
            let names = newValue == nil ? [] : [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped]
            let new = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: newValue, queue: nil) { [weak home] _ in
                    home?.perform { _ in }
                }
            }
            let old = tokens.withLock { tokens in
                defer { tokens = new }
                return tokens
            }
            for token in old { NotificationCenter.default.removeObserver(token) }
        }
    }

    // MARK: Being fed

    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        core.perform { _ in core.counts.enqueued += sampleBuffer.numSamples }
        core.enqueue(sampleBuffer)
    }
    open var isReadyForMoreMediaData: Bool { core.look { core.isReady($0) } ?? false }
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool { core.look { core.isSufficient($0) } ?? false }
    @preconcurrency
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        core.ask(on: queue, block)
    }
    open func stopRequestingMediaData() { core.stopAsking() }

    /// Drops what has been enqueued and has not shown. The picture that shows stays.
    open func flush() { core.perform { $0.flush(core, removesImage: false) } }

    /// Drops what has been enqueued, and where that is wanted the picture that shows.
    @preconcurrency
    open func flush(
        removingDisplayedImage removeDisplayedImage: Bool,
        completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        core.perform { engine in
            engine.flush(core, removesImage: removeDisplayedImage)
            if let handler { engine.notice(handler) }
        }
    }

    /// What the client knows of the presentation times that will come. It is kept, and changes nothing.
    open var presentationTimeExpectation: PresentationTimeExpectation {
        get { expectation.withLock { $0 } }
        set { expectation.withLock { $0 = newValue } }
    }

    // MARK: Status

    /// How it stands.
    open var status: AVQueuedSampleBufferRenderingStatus { PlaybackLock.withLock { core.status } }
    /// Why it cannot go on.
    open var error: (any Error)? { PlaybackLock.withLock { core.error } }
    /// It goes on only after a flush, with a sample that decoding can start with.
    open var requiresFlushToResumeDecoding: Bool { status == .failed }

    /// What showing has come to until now.
    @preconcurrency
    open func loadVideoPerformanceMetrics(completionHandler: @escaping @Sendable (AVVideoPerformanceMetrics?) -> Void) {
        core.perform { engine in
            let (counts, corrupted) = (core.counts, core.status == .failed ? 1 : 0)
            engine.notice {
                completionHandler(
                    AVVideoPerformanceMetrics(
                        total: counts.enqueued,
                        dropped: counts.dropped,
                        corrupted: corrupted,
                        delay: counts.delay
                    )
                )
            }
        }
    }

    // MARK: Showing

    /// The picture that shows; nil where none does.
    open func displayedPixelBuffer() -> CVPixelBuffer? {
        guard let shown = PlaybackLock.withLock({ core.shown }) else { return nil }
        if let pixels = shown.picture.shown ?? shown.pixels { return pixels }
        let request = PictureRequest(output: .pixelBuffer(PixelBufferRequest()))
        let converter = PictureConverter(request, shown.picture.description)
        // Nobody can be told why there is none: the call has no error.
        return try? shown.picture.pixelBuffer(by: converter)
    }

    /// Where its pictures show. An addition to AVFoundation.
    open var akTarget: (any AKVideoTarget)? {
        get { PlaybackLock.withLock { core.display?.target } }
        set { core.perform { $0.replaceDisplay(core, newValue) } }
    }
}
