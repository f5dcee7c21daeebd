internal import AssetKitBase
internal import CMTimeLib

/// Data of several outputs that waits for what belongs to the same time. The first output leads. Pure.
///
/// What leads is held until all others have something at its time or later. What others have besides comes by itself, in the order
/// of its time, before the next one that leads.
struct SynchronizedLine<Content> {
    struct Item {
        let time: CMTime
        /// Zero of what has no extent, such as a picture.
        let duration: CMTime
        let content: Content

        var end: CMTime { time + duration }
    }

    /// What belongs together, by the number of its output.
    typealias Match = [(output: Int, item: Item)]

    /// So many that lead wait for the others at most, and so much of an other for what leads.
    private static var limits: (leading: Int, following: Int) { (3, 200) }

    private var waiting: [[Item]]
    private var lastLead: CMTime?
    private var interval = CMTime(value: 1, timescale: 30)

    init(outputCount: Int) { waiting = Array(repeating: [], count: outputCount) }

    /// Takes what an output has. `isAwaited` says which outputs deliver at all. The answer is what is complete by that, in order.
    mutating func add(_ item: Item, of output: Int, isAwaited: (Int) -> Bool) -> [Match] {
        let place = waiting[output].lastIndex { $0.time <= item.time }.map { $0 + 1 } ?? 0
        waiting[output].insert(item, at: place)
        var matches: [Match] = []
        while let match = next(isAwaited) { matches.append(match) }
        return matches
    }

    /// Forgets what waits of an output. Nothing of it is near to what comes next.
    mutating func clear(_ output: Int) {
        waiting[output] = []
        if output == 0 { lastLead = nil }
    }

    private mutating func next(_ isAwaited: (Int) -> Bool) -> Match? {
        guard let lead = waiting[0].first else { return overdue() }
        if let early = earliest(before: lead) { return [(early, waiting[early].removeFirst())] }
        let isComplete = waiting.indices.dropFirst().allSatisfy { output in
            !isAwaited(output) || waiting[output].last.map { $0.time >= lead.time || lead.time < $0.end } ?? false
        }
        guard isComplete || waiting[0].count > Self.limits.leading else { return nil }
        var match: Match = [(0, waiting[0].removeFirst())]
        for output in waiting.indices.dropFirst() {
            guard let first = waiting[output].first, belongs(first, to: lead) else { continue }
            match.append((output, waiting[output].removeFirst()))
        }
        if let lastLead, lead.time > lastLead { interval = lead.time - lastLead }
        lastLead = lead.time
        return match
    }

    /// Whether something is of the time of what leads: it lasts then, or is nearer than half of what lies between two that lead.
    private func belongs(_ item: Item, to lead: Item) -> Bool {
        if item.duration > .zero { return item.time <= lead.time && lead.time < item.end }
        let distance = distance(item, lead)
        return distance + distance <= interval
    }

    /// The output of what comes first of all that is before what leads and does not belong to it.
    private func earliest(before lead: Item) -> Int? {
        waiting.indices.dropFirst().filter { isEarly($0, lead) }.min { waiting[$0][0].time < waiting[$1][0].time }
    }

    private func isEarly(_ output: Int, _ lead: Item) -> Bool {
        guard let first = waiting[output].first, first.time < lead.time else { return false }
        guard belongs(first, to: lead) else { return true }
        // Of those without an extent another one may be nearer.
        guard first.duration == .zero else { return false }
        return waiting[output].dropFirst().first.map { distance($0, lead) < distance(first, lead) } ?? false
    }

    private func distance(_ item: Item, _ lead: Item) -> CMTime {
        item.time > lead.time ? item.time - lead.time : lead.time - item.time
    }

    /// Nothing leads any more, and too much has come besides.
    private mutating func overdue() -> Match? {
        guard let output = waiting.indices.first(where: { waiting[$0].count > Self.limits.following }) else {
            return nil
        }
        return [(output, waiting[output].removeFirst())]
    }
}
