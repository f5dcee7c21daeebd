/// What a card may deliver by a moment, and when it has stalled. Times are nanoseconds of one clock. A plain value.
struct CardPace {
    private let sampleRate: Int64
    /// After how much time without sound it is started anew, and after how much more it has stalled.
    private let patience: Int64
    private var begun: Int64
    private var heard: Int64
    private var frameCount: Int64 = 0
    private var isSecondTry = false
    /// Nil as long as nothing has come.
    private var hasClock: Bool?

    init(_ format: DeviceSoundFormat, patience: Int64, at now: Int64) {
        sampleRate = Int64(max(1, format.sampleRate))
        (self.patience, begun, heard) = (patience, now, now)
    }

    /// How many of the frames that are ready may come now. Files and nothing at all, which ALSA takes for cards too, have no clock: at
    /// once they have as much as anybody reads, which no card has, be it a hundredth too fast. They deliver in time what a card would.
    mutating func allowance(_ ready: Int, at now: Int64) -> Int {
        let due = max(0, now - begun) / 1_000_000 * sampleRate / 1000
        // A card may have begun a moment before it said so.
        let isCard = hasClock ?? (Int64(ready) <= due + due / 100 + sampleRate / 50)
        hasClock = isCard
        return isCard ? ready : min(ready, Int(clamping: max(0, due - frameCount)))
    }

    mutating func heard(_ frames: Int, at now: Int64) {
        frameCount += Int64(frames)
        (heard, isSecondTry) = (now, false)
    }

    /// It was started anew, since nothing came.
    mutating func restart(at now: Int64) { (begun, heard, frameCount) = (now, now, 0) }

    /// It has lost sound, and started anew by itself: that is no sound.
    mutating func lost(at now: Int64) { (begun, frameCount) = (now, 0) }

    enum Verdict { case waiting, restart, stalled }

    /// What to do where nothing has come.
    mutating func verdict(at now: Int64) -> Verdict {
        guard now - heard >= patience else { return .waiting }
        guard !isSecondTry else { return .stalled }
        isSecondTry = true
        return .restart
    }
}
