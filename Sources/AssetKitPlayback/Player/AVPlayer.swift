internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
public import AssetKitTargets
public import CMTimeLib
public import Foundation
public import Observation

/// Plays an item: a file, an address or a composition, on a clock, with sound and pictures.
///
/// ```swift
/// let player = AVPlayer(url: URL(filePath: "film.mp4"))
/// let layer = AVPlayerLayer(player: player)
/// layer.akTarget = AKWindowTarget(title: "film")
/// player.play()
/// for await status in player.values(for: \.timeControlStatus) where status == .paused { break }
/// ```
///
/// Sound goes to the machine's sound server or card where there is one, and to ``akAudioTarget`` where that is set; pictures
/// show in the window of an ``AVPlayerLayer``, or are taken by an ``AVPlayerItemVideoOutput``. Without a card the time passes
/// all the same, by the host's clock.
///
/// Changes, notifications, completions and time observers without a queue of their own come on the main queue, in order: a
/// command-line program has to run it, as `dispatchMain()`, `RunLoop.main` and an asynchronous `main` do. Properties may be
/// read and set on every thread, and answer at once what was set.
open class AVPlayer: NSObject, AKKeyValueObserving, Observable, @unchecked Sendable {
    // SAFETY: all that changes is behind the lock of all players.

    /// Who observes the player's properties.
    public let akObservers = AKKeyValueObservers()
    let registrar = ObservationRegistrar()
    let engine: PlayerEngine

    /// Makes a player without an item.
    public override convenience init() { self.init(items: [], environment: .system) }

