internal import CMTimeLib

/// When the header of a growing file of sound is brought up to what the file has, so that this survives a crash. A plain value.
struct SoundGrowth {
    private let interval: Int64
    /// With how many frames that is due the next time.
    private var next: Int64
    private var frameCount: Int64 = 0

    /// Nil for a file that is not to survive a crash.
    init?(_ layout: SinkPlan.Layout, sampleRate: Int) {
        guard case .crashSafe(let interval, let first) = layout else { return nil }
        func frames(_ time: CMTime) -> Int64 { max(1, SinkTimes.ticks(time, Int32(clamping: max(1, sampleRate)))) }
        (self.interval, next) = (frames(interval), frames(first))
    }

    var isDue: Bool { frameCount >= next }

    mutating func add(_ count: Int) { frameCount += Int64(count) }

    mutating func wasMade() { next = frameCount + interval }
}
