internal import AssetKitMedia

/// The order in which the samples of a track are shown. Takes memory only where it is another than the decode order.
package struct PresentationOrder: Sendable {
    /// How far from its place in presentation order the sample is in decode order: a few places, with all codecs there
    /// are.
    private var shifts: [Int16] = []
    /// The places in decode order, where some are further away than that.
    private var indices: [UInt32] = []
    /// For each block of samples in decode order, the latest presentation time before it.
    private var latest: [Int64] = []
    /// For each block, the earliest presentation time behind it.
    private var earliest: [Int64] = []

    private static let blockLength = 8

    /// Sorts the samples by presentation time; those that start together stay in decode order.
    init(_ table: any SampleTable) {
        guard !table.presentationTimesRise else { return }
        if let near = Self.nearShifts(table) {
            shifts = near
        } else {
            sort(table)
        }
        noteBounds(table)
    }

    /// How far samples are from their places; nil where some are far.
    private static func nearShifts(_ table: any SampleTable) -> [Int16]? {
        var cursor = SampleCursor(table)
        var sorter = PresentationSorter()
        var shifts: [Int16] = []
        shifts.reserveCapacity(table.count)
        // None is further away than the sorter reaches.
        func settle(_ index: Int) { shifts.append(Int16(index - shifts.count)) }
        for index in 0..<table.count {
            let ticks = cursor.sample(at: index, passes: true).presentationTicks
            guard sorter.add(ticks, index, settle) else { return nil }
        }
        sorter.finish(settle)
        return shifts
    }

    private mutating func sort(_ table: any SampleTable) {
        var cursor = SampleCursor(table)
        let ticks = (0..<table.count).map { cursor.sample(at: $0, passes: true).presentationTicks }
        // No table has more samples than 32 bits count.
        let sorted = (0..<UInt32(ticks.count)).sorted { (ticks[Int($0)], $0) < (ticks[Int($1)], $1) }
        let areNear = sorted.enumerated().allSatisfy { Int16(exactly: Int($1) - $0) != nil }
        if areNear {
            shifts = sorted.enumerated().map { Int16(truncatingIfNeeded: Int($1) - $0) }
        } else {
            indices = sorted
        }
    }

    private mutating func noteBounds(_ table: any SampleTable) {
        let blockCount = (table.count + Self.blockLength - 1) / Self.blockLength
        latest.reserveCapacity(blockCount)
        earliest.reserveCapacity(blockCount)
        var cursor = SampleCursor(table)
        var bound = Int64.min
        for index in 0..<table.count {
            let ticks = cursor.sample(at: index, passes: true).presentationTicks
            if index % Self.blockLength == 0 {
                latest.append(bound)
                earliest.append(ticks)
            }
            bound = max(bound, ticks)
            earliest[index / Self.blockLength] = min(earliest[index / Self.blockLength], ticks)
        }
        bound = .max
        for block in earliest.indices.reversed() {
            (earliest[block], bound) = (bound, min(bound, earliest[block]))
        }
    }

    /// Samples are shown as they are decoded.
    package var isDecodeOrder: Bool { shifts.isEmpty && indices.isEmpty }

    /// The place in decode order of the sample at a place in presentation order.
    package subscript(rank: Int) -> Int {
        if !shifts.isEmpty { return rank + Int(shifts[rank]) }
        return indices.isEmpty ? rank : Int(indices[rank])
    }

    /// The latest time at which any sample before `index` in decode order is shown; nil for the first sample.
    package func latestPresentation(before index: Int, in table: any SampleTable) -> Int64? {
        guard index > 0 else { return nil }
        guard !isDecodeOrder else { return table.presentationTicks(of: index - 1) }
        let block = (index - 1) / Self.blockLength
        return (block * Self.blockLength..<index).reduce(latest[block]) { max($0, table.presentationTicks(of: $1)) }
    }

    /// The earliest time at which any sample behind `index` in decode order is shown; nil for the last sample.
    package func earliestPresentation(after index: Int, in table: any SampleTable) -> Int64? {
        guard index + 1 < table.count else { return nil }
        guard !isDecodeOrder else { return table.presentationTicks(of: index + 1) }
        let block = (index + 1) / Self.blockLength
        let end = min((block + 1) * Self.blockLength, table.count)
        return (index + 1..<end).reduce(earliest[block]) { min($0, table.presentationTicks(of: $1)) }
    }
}
