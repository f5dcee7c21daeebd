package import CMTimeLib

/// How long pictures of a format can last.
package enum DeviceRates: Hashable, Sendable {
    /// Any of these, shortest first.
    case these([CMTime])
    /// Whatever lies between.
    case between(shortest: CMTime, longest: CMTime)

    package var shortest: CMTime {
        switch self {
        case .these(let durations): durations.first ?? .invalid
        case .between(let shortest, _): shortest
        }
    }

    package var longest: CMTime {
        switch self {
        case .these(let durations): durations.last ?? .invalid
        case .between(_, let longest): longest
        }
    }
}

extension DeviceRates {
    /// The duration that comes nearest to a wanted one: the longest that is not longer, else the shortest. Of an invalid wish, the
    /// shortest that is not under a sixtieth of a second.
    package func nearest(_ wish: CMTime) -> CMTime {
        let wish = wish.isNumeric && wish > .zero ? wish : CMTime(value: 1, timescale: 60)
        switch self {
        case .these(let durations): return durations.last { $0 <= wish } ?? durations.first ?? wish
        case .between(let shortest, let longest): return CMTimeMinimum(CMTimeMaximum(wish, shortest), longest)
        }
    }
}
