package import CMTimeLib

/// How a value changes in time: points from which on it stays, and ramps between two of them.
///
/// A point holds until whatever comes next begins, and the end of a ramp holds until then too. What is set later counts for
/// its own range; what else there was of an earlier ramp stays as it was.
package struct RampList<Value: RampValue>: Sendable, Hashable {
    /// What counts from a time on: a ramp, or the rest of one. They follow each other in time.
    private struct Piece: Sendable, Hashable {
        var start: CMTime
        /// Where the ramp, or what is left of it, ends; the start for a point.
        var end: CMTime
        var ramp: Ramp<Value>

        var isPoint: Bool { start == end }
    }

    private var pieces: [Piece] = []

    package init() {}

    /// Nothing has been set.
    package var isEmpty: Bool { pieces.isEmpty }

    /// From a time on the value is this one, until the next that is set begins.
    package mutating func set(_ value: Value, at time: CMTime) {
        // What is left of a ramp that the time falls into would begin nowhere: the point holds until what begins next.
        cut(at: time)
        pieces.removeSubrange(countOfPieces { $0.start < time }..<countOfPieces(startingUntil: time))
        insert(Piece(start: time, end: time, ramp: Ramp(CMTimeRange(start: time, end: time), from: value, to: value)))
    }

    /// Within a range the value goes from one to another. A range without length sets the end alone.
    package mutating func set(from start: Value, to end: Value, in range: CMTimeRange) {
        guard range.duration > .zero else { return set(end, at: range.start) }
        cut(at: range.start)
        cut(at: range.end)
        pieces.removeSubrange(countOfPieces { $0.start < range.start }..<countOfPieces { $0.start < range.end })
        insert(Piece(start: range.start, end: range.end, ramp: Ramp(range, from: start, to: end)))
    }

    /// What the value is at a time; nil before the first that is set.
    package func value(at time: CMTime) -> Value? {
        let count = countOfPieces(startingUntil: time)
        guard count > 0 else { return nil }
        return pieces[count - 1].ramp.value(at: time)
    }

    /// What the value goes through in the ramp that a time lies in, else in the next one; nil behind the last. A point counts
    /// as a ramp that ends where the next one begins.
    package func ramp(for time: CMTime) -> Ramp<Value>? {
        let count = countOfPieces(startingUntil: time)
        if count > 0, let found = ramp(of: count - 1), time < found.range.end { return found }
        return count < pieces.count ? ramp(of: count) : nil
    }

    /// All that has been set, in the order of time, as `ramp(for:)` tells it.
    package var ramps: [Ramp<Value>] { pieces.indices.compactMap(ramp(of:)) }

    /// When the value begins or ends to change.
    package var turningPoints: [CMTime] { pieces.flatMap { [$0.start, $0.end] } }

    /// Whether the value is the same at all times of a range; the one before the first that is set is `value`.
    package func isConstant(in range: CMTimeRange, before value: Value) -> Bool {
        let first = self.value(at: range.start) ?? value
        let next = countOfPieces(startingUntil: range.start)
        if next > 0, !isStill(pieces[next - 1], from: range.start) { return false }
        return pieces[next...].prefix { $0.start < range.end }.allSatisfy { $0.ramp.isFlat && $0.ramp.start == first }
    }

    private func isStill(_ piece: Piece, from time: CMTime) -> Bool { piece.ramp.isFlat || piece.end <= time }

    /// The same with other values. What lies between two of them has to become what lies between the other two.
    func mapped(_ other: (Value) -> Value) -> RampList {
        var list = self
        for place in pieces.indices {
            let ramp = pieces[place].ramp
            list.pieces[place].ramp = Ramp(ramp.range, from: other(ramp.start), to: other(ramp.end))
        }
        return list
    }

    /// The ramp as far as it counts.
    private func ramp(of index: Int) -> Ramp<Value>? {
        let piece = pieces[index]
        if piece.isPoint {
            let next = index + 1 < pieces.count ? pieces[index + 1].start : .positiveInfinity
            return Ramp(CMTimeRange(start: piece.start, end: next), from: piece.ramp.start, to: piece.ramp.end)
        }
        let range = CMTimeRange(start: piece.start, end: piece.end)
        return Ramp(range, from: piece.ramp.value(at: piece.start), to: piece.ramp.value(at: piece.end))
    }

    /// How many begin at a time or before it.
    private func countOfPieces(startingUntil time: CMTime) -> Int { countOfPieces { $0.start <= time } }

    /// How many there are of which something is true, where it is of the first ones.
    private func countOfPieces(where holds: (Piece) -> Bool) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(pieces[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes two of a ramp that a time falls into.
    private mutating func cut(at time: CMTime) {
        let count = countOfPieces(startingUntil: time)
        guard count > 0, pieces[count - 1].start < time, time < pieces[count - 1].end else { return }
        var rest = pieces[count - 1]
        pieces[count - 1].end = time
        rest.start = time
        pieces.insert(rest, at: count)
    }

    private mutating func insert(_ piece: Piece) { pieces.insert(piece, at: countOfPieces(startingUntil: piece.start)) }
}
