/// Where a walk along runs stands. The run of the same place or of the next one is found at once, that of any other
/// place by a search: so a walk takes one step a place, however many runs there are.
package struct ISORunCursor {
    private var run = 0

    package init() {}

    /// The run that holds `index`: the last of `count` runs that starts there or before it. The first one does.
    @inline(__always)
    package mutating func run(of index: Int, count: Int, start: (Int) -> Int) -> Int {
        if run < count, start(run) <= index {
            if run + 1 == count || index < start(run + 1) { return run }
            if run + 2 == count || index < start(run + 2) {
                run += 1
                return run
            }
        }
        run = ISOSearch.last(in: 0..<count) { start($0) <= index } ?? 0
        return run
    }
}
