/// The samples of an ISO media track, out of its own tables.
struct ISOTrackSamples: SampleTable {
    private let table: ISOSampleTable
    let tick: TickLength
    let decodeTimesRise: Bool
    let presentationTimesRise: Bool

    /// nil for a track whose times cannot be counted.
    init?(_ track: ISOTrack) {
        guard let tick = TickLength(1, over: Int32(clamping: track.media.timescale)) else { return nil }
        self.tick = tick
        table = track.samples
        // A fragment may start before the one in front of it ends; `stts` cannot go back.
        decodeTimesRise = track.fragmentDefaults == nil
        presentationTimesRise = decodeTimesRise && !track.samples.facts.needsReordering
    }

    var count: Int { table.count }

    subscript(index: Int) -> IndexedSample {
        guard let sample = table[index] else { return IndexedSample() }
        let dependency = table.dependency(of: index)
        return IndexedSample(
            decodeTicks: sample.decodeTime,
            presentationTicks: sample.presentationTime,
            durationTicks: Int64(sample.duration),
            byteCount: Int64(sample.size),
            position: sample.offset,
            isContiguous: true,
            isSync: sample.isSync,
            isPartialSync: table.partialSync.contains(index) || table.group("rap ", of: index) != nil,
            dependsOnOthers: dependency.dependsOnOthers,
            othersDependOnIt: dependency.othersDependOnIt,
            hasRedundantCoding: dependency.hasRedundantCoding,
            descriptionIndex: sample.descriptionIndex
        )
    }

    func accessPoint(atOrBefore index: Int) -> Int? { table.randomAccessSample(atOrBefore: index) }
}
