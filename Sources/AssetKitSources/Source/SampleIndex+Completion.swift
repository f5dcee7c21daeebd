internal import AssetKitBase

extension PacketTable {
    /// Fills in the times that the container left out. `keepsDurations`: what packets say about how long they last is
    /// the container's word; where it is not, a sample lasts until the next one shows.
    mutating func complete(keepsDurations: Bool) {
        if allMarks.contains(.withoutPresentationTime) { fillPresentationTimes() }
        if allMarks.contains(.withoutDecodeTime) { fillDecodeTimes() }
        close()
        fillDurations(all: !keepsDurations)
    }

    /// A sample without a presentation time shows when it is decoded; without either time, behind the one before.
    private mutating func fillPresentationTimes() {
        separateTimes()
        for index in 0..<count where marks(of: index).isSuperset(of: [.withoutDecodeTime, .withoutPresentationTime]) {
            guard index > 0 else { continue }
            presentationTimes[index] = presentationTimes[index - 1].addingClamped(durations[index - 1])
        }
    }

    /// Decode times are the presentation times in ascending order, all earlier by the same reordering delay.
    private mutating func fillDecodeTimes() {
        close()
        let order = PresentationOrder(self)
        var delay = reorderingDelay(order)
        for index in (0..<count).reversed() {
            let shown = presentationTimes[order[index]]
            if marks(of: index).contains(.withoutDecodeTime) {
                let paced = shown.subtractingClamped(delay)
                let next = index + 1 < count ? decodeTicks(of: index + 1) : .max
                setDecodeTicks(of: index, to: min(paced, next, presentationTimes[index]))
            } else {
                delay = shown.subtractingClamped(decodeTicks(of: index))
            }
        }
    }

    /// How much earlier than in rhythm samples must be decoded: as the last known decode time says, or else as the most
    /// delayed sample needs.
    private func reorderingDelay(_ order: PresentationOrder) -> Int64 {
        if let known = (0..<count).last(where: { !marks(of: $0).contains(.withoutDecodeTime) }) {
            return presentationTimes[order[known]].subtractingClamped(decodeTicks(of: known))
        }
        return (0..<count).reduce(0) {
            max($0, presentationTimes[order[$1]].subtractingClamped(presentationTimes[$1]))
        }
    }

    /// A sample that does not say how long it lasts does so until the next one shows; the last as long as the one before.
    private mutating func fillDurations(all: Bool) {
        guard all || (0..<count).contains(where: { durations[$0] == 0 }) else { return }
        let order = PresentationOrder(self)
        for rank in 0..<count {
            let index = order[rank]
            guard all || durations[index] == 0 else { continue }
            if rank + 1 < count {
                let length = presentationTimes[order[rank + 1]].subtractingClamped(presentationTimes[index])
                // The fields of one picture may share a time.
                if length > 0 { durations[index] = length }
            } else if durations[index] == 0, rank > 0 {
                durations[index] = durations[order[rank - 1]]
            }
        }
    }
}
