internal import AssetKitBase
internal import CMTimeLib

/// What an output takes of a track, from where the item is.
///
/// SAFETY: what changes is touched behind ``PlaybackLock`` only.
final class TimedSupply: @unchecked Sendable {
    let trackID: Int32
    /// Which of the item's seeks it belongs to.
    let generation: Int
    let reader: TimedReader
    /// Whether the client hears of it when something ends and nothing follows.
    private let tellsEnds: Bool
    private(set) var events = Fifo<TimedEvent>()
    var isReading = false
    private(set) var isAtEnd = false
    /// When what came last ends.
    private var lastEnd: CMTime?

    init(_ trackID: Int32, _ generation: Int, _ reader: TimedReader, tellsEnds: Bool) {
        (self.trackID, self.generation, self.reader, self.tellsEnds) = (trackID, generation, reader, tellsEnds)
    }

    func add(_ samples: [TimedSample], isLast: Bool) {
        for sample in samples {
            end(before: sample.range.start)
            events.append(TimedEvent(time: sample.range.start, sample: sample))
            lastEnd = sample.range.duration > .zero ? sample.range.end : nil
        }
        guard isLast else { return }
        isAtEnd = true
        end(before: .positiveInfinity)
    }

    private func end(before time: CMTime) {
        guard tellsEnds, let end = lastEnd, end < time else { return }
        events.append(TimedEvent(time: end, sample: nil))
        lastEnd = nil
    }

    /// What is to be told by a time.
    func take(until time: CMTime) -> [TimedEvent] {
        var due: [TimedEvent] = []
        while let next = events.first, next.time <= time, let event = events.popFirst() { due.append(event) }
        return due
    }
}
