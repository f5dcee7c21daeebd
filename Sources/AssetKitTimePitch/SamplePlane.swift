/// The samples of one channel, or of something made of all of them, that may still be needed. They keep their numbers when
/// those before them go. Before the first one and behind the last one there is a margin of silence that may be read.
final class SamplePlane {
    private var memory: UnsafeMutablePointer<Float>
    private var capacity: Int
    /// The number of the first sample that is there, and the one behind the last.
    private(set) var start = 0
    private(set) var end = 0

    /// So many samples beside those that are there can be read.
    static let margin = 64

    init() {
        capacity = 1 << 14
        memory = .allocate(capacity: capacity)
        memory.initialize(repeating: 0, count: capacity)
    }

    deinit { memory.deallocate() }

    /// Adds samples. Their memory may be written until the next call.
    func append(count: Int) -> UnsafeMutablePointer<Float> {
        reserve(count)
        let place = memory + (Self.margin + end - start)
        end += count
        (memory + (Self.margin + end - start)).update(repeating: 0, count: Self.margin)
        return place
    }

    /// Adds samples. What is no number becomes silence: one of them would silence all that follows.
    func append(_ samples: UnsafePointer<Float>, count: Int) {
        let place = append(count: count)
        for index in 0..<count { place[index] = samples[index].isFinite ? samples[index] : 0 }
    }

    /// Where a sample is. Valid until something is added or dropped.
    subscript(pointerTo number: Int) -> UnsafePointer<Float> {
        precondition(number >= start - Self.margin && number <= end + Self.margin, "sample \(number) is gone")
        return UnsafePointer(memory) + (Self.margin + number - start)
    }

    /// Samples before this number are not needed, but as much as may be read beside it. Does nothing where moving the others
    /// would cost more than it saves.
    func drop(before number: Int) {
        let dropped = min(number, end) - Self.margin - start
        guard dropped > capacity / 2 else { return }
        let kept = Self.margin + end - start - dropped + Self.margin
        memory.update(from: memory + dropped, count: kept)
        start += dropped
    }

    private func reserve(_ count: Int) {
        let needed = 2 * Self.margin + end - start + count
        guard needed > capacity else { return }
        let grown = UnsafeMutablePointer<Float>.allocate(capacity: max(needed, 2 * capacity))
        let held = 2 * Self.margin + end - start
        grown.initialize(from: memory, count: held)
        capacity = max(needed, 2 * capacity)
        (grown + held).initialize(repeating: 0, count: capacity - held)
        memory.deallocate()
        memory = grown
    }
}
