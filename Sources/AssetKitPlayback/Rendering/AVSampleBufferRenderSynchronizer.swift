internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Plays the sample buffers of several renderers by one time.
///
/// ```swift
/// let synchronizer = AVSampleBufferRenderSynchronizer()
/// let (sound, pictures) = (AVSampleBufferAudioRenderer(), AVSampleBufferVideoRenderer())
/// synchronizer.addRenderer(sound)
/// synchronizer.addRenderer(pictures)
/// pictures.akTarget = AKWindowTarget(title: "film")
/// sound.requestMediaDataWhenReady(on: .main) { /* enqueue while it is ready */ }
/// pictures.requestMediaDataWhenReady(on: .main) { /* likewise */ }
/// synchronizer.setRate(1, time: .zero)
/// ```
///
/// While sound is heard its device's clock drives the time, and otherwise the host's does. The time does not wait for samples that do not
/// come: those that are enqueued too late are left out. What has been enqueued and not heard when the rate becomes 0 is heard
/// when it goes on, to the sample.
open class AVSampleBufferRenderSynchronizer: NSObject, AKKeyValueObserving, @unchecked Sendable {
    // SAFETY: all that changes is behind the lock of all players.

    /// Who observes the synchronizer's properties.
    public let akObservers = AKKeyValueObservers()
    /// Posted when the rate has changed.
    public class var rateDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVSampleBufferRenderSynchronizerRateDidChangeNotification")
    }
    let engine: StepEngine<RenderCore>
    /// The time of the renderers; nobody but the synchronizer changes it.
    public let timebase: CMTimebase

    /// Makes a synchronizer without renderers, which stands at zero.
    public override convenience init() { self.init(environment: .system) }

    /// Makes a synchronizer that lives in what a test has for it.
    package init(environment: HostEnvironment) {
        let core = RenderCore(environment)
        engine = StepEngine(core)
        guard let timebase = core.timebase else { programmerError("the host's clock was invalidated") }
        self.timebase = timebase
        super.init()
        engine.perform { $0.synchronizer = self }
    }

    deinit { engine.perform { $0.shutDown() } }

    // MARK: Time

    /// The time.
    open func currentTime() -> CMTime { engine.look { $0.time } }

    /// How fast the time is to pass: 0 is paused, 1 natural. Below 0 stops the program. How fast it really passes is what the timebase
    /// says: a start waits for samples, and another rate until it is heard.
    open var rate: Float {
        get { engine.look { $0.rate } }
        set {
            let rate = checked(newValue)
            engine.perform { $0.setRate(rate) }
        }
    }

    /// Sets a rate, and the time to start from; an invalid one is the current one. All renderers start together.
    open func setRate(_ rate: Float, time: CMTime) { setRate(rate, time: time, atHostTime: .invalid) }

    /// Sets a rate so that the time is `time` at a moment of the host clock, in the past or in the future; an invalid moment is soon.
    /// With a moment nothing is waited for: sound comes in as soon as the device can be in time.
    open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
        let rate = checked(rate)
        engine.perform { $0.setRate(rate, time: time, hostTime: hostTime) }
    }

    private func checked(_ rate: Float) -> Float {
        require(rate >= 0 && rate.isFinite, "AVSampleBufferRenderSynchronizer.rate: \(rate) is below zero or no number")
        return min(rate, 32)
    }

    /// Whether a start waits until each renderer has enough, as
    /// ``AVQueuedSampleBufferRendering/hasSufficientMediaDataForReliablePlaybackStart`` says.
    open var delaysRateChangeUntilHasSufficientMediaData: Bool {
        get { engine.look { $0.delaysStart } }
        set { engine.perform { $0.delaysStart = newValue } }
    }

    // MARK: Renderers

    /// What plays by its time.
    open var renderers: [any AVQueuedSampleBufferRendering] { engine.look { $0.objects } }

    /// Lets a renderer play by its time: one of sound, one of pictures, or a layer of sample buffers. One that has a synchronizer
    /// stops the program.
    open func addRenderer(_ renderer: any AVQueuedSampleBufferRendering) {
        guard let core = renderer.ownCore else {
            programmerError("AVSampleBufferRenderSynchronizer.addRenderer(_:): that is a renderer of another kind")
        }
        engine.perform { engine in
            require(
                core.engine === core.home,
                "AVSampleBufferRenderSynchronizer.addRenderer(_:): the renderer has a synchronizer already"
            )
            engine.add(core)
            engine.objects.append(renderer)
        }
    }

    /// Takes a renderer away when the time has come to `time`, or at once where that is past or invalid. `completionHandler` hears
    /// whether it came to that: false where the renderer is not the synchronizer's, and where it is to be removed at another time.
    @preconcurrency
    open func removeRenderer(
        _ renderer: any AVQueuedSampleBufferRendering,
        at time: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        engine.perform { engine in
            guard let core = renderer.ownCore, engine.renderers.contains(where: { $0 === core }) else {
                if let completionHandler { engine.notice { completionHandler(false) } }
                return
            }
            for old in engine.removals where old.renderer === core {
                if let completion = old.completion { engine.notice { completion(false) } }
            }
            engine.removals.removeAll { $0.renderer === core }
            engine.removals.append(RenderCore.Removal(renderer: core, time: time, completion: completionHandler))
        }
    }

    /// The same, and says whether it came to that.
    @discardableResult
    open func removeRenderer(_ renderer: any AVQueuedSampleBufferRendering, at time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            removeRenderer(renderer, at: time) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Observers

    /// Calls `block` at each multiple of an interval of the time, and whenever it jumps, starts or stops: on `queue`, or the main one.
    ///
    /// What is answered must be kept, and given to ``removeTimeObserver(_:)``. A block is not called while it is still running.
    @preconcurrency
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime,
        queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        require(
            interval.isNumeric && interval > .zero,
            "AVSampleBufferRenderSynchronizer.addPeriodicTimeObserver: the interval is not above zero"
        )
        return add(TimeObserver(.periodic(interval, block), queue))
    }

    /// Calls `block` when any of the times is passed: on `queue`, or the main one. A jump over it does not count.
    @preconcurrency
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue],
        queue: DispatchQueue?,
        using block: @escaping @Sendable () -> Void
    ) -> Any {
        let times = times.map(\.timeValue).filter(\.isNumeric)
        require(!times.isEmpty, "AVSampleBufferRenderSynchronizer.addBoundaryTimeObserver: there are no times")
        return add(TimeObserver(.boundary(times.sorted(), block), queue))
    }

    private func add(_ observer: TimeObserver) -> Any {
        engine.perform { core in
            observer.last = core.time
            core.observers.append(observer)
        }
        return observer
    }

    /// Calls an observer no more: no new call begins. One of somebody else stops the program.
    open func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? TimeObserver else {
            programmerError("AVSampleBufferRenderSynchronizer.removeTimeObserver: that is no observer of times")
        }
        engine.perform { core in
            require(
                core.observers.contains { $0 === observer },
                "AVSampleBufferRenderSynchronizer.removeTimeObserver: it is not this synchronizer's"
            )
            core.observers.removeAll { $0 === observer }
        }
        observer.remove()
    }
}
