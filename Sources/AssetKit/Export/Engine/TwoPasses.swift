internal import Foundation

/// What is known between the two passes over a track of pictures: how many bits each part takes at one quality. By that the
/// bits of the whole are shared out among parts.
final class TwoPasses: Sendable {
    /// What a first pass over a part found.
    struct Measure: Sendable {
        var byteCount = 0
        var seconds = 0.0
    }

    private struct State {
        var next = 0
        var measures: [Measure?]
        var isStopped = false
    }

    private let folder: HiddenFolder
    private let bitRate: Double
    private let state: Monitor<State>

    /// `target`: the file beside which encoders' notes may lie.
    init(partCount: Int, bitRate: Int64, besides target: String) throws {
        folder = try HiddenFolder(besides: target)
        self.bitRate = Double(bitRate)
        state = Monitor(State(measures: Array(repeating: nil, count: partCount)))
    }

    func pass(_ order: SampleEncoder.Pass, over part: Int) -> EncoderPass {
        EncoderPass(order: order, path: folder.plainPath(String(part)))
    }

    /// The number of the next part that nobody has measured; nil when there is none.
    func claim() -> Int? {
        state.withLock { state in
            guard state.next < state.measures.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func note(_ measure: Measure, of part: Int) {
        state.withLock { $0.measures[part] = measure }
        state.announce()
    }

    /// Waits until all parts have been measured, and answers the bits in a second that each may have.
    func rates() throws -> [Int64] {
        let measures = try state.wait { state -> [Measure]? in
            if state.isStopped { throw CancellationError() }
            let known = state.measures.compactMap { $0 }
            return known.count == state.measures.count ? known : nil
        }
        return Self.rates(bitRate, measures)
    }

    /// Bits in a second of parts that together have a rate, each as many as its share of what all took.
    static func rates(_ bitRate: Double, _ measures: [Measure]) -> [Int64] {
        let bytes = measures.reduce(0) { $0 + Double($1.byteCount) }
        let seconds = measures.reduce(0) { $0 + $1.seconds }
        return measures.map { measure in
            guard bytes > 0, measure.seconds > 0 else { return Int64(bitRate) }
            let share = Double(measure.byteCount) / bytes
            return max(1000, Int64(bitRate * seconds * share / measure.seconds))
        }
    }

    /// Whoever waits goes on.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.announce()
    }
}
