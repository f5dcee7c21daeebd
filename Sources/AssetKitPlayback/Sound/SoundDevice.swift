internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

/// The sound of a player, or of a renderer: where it is heard, what is ready for it, and the clock that it makes.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only; targets, rings and renderers look after themselves.
final class SoundDevice<Owner: AnyObject>: @unchecked Sendable {
    enum State {
        /// Nobody has tried yet.
        case new
        case opening
        case open
        /// There is none, or it is gone; whether it is tried again, and when.
        case absent(retry: Int64?)
    }

    /// What sound is rendered for.
    struct Chain {
        let format: AKAudioTargetFormat
        let ring: SoundRing
        let renderer: SoundRenderer<Owner>
    }

    let target: any AKAudioTarget
    let worker: any SerialWorker
    var state = State.new
    var chain: Chain?
    /// Of the ring.
    var epoch = 0
    var isRendering = false
    /// The item whose sound is added to the ring.
    var rendered: Owner?
    /// What lies in the ring, and has been heard lately.
    var stretches: [SoundStretch<Owner>] = []

    /// The target asks for sound.
    var isRunning = false
    /// It has been told to start, and ``startFrame`` is known.
    var isStarted = false
    /// Counts starts: answers to older ones are not wanted any more.
    var starts = 0
    /// The frame that was taken first since the start.
    var startFrame: Int64 = 0
    /// The target's time, once it has told any.
    var clock: CMClock?
    /// When the first frame was heard, on that clock; nil until the target says.
    var zero: CMTime?
    /// The stretch that is heard.
    var current: SoundStretch<Owner>?
    /// It is asked for its position, and when it will be next.
    var isAsking = false
    var nextQuestion: Int64 = 0
    /// Since when it ought to have said something, in nanoseconds of the host, where it has not.
    var silentSince: Int64?
    /// Since when it is stopped, where it has said nothing before that.
    var idleSince: Int64?
    /// What it has said about the end of what is heard.
    var endAnswer: EndAnswer?
    /// It ran dry, and frames are heard later than was said.
    var hasRunDry = false
    /// ``zero`` as it was when it ran dry with all that there is: what it has of that may be heard in time all the same.
    var zeroBeforeLast: CMTime?
    /// How often since then it has said the same as before.
    var steadyAnswers = 0
    /// Until then, on the host's clock, little is ready because it is made anew, and nothing is wrong with that.
    var patientUntil: Int64 = 0

    init(_ target: any AKAudioTarget, _ worker: any SerialWorker) { (self.target, self.worker) = (target, worker) }

    var rate: Int { chain?.format.sampleRate ?? 0 }

    /// There is something to hear with.
    var isUsable: Bool { chain != nil }

    /// Opens the target, which may be anybody's: what it says it takes is calculated with.
    func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        let format = try target.open(wish, events: events)
        guard (1000...1_000_000).contains(format.sampleRate), (1...64).contains(format.channelCount) else {
            target.close()
            let told = "\(format.channelCount) channels at \(format.sampleRate) Hz"
            throw AVError(.deviceNotConnected, "the sound device takes \(told), which is no sound")
        }
        return format
    }

    /// When it should be asked what is heard after this: often while it starts, ever less where it says nothing.
    func question(after now: Int64, isUnsure: Bool) -> Int64 {
        let (often, seldom): (Int64, Int64) = (2_000_000, 100_000_000)
        guard isUnsure else { return now + seldom }
        let silence = zero == nil ? silentSince.map { now - $0 } ?? 0 : 0
        return now + min(max(often, silence / 100), seldom)
    }

    /// It has said nothing of what is heard so long after it was to begin that nobody waits for it any longer.
    func isSilent(at now: Int64) -> Bool {
        zero == nil && silentSince.map { now - $0 > SoundPatience.longest } ?? false
    }

    /// It is not known yet whether there is.
    var isUndecided: Bool {
        switch state {
        case .new, .opening: true
        case .open, .absent: false
        }
    }

    /// The moment of the clock at which a frame is heard: exact where any time is, else to the nanosecond and not before it.
    func moment(of frame: Int64) -> CMTime? {
        guard let zero, let start = zero.exactSeconds,
            let ahead = Rational128(Int128(frame - startFrame), Int128(rate)),
            let sum = start.adding(ahead)
        else { return nil }
        return CMTime(exactly: sum) ?? CMTime(sum, timescale: 1_000_000_000, rounding: .roundTowardPositiveInfinity)
    }

    /// The frame that is heard at a moment of the clock.
    func frame(at moment: CMTime) -> Int64? {
        zero.map { startFrame + (moment - $0).convertScale(CMTimeScale(rate), method: .roundHalfAwayFromZero).value }
    }

    /// Something is ready of an owner that is at another speed, and much of that will be heard only later.
    func isReady(_ owner: Owner, _ generation: Int, otherThan speed: Speed) -> Bool {
        guard isRunning, let last = stretches.last else { return false }
        return last.item === owner && last.generation == generation && last.speed != speed
    }

    /// Adds what was rendered, behind what was kept.
    func add(_ result: SoundResult<Owner>) {
        if let cut = result.cut { truncate(at: cut.frame, source: cut.source) }
        for stretch in result.stretches {
            if let last = stretches.last, stretch.continues(last) {
                stretches[stretches.count - 1].count += stretch.count
                stretches[stretches.count - 1].sourceCount += stretch.sourceCount
            } else {
                stretches.append(stretch)
            }
        }
    }

    /// Forgets what lies behind a frame.
    ///
    /// `source`: what of the item follows there, where that is known; otherwise it is taken to go by evenly.
    func truncate(at frame: Int64, source follows: Int64? = nil) {
        stretches.removeAll { $0.start >= frame }
        guard let last = stretches.last, last.end > frame else { return }
        let kept = frame - last.start
        let share = Int64(Int128(kept) * Int128(last.sourceCount) / Int128(last.count))
        let source = Int64(last.count) == last.sourceCount ? kept : follows.map { $0 - last.source } ?? share
        (stretches[stretches.count - 1].count, stretches[stretches.count - 1].sourceCount) = (Int(kept), source)
    }

    /// What is heard with a frame.
    func stretch(at frame: Int64) -> SoundStretch<Owner>? { stretches.last { $0.start <= frame && frame < $0.end } }

    /// The item's next stretch with something else in it: another item, another speed.
    func stretch(behind frame: Int64) -> SoundStretch<Owner>? { stretches.first { $0.start > frame } }
}
