internal import AssetKitBase
internal import Dispatch
internal import Foundation

/// Measures ranges on all cores and joins them.
final class WaveformWorkers<Sound: WaveformSound>: Sendable {
    private let sound: Sound
    private let settings: WaveformMeter.Settings
    private let ranges: [Range<Int>]
    private let isOpenEnded: Bool
    private let workerCount: Int
    private let progress: @Sendable (Double) -> Void
    private let cancellation: CancellationFlag
    private let state: Lock<State>

    /// What has been handed out and what has come of it.
    private struct State {
        var nextRange = 0
        var framesDone = 0
        /// The points of the first ranges, as many as are done without one missing between them.
        var points = WaveformPoints()
        var joinedCount = 0
        /// The points of later ranges, by their numbers: a few, since ranges are taken in order.
        var waiting: [Int: WaveformPoints] = [:]
        var failure: (range: Int, error: any Error)?

        /// Joins the points of a range as soon as all before them have been: a long waveform is not kept twice.
        mutating func take(_ part: WaveformPoints, of range: Int) {
            waiting[range] = part
            while let next = waiting.removeValue(forKey: joinedCount) {
                points.append(contentsOf: next)
                joinedCount += 1
            }
        }
    }

    init(
        _ sound: Sound,
        _ settings: WaveformMeter.Settings,
        _ ranges: [Range<Int>],
        isOpenEnded: Bool = false,
        workerCount: Int = ProcessInfo.processInfo.activeProcessorCount,
        cancellation: CancellationFlag,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.sound = sound
        self.settings = settings
        self.ranges = ranges
        self.isOpenEnded = isOpenEnded
        self.workerCount = max(1, min(workerCount, ranges.count))
        self.cancellation = cancellation
        self.progress = progress
        var state = State()
        if ranges.count > 1 {
            let frameCount = (ranges.last?.upperBound ?? 0) - (ranges.first?.lowerBound ?? 0)
            // So many points there will be: only what is certain is divided.
            state.points.reserve(settings, frameCount: frameCount, limit: WaveformPlan.largestValueCount)
        }
        self.state = Lock(state)
    }

    /// All points. Decoding blocks, so it runs on threads of its own; a task that is cancelled has its answer as soon as
    /// the blocks under way are done.
    func points() async throws -> WaveformPoints {
        let queue = DispatchQueue(label: "assetkit.waveform", attributes: .concurrent)
        let group = DispatchGroup()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                for _ in 0..<workerCount { queue.async(group: group) { self.work() } }
                group.notify(queue: queue) { continuation.resume() }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try state.withLock { state in
            if let failure = state.failure { throw failure.error }
            return state.points
        }
    }

    /// Measures ranges until there are none left, or one of them failed.
    private func work() {
        while let index = next() {
            do {
                let part = try WaveformRangeReader.points(
                    of: ranges[index],
                    isOpenEnded: isOpenEnded,
                    in: sound,
                    settings,
                    cancellation,
                    progress: report
                )
                state.withLock { $0.take(part, of: index) }
            } catch {
                state.withLock { state in
                    // Of several errors the earliest place counts, so that it is the same one every time.
                    if state.failure.map({ index < $0.range }) ?? true { state.failure = (index, error) }
                }
            }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.nextRange < ranges.count, state.failure == nil else { return nil }
            defer { state.nextRange += 1 }
            return state.nextRange
        }
    }

    private func report(_ frameCount: Int) {
        let total = (ranges.last?.upperBound ?? 0) - (ranges.first?.lowerBound ?? 0)
        guard frameCount > 0, total > 0 else { return }
        let done = state.withLock { state in
            state.framesDone += frameCount
            return state.framesDone
        }
        progress(min(1, Double(done) / Double(total)))
    }
}
