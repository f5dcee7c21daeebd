/// Brings samples that come in decode order into the order in which they are shown, as long as none is far from its place:
/// a few hundred wait, and no list of all times is needed. Pure.
package struct PresentationSorter {
    /// Samples whose places are not settled yet, in presentation order.
    private var open: [(ticks: Int64, index: Int)] = []
    private var settled = Int64.min

    package init(open: [(ticks: Int64, index: Int)] = [], settled: Int64 = Int64.min) {
        self.open = open
        self.settled = settled
    }

    /// More samples than codecs put out of order.
    static let reach = 256

    /// Takes the next sample in decode order, and tells of those whose places are settled, in presentation order. Of
    /// samples that start together the one that came first comes first. false where a sample belongs before one that is
    /// settled: then what has been told is worth nothing.
    package mutating func add(_ ticks: Int64, _ index: Int, _ settle: (Int) -> Void) -> Bool {
        guard ticks >= settled else { return false }
        var place = open.count
        while place > 0, ticks < open[place - 1].ticks { place -= 1 }
        open.insert((ticks, index), at: place)
        guard open.count == 2 * Self.reach else { return true }
        settled = open[Self.reach - 1].ticks
        for sample in open[..<Self.reach] { settle(sample.index) }
        open.removeFirst(Self.reach)
        return true
    }

    /// Tells of those that still wait: no more samples come.
    package mutating func finish(_ settle: (Int) -> Void) {
        for sample in open { settle(sample.index) }
        open = []
    }
}
