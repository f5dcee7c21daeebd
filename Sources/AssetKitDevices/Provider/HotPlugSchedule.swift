/// Decides when to look at devices again after something has changed in a folder. Times are nanoseconds of one clock.
struct HotPlugSchedule {
    /// Devices come with several nodes and links, one after the other.
    private static let quiet: Int64 = 50_000_000
    /// The device manager gives rights after it has made a node.
    private static let retryPause: Int64 = 100_000_000
    private static let mostRetries = 5

    /// When to look; nil where nothing has changed.
    private(set) var deadline: Int64?
    private var retries = 0

    mutating func changed(at now: Int64) {
        deadline = now + Self.quiet
        retries = Self.mostRetries
    }

    func isDue(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

    /// Somebody has looked. `isComplete`: every node could be opened.
    mutating func looked(at now: Int64, isComplete: Bool) {
        guard !isComplete, retries > 0 else {
            deadline = nil
            return
        }
        retries -= 1
        deadline = now + Self.retryPause
    }

    /// How long to wait, in milliseconds as poll wants it: -1 for ever.
    func pause(at now: Int64) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, (deadline - now + 999_999) / 1_000_000))
    }
}
