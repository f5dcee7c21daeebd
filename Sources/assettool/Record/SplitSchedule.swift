import AssetKit

/// When a recording goes on in another file: at whole numbers of intervals since its first sample, pauses not counted. Pure:
/// times are those of the host's clock.
struct SplitSchedule {
    private let interval: CMTime
    /// How long before it is due the next file has to be asked for, which begins with the next picture.
    private let lead: CMTime
    private var start: CMTime?
    private var paused = CMTime.zero
    private var pausedSince: CMTime?
    /// How many files have begun.
    private(set) var count = 0

    init(every interval: CMTime, lead: CMTime = .zero) { (self.interval, self.lead) = (interval, lead) }

    /// A file has its first sample.
    mutating func begin(at time: CMTime) {
        count += 1
        start = start ?? time
    }

    mutating func pause(at time: CMTime) { pausedSince = pausedSince ?? time }

    mutating func resume(at time: CMTime) {
        guard let since = pausedSince else { return }
        paused = paused + (time - since)
        pausedSince = nil
    }

    /// When the next file is to be asked for; nil while nothing is recorded.
    var due: CMTime? {
        guard let start, pausedSince == nil else { return nil }
        return start + CMTimeMultiply(interval, multiplier: Int32(clamping: count)) + paused - lead
    }

    /// How much of a whole is left for a file, numbered from 1, where those before it are as long as they should be.
    func rest(of duration: CMTime, for number: Int) -> CMTime {
        duration - CMTimeMultiply(interval, multiplier: Int32(clamping: number - 1))
    }
}
