/// Samples one after the other in decoding order.
struct ISOSampleWalk: Sequence, IteratorProtocol {
    private let table: ISOSampleTable
    private var index: Int
    private var cursor = ISOSampleCursor()

    init(_ table: ISOSampleTable, from index: Int) {
        self.table = table
        self.index = index
    }

    mutating func next() -> ISOSample? {
        guard let sample = table.sample(at: index, from: &cursor) else { return nil }
        index += 1
        return sample
    }
}

extension ISOSampleTable {
    /// The samples from `index` on.
    func samples(from index: Int = 0) -> ISOSampleWalk { ISOSampleWalk(self, from: index) }
}
