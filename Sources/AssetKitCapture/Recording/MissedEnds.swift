internal import AssetKitBase

/// Ends of connections that come while a recording is about to start: it may have taken them for active, and does not hear of ends yet.
/// Pure.
struct MissedEnds {
    typealias End = (connection: AVCaptureConnection, error: AVError?)

    private var startCount = 0
    private var ends: [End] = []

    /// A recording is about to look which connections are active. Answers from where on it misses ends.
    mutating func startBegins() -> Int {
        startCount += 1
        return ends.count
    }

    /// A connection has ended. Nothing of it is kept unless a recording is about to start.
    mutating func note(_ connection: AVCaptureConnection, because error: AVError?) {
        if startCount > 0 { ends.append((connection, error)) }
    }

    /// A recording hears of ends from now on, or is none. Answers those that it has missed.
    mutating func startEnds(since mark: Int) -> [End] {
        startCount -= 1
        defer { if startCount == 0 { ends = [] } }
        return Array(ends[mark...])
    }
}
