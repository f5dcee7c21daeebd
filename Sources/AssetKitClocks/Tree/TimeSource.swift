internal import CMTimeLib

/// What drives a timebase: a clock or another timebase. All is asked with the lock of the tree held.
enum TimeSource {
    case clock(CMClock)
    case timebase(CMTimebase)

    /// Nil for what is neither a clock nor a timebase.
    init?(_ object: Any) {
        switch object {
        case let clock as CMClock: self = .clock(clock)
        case let timebase as CMTimebase: self = .timebase(timebase)
        default: return nil
        }
    }

    var object: any CMSyncProtocol {
        switch self {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase
        }
    }

    /// The timebases from here up, and the clock at the top.
    var chain: (timebases: [CMTimebase], clock: CMClock) {
        var timebases: [CMTimebase] = []
        var source = self
        while true {
            switch source {
            case .clock(let clock): return (timebases, clock)
            case .timebase(let timebase):
                timebases.append(timebase)
                source = timebase.sourceNow
            }
        }
    }

    func exactTime(at now: Int64) -> Rational128? {
        switch self {
        case .clock(let clock): clock.exactTime(at: now)
        case .timebase(let timebase): timebase.exactTime(at: now)
        }
    }

    var epoch: CMTimeEpoch {
        switch self {
        case .clock: 0
        case .timebase(let timebase): timebase.anchor.epoch
        }
    }

    func addFollower(_ timebase: CMTimebase, _ changes: inout TimeChanges) {
        switch self {
        case .clock(let clock): clock.followers.add(timebase, &changes)
        case .timebase(let source): source.followers.add(timebase, &changes)
        }
    }

    func removeFollower(_ timebase: CMTimebase) {
        switch self {
        case .clock(let clock): clock.followers.remove(timebase)
        case .timebase(let source): source.followers.remove(timebase)
        }
    }
}
