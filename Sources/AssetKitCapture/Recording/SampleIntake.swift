/// Samples of a track on their way to the worker, of which there is room for some. Those for which there is none are refused, and all
/// that is kept of them is what the next one has to know. Pure: times and lengths are nanoseconds of the host clock.
struct SampleIntake: Hashable {
    /// What was refused since the last sample that came in.
    struct Refusal: Hashable {
        /// When the first and the last of them were.
        let first: Int64
        var last: Int64
        /// How many: pictures, or frames of sound. What the device lost between them is among them.
        var count: Int
        /// How many the device lost just before the first of them.
        let lostBefore: Int
    }

    /// How much may wait.
    let capacity: Int64
    /// How much waits, and of how many samples.
    private(set) var length: Int64 = 0
    private(set) var sampleCount = 0
    private var refusal: Refusal?

    init(capacity: Int64) { self.capacity = capacity }

    /// A sample of so many pictures or frames has come, before which the device has lost some. It comes in where there is room, and
    /// `refusal` is what was refused just before it.
    mutating func admit(_ count: Int, length: Int64, at time: Int64, lostCount: Int) -> (
        isAdmitted: Bool, refusal: Refusal?
    ) {
        guard sampleCount == 0 || self.length + length <= capacity else {
            refuse(count, at: time, lostCount)
            return (false, nil)
        }
        self.length += length
        sampleCount += 1
        return (true, takeRefusal())
    }

    private mutating func refuse(_ count: Int, at time: Int64, _ lostCount: Int) {
        guard var refusal else {
            self.refusal = Refusal(first: time, last: time, count: count, lostBefore: lostCount)
            return
        }
        refusal.last = max(refusal.last, time)
        refusal.count += count + lostCount
        self.refusal = refusal
    }

    /// A sample has arrived.
    mutating func leave(length: Int64) {
        self.length -= length
        sampleCount -= 1
    }

    /// What was refused behind the last sample that came in.
    mutating func takeRefusal() -> Refusal? {
        defer { refusal = nil }
        return refusal
    }
}
