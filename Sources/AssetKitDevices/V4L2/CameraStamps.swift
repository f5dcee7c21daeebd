/// Makes times of a driver's stamps: of the host clock, and each later than the one before.
struct CameraStamps {
    struct Stamp: Hashable {
        /// What the driver says, in nanoseconds.
        var time: Int64
        /// Whether it says so of the monotonic clock.
        var isMonotonic: Bool
        /// When the picture came, on the host clock.
        var arrival: Int64
    }

    /// A stamp that is further off is of another clock.
    private static let farthest: Int64 = 5_000_000_000
    /// uvcvideo begins with stamps of its own and takes the camera's as soon as it knows that clock, within so many pictures.
    private static let settlingCount = 40
    /// Cameras take their time in the dark. Who comes later than that has jumped.
    private static let jump: Int64 = 1_000_000_000

    /// How often stamps went back, but for the once that is to be expected.
    private(set) var glitchCount = 0
    private let period: Int64
    private var last: Int64?
    private var count = 0
    /// Times run at half their pace until stamps have caught up.
    private var isCatchingUp = false
    private var hasSettled = false
    private var isSettling = false
    private var isCut = false

    /// `period`: how long pictures last, in nanoseconds.
    init(period: Int64) { self.period = max(2, period) }

    /// The stream has begun anew.
    mutating func cut() { isCut = last != nil }

    mutating func time(of stamp: Stamp, lostCount: Int = 0) -> (hostTime: Int64, isDiscontinuous: Bool) {
        count += 1
        defer { isCut = false }
        let seen = Self.trusted(stamp)
        guard let last else {
            self.last = seen
            return (seen, false)
        }
        guard seen <= last else {
            isCatchingUp = false
            self.last = seen
            let expected = period.multipliedReportingOverflow(by: Int64(lostCount) + 1)
            return (
                seen,
                isCut
                    || !expected.overflow && seen - last > Self.jump && seen - last - Self.jump > expected.partialValue
            )
        }
        let isNew = !isCatchingUp
        isCatchingUp = true
        if isNew {
            isSettling = !hasSettled && count <= Self.settlingCount
            hasSettled = true
        }
        if !isSettling { glitchCount += 1 }
        let time = last + period / 2
        self.last = time
        return (time, isCut || isNew)
    }

    private static func trusted(_ stamp: Stamp) -> Int64 {
        let (distance, isTooMuch) = stamp.time.subtractingReportingOverflow(stamp.arrival)
        guard stamp.isMonotonic, !isTooMuch, (-farthest...farthest).contains(distance) else { return stamp.arrival }
        return stamp.time
    }
}
