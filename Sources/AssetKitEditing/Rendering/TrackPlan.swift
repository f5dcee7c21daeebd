internal import AssetKitInterchange
internal import CMTimeLib

/// What shows when on a track of a document: its clips, each for as long as transitions beside it need.
struct TrackPlan {
    /// So much of the media beside a transition may be missing without that it becomes shorter, besides the moment in which their
    /// file goes on without them. Zero where nothing may be missing.
    private let moment: CMTime
    /// nil for what is empty: gaps, and clips that cannot be shown.
    private var slots: [(range: CMTimeRange, shown: ShownClip?)] = []
    /// Where the last transition ends.
    private var reached = CMTime.zero
    private var pending: EditTransition?
    /// What of the transitions is not as the document has it, a sentence each.
    private(set) var problems: [String] = []

    init(moment: CMTime) { self.moment = moment }

    /// Those that show, in the order of time.
    var clips: [ShownClip] { slots.compactMap(\.shown) }

    /// Adds what takes time. nil for nothing to show.
    mutating func append(_ shown: ShownClip?, in range: CMTimeRange) {
        slots.append((range, shown))
        if let transition = pending { lay(transition, before: slots.count - 1) }
        pending = nil
    }

    /// Adds a transition to what comes next.
    mutating func append(_ transition: EditTransition) { pending = transition }

    /// Nothing comes any more.
    mutating func finish() {
        if let transition = pending { lay(transition, before: slots.count) }
        pending = nil
    }

    /// Lays a transition over the cut before a slot, as far as there are media on both sides of it.
    private mutating func lay(_ transition: EditTransition, before slot: Int) {
        let last = slot > 0 ? slots[slot - 1] : nil
        let next = slot < slots.count ? slots[slot] : nil
        guard last?.shown != nil || next?.shown != nil else { return }
        let cut = next?.range.start ?? last?.range.end ?? .zero
        let room = last.map { cut - CMTimeMaximum($0.range.start, reached) } ?? .zero
        let before = CMTimeMinimum(share(of: transition.inOffset, in: next?.shown?.spareBefore), room)
        let length = next?.range.duration ?? .zero
        let out = share(of: transition.outOffset, in: last?.shown?.spareBehind, held: last?.shown?.heldBehind)
        let behind = CMTimeMinimum(out, length)
        note(transition, at: cut, lasting: before + behind)
        guard before + behind > .zero else { return }
        let range = CMTimeRange(start: cut - before, end: cut + behind)
        let hasPartner = last?.shown != nil && next?.shown != nil
        let change = ShownClip.Change(range: range, hasPartner: hasPartner)
        if last?.shown != nil { slots[slot - 1].shown?.going = change }
        if next?.shown != nil { slots[slot].shown?.coming = change }
        reached = range.end
    }

    /// As much of an offset as there are media for, which is all where there are none that could end. `held`: with the moment for
    /// which they are held.
    private func share(of offset: CMTime, in spare: CMTime?, held: CMTime? = nil) -> CMTime {
        guard let spare, spare < offset else { return offset }
        // Documents round times.
        if moment > .zero, let held, offset - held < CMTime(value: 1, timescale: 1000) { return offset }
        return spare > .zero && offset - spare <= moment ? offset : spare
    }

    private mutating func note(_ transition: EditTransition, at cut: CMTime, lasting length: CMTime) {
        let place = "the transition '\(transition.label)' at \(Self.text(cut))"
        if length <= .zero {
            problems.append("\(place) becomes a cut: there are no media beside it")
        } else if length < transition.inOffset + transition.outOffset {
            problems.append("\(place) lasts only \(Self.text(length)): there are no more media beside it")
        }
    }

    private static func text(_ time: CMTime) -> String { "\((time.seconds * 1000).rounded() / 1000) s" }
}

extension EditTransition {
    fileprivate var label: String {
        if !name.isEmpty { return name }
        if case .other(let kind) = kind { return kind }
        return "dissolve"
    }
}