    /// Makes a player of an item.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init(items: item.map { [$0] } ?? [], environment: .system)
    }

    /// Makes a player of an item for a file or an address.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Makes a player that lives in what a test has for it.
    package init(items: [AVPlayerItem], environment: HostEnvironment, audio: (any AKAudioTarget)? = nil) {
        engine = PlayerEngine(PlayerCore(environment))
        super.init()
        engine.perform { core in
            core.player = self
            if let target = audio ?? environment.defaultAudioTarget {
                core.sound = SoundDevice(target, environment.worker("assetkit.player.target"))
            }
            if self is AVQueuePlayer { core.actionAtItemEnd = .advance }
            for item in items { insert(item, after: nil, core) }
        }
    }

    deinit { engine.perform { $0.shutDown() } }

    // MARK: Items

    /// What plays, or will next.
    open var currentItem: AVPlayerItem? {
        registrar.access(self, keyPath: \.currentItem)
        return engine.look { $0.items.first }
    }

    /// Plays another item instead, or none. The same one is left as it is; one that has a player already stops the program.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        engine.perform { core in
            guard core.items.first !== item || item == nil else { return }
            if let old = core.items.first { core.remove(old) }
            guard let item else { return }
            requireFree(item)
            core.insert(item, after: core.items.isEmpty ? nil : -1)
        }
    }

    func insert(_ item: AVPlayerItem, after place: Int?, _ core: PlayerCore) {
        requireFree(item)
        core.insert(item, after: place)
    }

    private func requireFree(_ item: AVPlayerItem) {
        require(item.core.engine == nil, "AVPlayer: an item can be in one player only, and once")
    }

    /// What it does when an item has ended: pause, unless told otherwise.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { engine.look { $0.actionAtItemEnd } }
        set {
            require(
                newValue != .advance || self is AVQueuePlayer,
                "AVPlayer.actionAtItemEnd: only a queue player advances"
            )
            engine.perform { core in
                core.actionAtItemEnd = newValue
                core.endAgain()
            }
        }
    }

    // MARK: Status

    /// Whether it can play.
    open var status: Status {
        registrar.access(self, keyPath: \.status)
        return engine.look { $0.status }
    }

    /// Why it has failed: nil, since what fails here are items, which have an error of their own.
    open var error: (any Error)? { nil }

    /// Whether it plays, waits or is paused.
    open var timeControlStatus: TimeControlStatus {
        registrar.access(self, keyPath: \.timeControlStatus)
        return engine.look { $0.control().0 }
    }

    /// What it waits for; nil while it does not.
    open var reasonForWaitingToPlay: WaitingReason? {
        registrar.access(self, keyPath: \.reasonForWaitingToPlay)
        return engine.look { $0.control().1 }
    }

    // MARK: Rate

    /// How fast it is to play: 1 is natural, 0 paused, below 0 backwards, 32 the fastest. How fast the time really passes is what
    /// the item's timebase says.
    open var rate: Float {
        get {
            registrar.access(self, keyPath: \.rate)
            return engine.look { $0.rate }
        }
        set { engine.perform { $0.changeRate(to: newValue, because: .setRateCalled) } }
    }

    /// The rate that ``play()`` sets.
    open var defaultRate: Float {
        get { engine.look { $0.defaultRate } }
        set { engine.perform { $0.defaultRate = newValue } }
    }

    /// Plays at the default rate.
    open func play() { engine.perform { $0.changeRate(to: $0.defaultRate, because: .setRateCalled) } }

    /// Sets the rate to 0.
    open func pause() { engine.perform { $0.changeRate(to: 0, because: .setRateCalled) } }

    /// Plays at a rate with whatever there is, without waiting for more.
    open func playImmediately(atRate rate: Float) {
        engine.perform { core in
            core.changeRate(to: rate, because: .setRateCalled)
            core.isImpatient = true
        }
    }

    /// Whether it waits for enough to play on without a stall. Without waiting a stall sets the rate to 0.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { engine.look { $0.waitsToMinimizeStalling } }
        set { engine.perform { $0.waitsToMinimizeStalling = newValue } }
    }

    /// Plays at a rate so that the item has a time at a moment of the host clock, in the past or in the future. An invalid time
    /// is the current one, an invalid moment is soon.
    ///
    /// While ``automaticallyWaitsToMinimizeStalling`` is on, this stops the program: nobody could promise the moment.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        engine.perform { core in
            require(
                !core.waitsToMinimizeStalling,
                "AVPlayer.setRate(_:time:atHostTime:): automaticallyWaitsToMinimizeStalling is on"
            )
            core.setRate(rate, at: itemTime, hostTime: hostClockTime)
        }
    }

    /// Reads what is needed to start at a rate, and says whether that is there. It stops the program while the current item is
    /// not ready.
    @preconcurrency
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        engine.perform { core in
            require(core.current?.status == .readyToPlay, "AVPlayer.preroll(atRate:): the current item is not ready")
            core.preroll(completionHandler)
        }
    }

    /// Gives up prerolls that are under way: they hear false.
    open func cancelPendingPrerolls() { engine.perform { $0.completePrerolls(false) } }

    /// The clock that items go by; nil for that of what is heard, or the host's.
    open var sourceClock: CMClock? {
        get { engine.look { $0.sourceClock } }
        set { engine.perform { $0.sourceClock = newValue } }
    }

    /// The older spelling of ``sourceClock``.
    open var masterClock: CMClock? {
        get { sourceClock }
        set { sourceClock = newValue }
    }

    // MARK: Time

    /// The current item's time; zero without one.
    open func currentTime() -> CMTime { engine.look { core in core.current.map { core.time(of: $0) } ?? .zero } }

    // MARK: Sound

    /// How loud it is, from 0 to 1.
    open var volume: Float {
        get { engine.look { $0.volume } }
        set {
            engine.perform { core in
                core.volume = newValue
                core.setGain()
            }
        }
    }

    /// Whether it is silent, whatever its volume.
    open var isMuted: Bool {
        get { engine.look { $0.isMuted } }
        set {
            engine.perform { core in
                core.isMuted = newValue
                core.setGain()
            }
        }
    }

    /// The device that it is heard from: a sink of the sound server's or a device of ALSA's, by name; nil for what the machine
    /// has for everything.
    open var audioOutputDeviceUniqueID: String? {
        get { engine.look { $0.deviceID } }
        set {
            engine.perform { core in
                guard core.deviceID != newValue else { return }
                core.deviceID = newValue
                let target = newValue.map { AKAutomaticAudioTarget(deviceID: $0) }
                core.replaceSound(target ?? core.environment.defaultAudioTarget)
            }
        }
    }

    /// Where its sound goes; nil for nowhere. An addition to AVFoundation. In the beginning it is the sound server or the card that
    /// the machine has.
    open var akAudioTarget: (any AKAudioTarget)? {
        get { engine.look { $0.sound?.target } }
        set { engine.perform { $0.replaceSound(newValue) } }
    }

    /// Takes its targets away, and waits until they have been closed: a file that sound is written to is complete then. An addition
    /// to AVFoundation.
    open func akClose() async {
        // What is asked of the workers may be handed to them by another thread: they are waited for once they have all of it.
        let closed = await withCheckedContinuation { continuation in
            engine.perform { core in
                core.changeRate(to: 0, because: .setRateCalled)
                let workers = core.closeTargets()
                core.effect { continuation.resume(returning: workers) }
            }
        }
        // The second time it is through with what a target said while it was being closed.
        for worker in closed + closed {
            await withCheckedContinuation { continuation in worker.async { continuation.resume() } }
        }
    }

    /// What playing has come to until now: pictures shown and left out, and how late they were. An addition to AVFoundation.
    open var akFigures: AKPlayerFigures { engine.look { $0.figures } }
}

extension AVPlayer: ObservedObject {}
