internal import AssetKitISOMedia

/// The samples of an ISO media track, out of its own tables.
struct ISOTrackSamples: SampleTable {
    private let table: ISOSampleTable
    let tick: TickLength
    let decodeTimesRise: Bool
    let presentationTimesRise: Bool
    private let isSound: Bool

    /// nil for a track whose times cannot be counted.
    init?(_ track: ISOTrack) {
        guard let tick = TickLength(1, over: Int32(clamping: track.media.timescale)) else { return nil }
        self.tick = tick
        table = track.samples
        // A fragment may start before the one in front of it ends.
        decodeTimesRise = track.samples.times.isRising
        presentationTimesRise = !track.samples.facts.needsReordering
        isSound = track.handler.type == "soun"
    }

    var count: Int { table.count }

    var largestDecodeLag: Int64 { max(0, -Int64(table.compositionOffsets.smallest ?? 0)) }

    subscript(index: Int) -> IndexedSample {
        guard let sample = table[index] else { return IndexedSample() }
        return Self.indexed(
            sample,
            table.dependency(of: index),
            isPartialSync: table.partialSync.contains(index) || table.group("rap ", of: index) != nil
        )
    }

    func append(_ range: Range<Int>, to samples: inout [IndexedSample]) {
        var cursor = ISOSampleCursor()
        var (partialSync, dependencies, openings) = (ISORunCursor(), ISORunCursor(), ISORunCursor())
        // The samples with open random access points are looked for once, and not by name for each sample.
        let places = table.groupIndexes["rap "] ?? ISORuns()
        let groups = UInt32(table.groups.count)
        // Taken out once: each look at a part of the table copies that part's references.
        let (partialSyncs, allDependencies) = (table.partialSync, table.dependencies)
        for index in range {
            guard let sample = table.sample(at: index, from: &cursor) else {
                samples.append(IndexedSample())
                continue
            }
            let place = places.value(at: index, from: &openings) ?? 0
            let isPartial = partialSyncs.contains(index, from: &partialSync)
            let dependency = allDependencies.value(at: index, from: &dependencies) ?? .unknown
            samples.append(
                Self.indexed(sample, dependency, isPartialSync: isPartial || (place > 0 && place <= groups))
            )
        }
    }

    private static func indexed(
        _ sample: ISOSample,
        _ dependency: ISOSampleDependency,
        isPartialSync: Bool
    ) -> IndexedSample {
        IndexedSample(
            decodeTicks: sample.decodeTime,
            presentationTicks: sample.presentationTime,
            durationTicks: Int64(sample.duration),
            byteCount: Int64(sample.size),
            position: sample.offset,
            isContiguous: true,
            isSync: sample.isSync,
            isPartialSync: isPartialSync,
            dependsOnOthers: dependency.dependsOnOthers,
            othersDependOnIt: dependency.othersDependOnIt,
            hasRedundantCoding: dependency.hasRedundantCoding,
            descriptionIndex: sample.descriptionIndex
        )
    }

    // The times alone need less of the table than a whole sample.

    func decodeTicks(of index: Int) -> Int64 {
        guard index < count, let run = table.times.run(of: index) else { return 0 }
        return table.times.time(of: index, inRun: run)
    }

    func presentationTicks(of index: Int) -> Int64 {
        guard index < count, let run = table.times.run(of: index) else { return 0 }
        return table.times.time(of: index, inRun: run) + Int64(table.compositionOffsets[index] ?? 0)
    }

    func durationTicks(of index: Int) -> Int64 {
        guard index < count, let run = table.times.run(of: index) else { return 0 }
        return Int64(table.times.durations[run])
    }

    func accessPoint(atOrBefore index: Int) -> Int? { table.randomAccessSample(atOrBefore: index) }

    func refreshCount(of index: Int) -> Int? { isSound ? table.rollDistance(of: index).map(abs) : nil }

    func samplesNeeded(before index: Int) -> Int {
        if let count = refreshCount(of: index) { return min(count, index) }
        let starts = [table.randomAccessSample(atOrBefore: index), table.gradualRefreshStart(for: index)]
        return index - (starts.compactMap { $0 }.max() ?? 0)
    }

    func uniformChunk(of index: Int) -> Range<Int>? {
        guard let samples = table.chunks.chunk(of: index)?.clamped(to: 0..<count), samples.contains(index),
            table.sizes.areEqual(samples), table.times.areEqual(samples)
        else { return nil }
        return samples
    }

    func chunk(of index: Int) -> SampleChunk? {
        guard let samples = table.chunks.chunk(of: index)?.clamped(to: 0..<count),
            let offset = table.offset(of: samples.lowerBound)
        else { return nil }
        return SampleChunk(
            samples: samples,
            offset: offset,
            byteCount: table.sizes.bytes(before: samples.upperBound) - table.sizes.bytes(before: samples.lowerBound),
            hasUniformSizes: table.sizes.areEqual(samples),
            hasUniformDurations: table.times.areEqual(samples),
            // `stsc` and `tfhd` name one description for all samples of a chunk.
            hasUniformDescriptions: true
        )
    }
}
