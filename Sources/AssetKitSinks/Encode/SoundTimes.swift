/// Where packets of sound lie: one behind the other from the priming on, and nothing beyond the end of the input. Counts
/// frames of the codec's rate. Plain state.
struct SoundTimes {
    /// A packet's place.
    struct Place: Hashable {
        var start: Int64
        var count: Int
    }

    /// The first frame of the input on its own clock.
    private(set) var origin: Int64?
    private let priming: Int64
    /// How many frames came from the input.
    private(set) var given: Int64 = 0
    /// How many frames the packets so far have, those of the priming included.
    private var told: Int64 = 0

    init(priming: Int) { self.priming = Int64(priming) }

    /// Where the input goes on; nil before it has begun.
    var end: Int64? { origin.map { $0 + given } }

    mutating func begin(at start: Int64) { origin = origin ?? start }

    mutating func add(_ count: Int) { given += Int64(count) }

    /// The place of the next packet; nil for one that holds nothing of the input any more.
    mutating func take(_ count: Int) -> Place? {
        guard let origin, told - priming < given else { return nil }
        defer { told += Int64(count) }
        return Place(start: origin + told - priming, count: count)
    }

    /// Frames at the end of the packets that the input did not have. Negative where packets are missing.
    var padding: Int64 { told - priming - given }
}
