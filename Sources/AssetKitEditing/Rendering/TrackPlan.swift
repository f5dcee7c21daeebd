internal import AssetKitInterchange
internal import CMTimeLib

/// What shows when on a track of a document: its clips, each for as long as transitions beside it need.
struct TrackPlan {
    /// nil for what is empty: gaps, and clips that cannot be shown.
    private var slots: [(range: CMTimeRange, shown: ShownClip?)] = []
    /// Where the last transition ends.
    private var reached = CMTime.zero
    private var pending: EditTransition?
    /// What of the transitions is not as the document has it, a sentence each.
    private(set) var problems: [String] = []

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
        let before = [transition.inOffset, room, next?.shown?.spareBefore ?? .positiveInfinity].min() ?? .zero
        let behind =
            [transition.outOffset, next?.range.duration ?? .zero, last?.shown?.spareBehind ?? .positiveInfinity].min()
            ?? .zero
        note(transition, at: cut, lasting: before + behind)
        guard before + behind > .zero else { return }
        let range = CMTimeRange(start: cut - before, end: cut + behind)
        let hasPartner = last?.shown != nil && next?.shown != nil
        let change = ShownClip.Change(range: range, hasPartner: hasPartner)
        if last?.shown != nil { slots[slot - 1].shown?.going = change }
        if next?.shown != nil { slots[slot].shown?.coming = change }
        reached = range.end
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
