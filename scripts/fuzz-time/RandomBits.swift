/// Random arguments: every other time is random in all its bits, the others have the shape of real ones.
struct RandomBits {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// Random in all bits, or with a random number of leading zeros or ones, or next to the ends of the type.
    mutating func int64() -> Int64 {
        let choice = next()
        let bits = Int64(truncatingIfNeeded: next())
        switch choice % 8 {
        case 0...2: return bits
        case 3: return .min &+ (bits & 3)
        case 4: return .max &- (bits & 3)
        default: return bits >> Int64(choice >> 8 & 63)
        }
    }

    mutating func int32() -> Int32 {
        Int32(truncatingIfNeeded: int64() >> 32)
    }

    /// Random bits, or a number of ordinary size.
    mutating func double() -> Double {
        next() & 1 == 0 ? Double(bitPattern: next()) : Double(int64()) / Double(int32())
    }

    mutating func time() -> CMTime {
        let choice = next()
        var flags = UInt32(truncatingIfNeeded: choice >> 32)
        var timescale = Int32(truncatingIfNeeded: next())
        var epoch = int64()
        if choice & 1 != 0 {
            flags = flags & 2 | 1
            timescale = max(timescale, 1) >> Int32(choice >> 1 & 31)
            if choice & 0x300 != 0 { epoch = 0 }
        } else if choice & 2 != 0 {
            flags &= 31
        }
        return CMTime(value: int64(), timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
    }

    /// Half of the durations are usable ones, so that calls get past the first checks.
    mutating func range() -> CMTimeRange {
        var range = CMTimeRange(start: time(), duration: time())
        if next() & 1 == 0 {
            range.duration.epoch = 0
            range.duration.value = max(0, range.duration.value)
        }
        return range
    }

    mutating func method() -> CMTimeRoundingMethod {
        CMTimeRoundingMethod(rawValue: UInt32(next() % 6) + 1) ?? .default
    }
}

/// Takes in every result, so that no call can be optimised away.
struct Checksum {
    private(set) var value: UInt64 = 0

    mutating func add(_ bits: UInt64) {
        value = (value << 7 | value >> 57) ^ bits
    }

    mutating func add(_ number: Int) {
        add(UInt64(truncatingIfNeeded: number))
    }

    mutating func add(_ answer: Bool) {
        add(answer ? 1 : 0)
    }

    mutating func add(_ time: CMTime) {
        add(UInt64(bitPattern: time.value))
        add(UInt64(UInt32(bitPattern: time.timescale)) << 32 | UInt64(time.flags.rawValue))
        add(UInt64(bitPattern: time.epoch))
    }

    mutating func add(_ range: CMTimeRange) {
        add(range.start)
        add(range.duration)
    }

    mutating func add(_ mapping: CMTimeMapping) {
        add(mapping.source)
        add(mapping.target)
    }
}
