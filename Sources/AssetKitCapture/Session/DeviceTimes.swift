internal import AssetKitBase

/// Times of a device's samples that can be: nothing is seen or heard long after it has come, and nothing comes very long after that.
/// Whatever else a device says is of a clock that has jumped: its samples go on as late as they were, as long as that holds. Pure: times
/// are nanoseconds of the host clock.
struct DeviceTimes: Hashable {
    /// So far ahead of its arrival and so far behind it a picture may be: some drivers say when it will be complete. A machine that was
    /// busy for seconds has the right times still.
    private static let (ahead, behind): (Int64, Int64) = (5_000_000_000, 60_000_000_000)
    /// A clock that is so near again is right again, whatever it said before. Sound is never further ahead, since all of it was heard
    /// before it comes: a time that passes without its frames and without the host's clock was not lost. Where sound was late by as
    /// much, it may have been.
    private static let (nearAhead, nearBehind): (Int64, Int64) = (500_000_000, 3_000_000_000)

    /// What is added to the device's times; nil while they can be.
    private var shift: Int64?
    /// How late the last sample was.
    private var lag: Int64 = 0

    /// When a sample was seen or heard that has just come. Sound lasts for a while. `isJump`: the device's clock has jumped.
    mutating func time(of stamp: Int64, lasting length: Int64, arrival: Int64) -> (time: Int64, isJump: Bool) {
        let latest = arrival - length
        let (time, isJump) = settled(stamp, latest, ahead: length > 0 ? Self.nearAhead : Self.ahead)
        lag = latest - time
        return (time, isJump)
    }

    /// `latest`: when it would have been where it came at once.
    private mutating func settled(_ stamp: Int64, _ latest: Int64, ahead: Int64) -> (time: Int64, isJump: Bool) {
        let isPossible = Self.isWithin(stamp, latest, Self.behind, ahead)
        if let shift {
            if Self.isWithin(stamp, latest, Self.nearBehind, Self.nearAhead) {
                self.shift = nil
                return (stamp, true)
            }
            let time = stamp.addingClamped(shift)
            if Self.isWithin(time, latest, Self.behind, ahead) { return (time, false) }
        } else if isPossible {
            return (stamp, false)
        }
        let time = isPossible ? stamp : latest - lag
        shift = isPossible ? nil : time.subtractingClamped(stamp)
        return (time, true)
    }

    private static func isWithin(_ time: Int64, _ latest: Int64, _ behind: Int64, _ ahead: Int64) -> Bool {
        (latest.subtractingClamped(behind)...latest.addingClamped(ahead)).contains(time)
    }
}
