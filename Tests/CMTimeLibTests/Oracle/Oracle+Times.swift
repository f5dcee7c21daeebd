import CMTimeLib

// Construction, reading, conversion, comparison, selection.
extension Oracle {
    static func make(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
        timescale <= 0 ? invalid : numeric(value, Int64(timescale), isRounded: false, epoch: epoch)
    }

    static func make(seconds: Double, _ preferredTimescale: Int32) -> CMTime {
        if preferredTimescale <= 0 { return invalid }
        if seconds.isNaN { return numeric(0, Int64(preferredTimescale), isRounded: true, epoch: 0) }
        if seconds.isInfinite { return infinity(isNegative: seconds < 0) }
        var timescale = preferredTimescale
        while true {
            let product = seconds * Double(timescale)
            if let value = split(product)?.whole.int64 {
                let isRounded = Double(value) / Double(timescale) != seconds
                return numeric(value, Int64(timescale), isRounded: isRounded, epoch: 0)
            }
            if timescale == 1 { return infinity(isNegative: seconds < 0) }
            timescale /= 2
        }
    }

    static func seconds(_ time: CMTime) -> Double {
        switch flaggedClass(of: time) {
        case .invalid, .indefinite: .nan
        case .positiveInfinity: .infinity
        case .negativeInfinity: -.infinity
        case .numeric: Double(time.value) / Double(time.timescale)
        }
    }

    static func convertScale(_ time: CMTime, _ newTimescale: Int32, _ method: CMTimeRoundingMethod) -> CMTime {
        if flaggedClass(of: time) != .numeric { return time }
        if newTimescale <= 0 || time.timescale <= 0 { return invalid }
        if newTimescale == time.timescale { return time }
        let rounded = rescale(time.value, to: Int64(newTimescale), from: Int64(time.timescale), method: method)
        guard let value = rounded.value.int64 else { return infinity(isNegative: time.value < 0) }
        let flags = CMTimeFlags(rawValue: time.flags.rawValue | (rounded.isExact ? 0 : 2))
        return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: time.epoch)
    }

    static func compare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
        let class1 = effectiveClass(of: time1)
        let class2 = effectiveClass(of: time2)
        if class1 != class2 { return class1.rawValue < class2.rawValue ? -1 : 1 }
        if class1 != .numeric { return 0 }
        if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
        let left = ReferenceInteger(time1.value) * ReferenceInteger(time2.timescale)
        let right = ReferenceInteger(time2.value) * ReferenceInteger(time1.timescale)
        if left == right { return 0 }
        return left < right ? -1 : 1
    }

    static func minimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
        compare(time1, time2) <= 0 ? time1 : time2
    }

    static func maximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
        compare(time1, time2) >= 0 ? time1 : time2
    }

    static func absoluteValue(_ time: CMTime) -> CMTime {
        if isNumeric(time) && time.timescale <= 0 { return invalid }
        switch flaggedClass(of: time) {
        case .negativeInfinity: return positiveInfinity
        case .numeric where time.value < 0: break
        default: return time
        }
        let magnitude = ReferenceInteger(time.value).magnitude
        guard let value = magnitude.int64 else { return fitting(magnitude, of: time) }
        return CMTime(value: value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
    }
}
