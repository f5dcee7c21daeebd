/// Goes through the samples of a track in decode order. They come out of the table many at a time, so that a step costs
/// the same however long the table is; going elsewhere costs a search.
@usableFromInline
package struct SampleCursor {
    private let table: any SampleTable
    /// Samples that have been looked up, and the place of the first of them.
    @usableFromInline package private(set) var samples: [IndexedSample] = []
    @usableFromInline package private(set) var first = 0

    /// So many samples are looked up at once, but for the first ones: one who jumps about needs few.
    package static let step = 128
    private static let firstStep = 8
    /// So many samples that are behind are forgotten at once.
    @inlinable package static var forgetStep: Int { 512 }

    package init(_ table: any SampleTable) { self.table = table }

    /// Looks up the sample at a place. Those before it may be forgotten where it `passes` them.
    @inlinable
    package mutating func sample(at index: Int, passes: Bool = false) -> IndexedSample {
        if index < first || index >= first + samples.count { load(index) }
        if passes, index - first >= Self.forgetStep { forget(before: index) }
        return samples[index - first]
    }

    @usableFromInline
    package mutating func forget(before index: Int) {
        samples.removeFirst(index - first)
        first = index
    }

    @usableFromInline
    package mutating func load(_ index: Int) {
        let isNext = !samples.isEmpty && index == first + samples.count
        if !isNext {
            samples.removeAll(keepingCapacity: true)
            first = index
        }
        let end = min(table.count, index + (isNext ? Self.step : Self.firstStep))
        table.append(index..<max(end, index + 1), to: &samples)
    }
}
