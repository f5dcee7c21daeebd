/// The order in which the samples of a track are shown. Takes memory only where it is another than the decode order.
struct PresentationOrder: Sendable {
    private let indices: [UInt32]
    /// For each sample in decode order, the latest presentation time up to and with it.
    private let latest: [Int64]
    /// For each sample in decode order, the earliest presentation time from it on.
    private let earliest: [Int64]

    /// Sorts the samples by presentation time; those that start together stay in decode order.
    init(_ table: any SampleTable) {
        guard !table.presentationTimesRise else {
            (indices, latest, earliest) = ([], [], [])
            return
        }
        // No table has more samples than 32 bits count.
        let ticks = (0..<table.count).map { table.presentationTicks(of: $0) }
        indices = (0..<UInt32(ticks.count)).sorted { (ticks[Int($0)], $0) < (ticks[Int($1)], $1) }
        var latest = ticks
        for index in latest.indices.dropFirst() { latest[index] = max(latest[index], latest[index - 1]) }
        self.latest = latest
        var earliest = ticks
        for index in earliest.indices.dropLast().reversed() {
            earliest[index] = min(earliest[index], earliest[index + 1])
        }
        self.earliest = earliest
    }

    /// Samples are shown as they are decoded.
    var isDecodeOrder: Bool { indices.isEmpty }

    /// The place in decode order of the sample at a place in presentation order.
    subscript(rank: Int) -> Int { isDecodeOrder ? rank : Int(indices[rank]) }

    /// The latest time at which any sample before `index` in decode order is shown; nil for the first sample.
    func latestPresentation(before index: Int, in table: any SampleTable) -> Int64? {
        guard index > 0 else { return nil }
        return isDecodeOrder ? table.presentationTicks(of: index - 1) : latest[index - 1]
    }

    /// The earliest time at which any sample behind `index` in decode order is shown; nil for the last sample.
    func earliestPresentation(after index: Int, in table: any SampleTable) -> Int64? {
        guard index + 1 < table.count else { return nil }
        return isDecodeOrder ? table.presentationTicks(of: index + 1) : earliest[index + 1]
    }
}
