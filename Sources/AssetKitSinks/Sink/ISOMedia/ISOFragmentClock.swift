internal import CMTimeLib

/// Decides when fragments end. Pure: it is told what is there and says what to do.
struct ISOFragmentClock {
    /// How far a track has come: a fragment ends when every track has come as far as its end.
    struct Progress {
        /// Where its last sample ends; nil before the first.
        let end: CMTime?
        /// When samples are decoded at which it is best to cut; empty where any sample will do.
        let syncTimes: [CMTime]
        let needsSync: Bool
    }

    /// How far a key frame may be from where the cut should be.
    static let tolerance = CMTime(value: 1, timescale: 10)
    /// How far the fastest track goes beyond a cut before it is made without those that have not come as far. So whoever is
    /// silent, ends early or comes late never keeps more than this besides an interval out of the file.
    static let patience = CMTime(value: 3, timescale: 20)

    let interval: CMTime
    private let first: CMTime
    private var count: Int32 = 0

    init(interval: CMTime, first: CMTime) {
        self.interval = interval
        self.first = CMTimeMinimum(first, interval)
    }

    /// Where the next fragment should end.
    var cut: CMTime { first + CMTimeMultiply(interval, multiplier: count) }

    /// Where the fragment ends that can be made now; nil as long as something is missing.
    func nextCut(_ tracks: [Progress]) -> CMTime? {
        let ends = tracks.compactMap(\.end)
        guard let lead = ends.max() else { return nil }
        let margin = tracks.contains(where: \.needsSync) ? Self.tolerance : .zero
        let needed = cut + margin
        guard lead >= needed else { return nil }
        let isLate = lead >= cut + Self.patience
        guard isLate || tracks.allSatisfy({ ($0.end ?? .zero) >= cut }) else { return nil }
        let near = tracks.flatMap(\.syncTimes).filter { CMTimeAbsoluteValue($0 - cut) <= Self.tolerance }
        return near.min { CMTimeAbsoluteValue($0 - cut) < CMTimeAbsoluteValue($1 - cut) } ?? cut
    }

    /// Notes that everything before a time has been cut off.
    mutating func passed(_ time: CMTime) {
        repeat { count += 1 } while cut <= time
    }
}
