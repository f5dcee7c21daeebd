/// Samples one after the other in decoding order; a step takes no more than looking up a size.
struct ISOSampleWalk: Sequence, IteratorProtocol {
    private let table: ISOSampleTable
    private var index: Int
    private var timeRun: Int
    private var offsetRun: Int
    private var chunk: Int
    private var position: Int64

    init(_ table: ISOSampleTable, from index: Int) {
        self.table = table
        self.index = index
        timeRun = table.times.run(of: index) ?? 0
        offsetRun = table.compositionOffsets.run(of: index) ?? 0
        chunk = table.chunks.extent(of: index) ?? 0
        position = table[index]?.offset ?? 0
    }

    mutating func next() -> ISOSample? {
        guard index >= 0, index < table.count else { return nil }
        if index >= table.times.range(of: timeRun).upperBound { timeRun += 1 }
        if index >= table.chunks.range(of: chunk).upperBound {
            chunk += 1
            position = table.chunks.offsets[chunk]
        }
        let size = table.sizes[index]
        let sample = ISOSample(
            index: index,
            decodeTime: table.times.time(of: index, inRun: timeRun),
            duration: table.times.durations[timeRun],
            compositionOffset: nextCompositionOffset(),
            offset: position,
            size: size,
            isSync: table.sync.contains(index),
            descriptionIndex: Int(table.chunks.descriptions[index] ?? 0)
        )
        index += 1
        position += Int64(size)
        return sample
    }

    private mutating func nextCompositionOffset() -> Int32 {
        guard index < table.compositionOffsets.count else { return 0 }
        if index >= table.compositionOffsets.range(of: offsetRun).upperBound { offsetRun += 1 }
        return table.compositionOffsets.values[offsetRun]
    }
}

extension ISOSampleTable {
    /// The samples from `index` on.
    func samples(from index: Int = 0) -> ISOSampleWalk { ISOSampleWalk(self, from: index) }
}
