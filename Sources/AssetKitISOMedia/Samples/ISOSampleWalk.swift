/// Samples one after the other in decoding order.
package struct ISOSampleWalk: Sequence, IteratorProtocol {
    private let table: ISOSampleTable
    private var index: Int
    private var cursor = ISOSampleCursor()

    package init(_ table: ISOSampleTable, from index: Int) {
        self.table = table
        self.index = index
    }

    package mutating func next() -> ISOSample? {
        guard let sample = table.sample(at: index, from: &cursor) else { return nil }
        index += 1
        return sample
    }
}

extension ISOSampleTable {
    /// The samples from `index` on.
    package func samples(from index: Int = 0) -> ISOSampleWalk { ISOSampleWalk(self, from: index) }
}
