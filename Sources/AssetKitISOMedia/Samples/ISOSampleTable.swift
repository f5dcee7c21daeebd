/// All samples of a track, kept as runs: looking one up takes logarithmic time, going through all linear time.
package struct ISOSampleTable: Sendable {
    package var times = ISODecodeTimes()
    /// Empty when no sample has an offset.
    package var compositionOffsets = ISORuns<Int32>()
    package var sizes = ISOSampleSizes()
    package var chunks = ISOSampleChunks()
    package var sync = ISOSyncSamples()
    /// Partial sync samples (`stps`): decoding can start with them, but their leading pictures are lost.
    package var partialSync = ISOSyncSamples()
    /// Empty when the file says nothing.
    package var dependencies = ISORuns<ISOSampleDependency>()
    /// For each type of group, an index into ``groups`` plus 1, or 0 for none.
    package var groupIndexes: [ISOCode: ISORuns<UInt32>] = [:]
    package private(set) var groups: [ISOSampleGroup] = []
    private var groupPlaces: [ISOSampleGroup: UInt32] = [:]
    /// Where the movie's own descriptions of groups are, which fragments refer to.
    var movieGroups: [ISOCode: [UInt32]] = [:]
    /// `cslg`: how much must be added to composition offsets so that none is negative, where the file says so.
    var compositionShift: Int64?
    package var facts = ISOSampleFacts()

    package var count: Int { facts.sampleCount }

    /// Sample `index`, counted from 0; nil where there is none.
    package subscript(index: Int) -> ISOSample? {
        guard index >= 0, index < count, let run = times.run(of: index), let chunk = chunks.extent(of: index) else {
            return nil
        }
        return ISOSample(
            index: index,
            decodeTime: times.time(of: index, inRun: run),
            duration: times.durations[run],
            compositionOffset: compositionOffsets[index] ?? 0,
            offset: offset(of: index, in: chunk),
            size: sizes[index],
            isSync: sync.contains(index),
            descriptionIndex: Int(chunks.descriptions[index] ?? 0)
        )
    }

    /// Where a sample's bytes begin; nil where there is no such sample.
    package func offset(of index: Int) -> Int64? {
        guard index >= 0, index < count, let extent = chunks.extent(of: index) else { return nil }
        return offset(of: index, in: extent)
    }

    /// The last sample whose decode time is `time` or before; nil before the first.
    package func index(decodedAt time: Int64) -> Int? { times.index(at: time).map { min($0, count - 1) } }

    /// Counts and gathers anew, after fragments have added samples.
    mutating func updateFacts() { facts = ISOSampleFacts(self, count: chunks.count) }

    /// How many samples lie whole in a file of `length` bytes.
    func availableCount(in length: Int64) -> Int {
        var cursor = ISORunCursor()
        return (0..<chunks.extentCount).reduce(0) { sum, extent in
            let samples = chunks.range(of: extent).clamped(to: 0..<count)
            let room = length - chunks.offsets[extent]
            guard sizes.byteCount(of: samples, from: &cursor) > room else { return sum + samples.count }
            let start = sizes.bytes(before: samples.lowerBound)
            let last = ISOSearch.last(in: samples) { sizes.bytes(before: $0 + 1) - start <= room }
            return sum + (last.map { $0 + 1 - samples.lowerBound } ?? 0)
        }
    }

    /// What the file says about how sample `index` and others need each other.
    package func dependency(of index: Int) -> ISOSampleDependency { dependencies[index] ?? .unknown }

    /// The group of a type (`rap `, `roll`, `prol`, `sync`) that sample `index` belongs to.
    package func group(_ type: ISOCode, of index: Int) -> ISOSampleGroup? {
        guard let number = groupIndexes[type]?[index], number > 0, Int(number) <= groups.count else { return nil }
        return groups[Int(number) - 1]
    }

    /// The place of a group in ``groups`` plus 1. Equal groups share one, so that a thousand fragments that describe the
    /// same group keep it once.
    package mutating func place(of group: ISOSampleGroup) -> UInt32 {
        if let place = groupPlaces[group] { return place }
        groups.append(group)
        let place = UInt32(groups.count)
        groupPlaces[group] = place
        return place
    }

    /// The last sample up to `index` that decoding can start with, be it a sync sample, a partial one or an open random
    /// access point; nil when there is none.
    package func randomAccessSample(atOrBefore index: Int) -> Int? {
        let candidates = [
            sync.last(atOrBefore: index), partialSync.last(atOrBefore: index), openAccessSample(atOrBefore: index),
        ]
        return candidates.compactMap { $0 }.max()
    }

    /// How many samples lie between sample `index` and the one that comes out right: in front of it when negative, behind
    /// it otherwise; nil where the file says nothing.
    package func rollDistance(of index: Int) -> Int? {
        for type: ISOCode in ["prol", "roll"] {
            switch group(type, of: index)?.kind {
            case .roll(let distance)?, .preRoll(let distance)?: return distance
            default: continue
            }
        }
        return nil
    }

    /// The last sample from which pictures that refresh bit by bit are whole at `index`; nil when there is none.
    package func gradualRefreshStart(for index: Int) -> Int? {
        guard let runs = groupIndexes["roll"], let last = runs.run(of: min(index, runs.count - 1)) else { return nil }
        // More than any stream needs: refreshing takes two runs of the table, one with a distance and one without.
        for run in (max(0, last - Self.refreshRunLimit)...last).reversed() {
            let samples = runs.range(of: run)
            guard case .roll(let distance)? = group("roll", of: samples.lowerBound)?.kind, distance >= 0 else {
                continue
            }
            let start = min(samples.upperBound - 1, index - distance)
            if start >= samples.lowerBound { return start }
        }
        return nil
    }

    private static let refreshRunLimit = 1024

    private func openAccessSample(atOrBefore index: Int) -> Int? {
        guard let runs = groupIndexes["rap "], var run = runs.run(of: min(index, runs.count - 1)) else { return nil }
        while runs.value(ofRun: run) == 0 {
            guard run > 0 else { return nil }
            run -= 1
        }
        return min(index, runs.range(of: run).upperBound - 1)
    }
}
