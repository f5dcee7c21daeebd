internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib
internal import Foundation

/// What a player knows, and what follows from it. Whatever happens changes what it knows, and ``settle()`` then sees to all that
/// is to be done about it: it never waits, reads no clock but that of what is heard, and starts no thread.
///
/// SAFETY: touched behind ``PlaybackLock`` only.
final class PlayerCore: SteppingCore, @unchecked Sendable {
    /// How far the item's time has got going.
    enum Motion {
        case still
        /// The target has been started, and has not told yet when it is heard.
        case starting
        case moving
    }

    typealias SoundDevice = AssetKitPlayback.SoundDevice<ItemCore>
    typealias SoundStretch = AssetKitPlayback.SoundStretch<ItemCore>
    typealias SoundOrder = AssetKitPlayback.SoundOrder<ItemCore>
    typealias SoundResult = AssetKitPlayback.SoundResult<ItemCore>

    let environment: HostEnvironment
    weak var engine: PlayerEngine?
    weak var player: AVPlayer?
    /// Of the host, at this step.
    var now: Int64 = 0

    // What clients wish for.
    var rate: Float = 0
    var defaultRate: Float = 1
    var waitsToMinimizeStalling = true
    var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
    var volume: Float = 1
    var isMuted = false
    var sourceClock: CMClock?
    /// The device of sound, where the client has named one.
    var deviceID: String?
    /// What the user prefers where an item offers a choice, and whether that counts.
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    var appliesCriteria = true
    /// It starts with what there is.
    var isImpatient = false
    /// When a start is to be heard.
    var startTime: Int64?

    // What has come of it.
    var status = AVPlayer.Status.unknown
    var items: [AVPlayerItem] = []
    var motion = Motion.still
    /// It ran out of something to play, and waits until there is enough again.
    var isStalled = false
    var prerolls: [(Bool) -> Void] = []
    var figures = AKPlayerFigures()

    var sound: SoundDevice?
    var display: PictureDevice?
    var observers: [TimeObserver] = []
    /// Something was decided in this step that another pass has to see to.
    var isUnsettled = false
    /// What observers were told last.
    var said = Said()
    /// Called when an item has left the queue, or has come in.
    var queueWatchers: [ObjectIdentifier: () -> Void] = [:]

    init(_ environment: HostEnvironment) { self.environment = environment }

    /// What those who observe properties have been told.
    struct Said {
        var rate: Float = 0
        var control = AVPlayer.TimeControlStatus.paused
        var reason: AVPlayer.WaitingReason?
        weak var item: AVPlayerItem?
        var status = AVPlayer.Status.unknown
    }

    var current: ItemCore? { items.first?.core }
    var owner: AnyObject? { player }

    // MARK: A step

    /// Does whatever is to be done about what is known.
    func settle() {
        for _ in 0..<8 {
            let before = items.first
            isUnsettled = false
            if let item = current {
                load(item)
                openDevices(item)
                beginSeek(item)
                finishSeek(item)
                followSound()
                checkEnd(item)
                if items.first === before {
                    decide(item)
                    demand(item)
                    readAhead(item)
                    advanceTimed(item)
                    prepareNext(item)
                    choosePicture(item)
                    checkStarvation(item)
                }
            } else {
                halt(nil)
            }
            if items.first === before, !isUnsettled { break }
        }
        fireObservers()
        for item in items { tellProgress(item.core) }
        publish()
        let deadline = nextMoment()
        let reference = EngineReference(engine: engine)
        effect { reference.engine?.wake(at: deadline) }
    }

    // MARK: Time

    var hostMoment: CMTime { CMTime(value: now, timescale: 1_000_000_000) }

    /// Now, on a clock.
    func moment(on clock: CMClock) -> CMTime { clock === environment.hostClock ? hostMoment : clock.time }

    /// The item's time now.
    func time(of item: ItemCore) -> CMTime {
        guard let anchor = item.anchor else { return .zero }
        guard anchor.rate != 0 else { return anchor.itemTime }
        let time = anchor.itemTime(at: moment(on: anchor.clock))
        // What starts ahead of time waits.
        let isEarly = anchor.rate > 0 ? time < item.heldTime : time > item.heldTime
        if isEarly { return item.heldTime }
        return awaitsRest(of: item) ? CMTimeMinimum(time, limit(of: item)) : time
    }

    /// The item's time goes as said from now on.
    func set(_ anchor: PlaybackAnchor, of item: ItemCore, isJump: Bool) {
        item.anchor = anchor
        guard let timebase = item.timebase else { return }
        let change: TimebaseChange =
            isJump
            ? .rateAndAnchor(anchor.rate, anchor.itemTime, reference: anchor.clockTime)
            : .continuation(anchor.rate, anchor.itemTime, reference: anchor.clockTime)
        // They fail for clocks that were invalidated alone, such as a client's own: then the timebase stands, as that clock does.
        effect {
            if timebase.sourceClock !== anchor.clock { try? timebase.setSource(anchor.clock, byOwner: true) }
            try? timebase.change(change, byOwner: true)
        }
    }

    /// The item's time stands.
    func hold(_ item: ItemCore, at time: CMTime, isJump: Bool = false) {
        item.heldTime = time
        let clock = environment.hostClock
        let anchor = PlaybackAnchor(itemTime: time, clockTime: hostMoment, rate: 0, clock: clock)
        set(anchor, of: item, isJump: isJump)
    }

    /// The latest time that the item can have.
    func limit(of item: ItemCore) -> CMTime {
        let end = item.end(soundRate: sound?.rate)
        return end.isNumeric ? end : .positiveInfinity
    }

    /// The host's time when the item has a time; nil where that never comes.
    func hostTime(of time: CMTime, _ item: ItemCore) -> Int64? {
        item.anchor?.hostTime(at: time, environment.hostClock)
    }
}
