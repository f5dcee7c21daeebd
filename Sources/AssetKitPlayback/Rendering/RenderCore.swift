internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// What a synchronizer knows, and what follows from it: a time that goes, and the renderers that go by it. A renderer that has no
/// synchronizer has such a core of its own.
///
/// The time is that of what is heard: while a renderer of sound has something to play, its device's clock drives it, and otherwise
/// the host's does. The time does not wait for samples that do not come; those that come too late are left out.
///
/// SAFETY: touched behind ``PlaybackLock`` only.
final class RenderCore: SteppingCore, @unchecked Sendable {
    /// How far the time has got going.
    enum Motion {
        case still
        /// Sound has been started, and is not heard yet.
        case starting
        case moving
    }

    /// A renderer that is to go at a time.
    struct Removal {
        let renderer: RendererCore
        let time: CMTime
        let completion: (@Sendable (Bool) -> Void)?
    }

    let environment: HostEnvironment
    /// Follows the time; nobody else changes it.
    let timebase: CMTimebase?
    weak var engine: StepEngine<RenderCore>?
    weak var synchronizer: AVSampleBufferRenderSynchronizer?
    var owner: AnyObject? { synchronizer }
    var now: Int64 = 0

    // What clients wish for.
    var rate: Float = 0
    var delaysStart = true
    /// A timebase of the client's, which is the time then.
    var control: CMTimebase?

    // What has come of it.
    var motion = Motion.still
    var anchor: PlaybackAnchor
    /// What the time does not fall behind of.
    var heldTime = CMTime.zero
    /// Counts how often the time was set: what is found out about an older one does not matter any more.
    var holds = 0
    /// The rate that observers have been told.
    var saidRate: Float = 0
    var renderers: [RendererCore] = []
    /// What the client added, so that it is kept.
    var objects: [any AVQueuedSampleBufferRendering] = []
    var removals: [Removal] = []
    var observers: [TimeObserver] = []
    /// Something was decided in this step that another pass has to see to.
    var isUnsettled = false

    init(_ environment: HostEnvironment) {
        self.environment = environment
        let clock = environment.hostClock
        // The host's clock is never invalidated, which is all that could go wrong.
        timebase = try? CMTimebase(readOnlyWith: clock)
        anchor = PlaybackAnchor(itemTime: .zero, clockTime: .zero, rate: 0, clock: clock)
    }

    var sounds: [AudioRendererCore] { renderers.compactMap { $0 as? AudioRendererCore } }

    // MARK: A step

    func settle() {
        for _ in 0..<8 {
            isUnsettled = false
            removeDue()
            decide()
            for renderer in renderers {
                if let sound = renderer as? AudioRendererCore { advance(sound) }
                if let pictures = renderer as? VideoRendererCore { advance(pictures) }
            }
            if !isUnsettled { break }
        }
        if motion == .moving { call(observers, at: time, isReverse: false) }
        for renderer in renderers { renderer.poke(self) }
        publish()
        let deadline = nextMoment()
        let reference = EngineReference(engine: engine)
        effect { reference.engine?.wake(at: deadline) }
    }

    /// When something will have to be done without anything happening before.
    private func nextMoment() -> Int64? {
        var moments = renderers.compactMap { $0.pokeDue(self) } + renderers.compactMap { $0.allThereIsDue(self) }
        moments += renderers.flatMap { renderer -> [Int64] in
            if let sound = renderer as? AudioRendererCore { return dueMoments(of: sound) }
            if let pictures = renderer as? VideoRendererCore { return dueMoments(of: pictures) }
            return []
        }
        moments += removals.compactMap { hostTime(of: $0.time) }
        if motion == .moving {
            moments += observers.compactMap { observer in
                observer.last.flatMap { observer.next(after: $0, isReverse: false) }.flatMap { hostTime(of: $0) }
            }
        }
        return moments.min().map { $0 > now ? $0 : now + 100_000 }
    }

    private func publish() {
        let old = saidRate
        guard old != rate, let synchronizer else { return }
        saidRate = rate
        announce(synchronizer, \.rate, old: old, new: rate)
        notice {
            NotificationCenter.default.post(
                name: AVSampleBufferRenderSynchronizer.rateDidChangeNotification,
                object: synchronizer
            )
        }
    }

    // MARK: Time

    var hostMoment: CMTime { CMTime(value: now, timescale: 1_000_000_000) }

    /// Now, on a clock.
    func moment(on clock: CMClock) -> CMTime { clock === environment.hostClock ? hostMoment : clock.time }

    /// The time now.
    var time: CMTime {
        if let control { return control.time }
        guard anchor.rate != 0 else { return anchor.itemTime }
        // What starts ahead of time waits.
        return CMTimeMaximum(anchor.itemTime(at: moment(on: anchor.clock)), heldTime)
    }

    /// The host's time when the time has come to a place; nil where that never comes.
    func hostTime(of time: CMTime) -> Int64? {
        guard let control else { return anchor.hostTime(at: time, environment.hostClock) }
        let pace = control.effectiveRate
        guard pace != 0, time.isNumeric else { return nil }
        let anchor = PlaybackAnchor(
            itemTime: control.time,
            clockTime: hostMoment,
            rate: pace,
            clock: environment.hostClock
        )
        return anchor.hostTime(at: time, environment.hostClock)
    }

    /// The time that there will be at a moment of the host.
    func time(atHost moment: Int64) -> CMTime {
        let host = CMTime(value: moment, timescale: 1_000_000_000)
        let clock = anchor.clock
        let shown = clock === environment.hostClock ? host : environment.hostClock.convertTime(host, to: clock)
        return CMTimeMaximum(anchor.itemTime(at: shown), heldTime)
    }

    /// The time goes as said from now on.
    func set(_ anchor: PlaybackAnchor, isJump: Bool = false) {
        self.anchor = anchor
        guard let timebase else { return }
        let change: TimebaseChange =
            isJump
            ? .rateAndAnchor(anchor.rate, anchor.itemTime, reference: anchor.clockTime)
            : .continuation(anchor.rate, anchor.itemTime, reference: anchor.clockTime)
        // They fail for clocks that were invalidated alone.
        effect {
            if timebase.sourceClock !== anchor.clock { try? timebase.setSource(anchor.clock, byOwner: true) }
            try? timebase.change(change, byOwner: true)
        }
    }

    /// The time stands.
    func hold(at time: CMTime, isJump: Bool = false) {
        heldTime = time
        holds += 1
        let clock = environment.hostClock
        set(PlaybackAnchor(itemTime: time, clockTime: hostMoment, rate: 0, clock: clock), isJump: isJump)
    }

    /// The time is that of the host's clock.
    func goByHostTime() {
        let (moment, clock) = (hostMoment, environment.hostClock)
        set(PlaybackAnchor(itemTime: moment, clockTime: moment, rate: 1, clock: clock), isJump: true)
    }

    /// The time goes on by the host's clock, from where it is.
    func goByHost(from time: CMTime? = nil, at moment: CMTime? = nil) {
        let clock = environment.hostClock
        let anchor = PlaybackAnchor(
            itemTime: time ?? self.time,
            clockTime: moment ?? hostMoment,
            rate: Double(rate),
            clock: clock
        )
        motion = .moving
        set(anchor)
    }
}
