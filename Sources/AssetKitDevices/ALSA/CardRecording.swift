internal import AssetKitBase
internal import AssetKitClocks
internal import Foundation
internal import Glibc

/// A recording from a sound card, on a thread of its own: what is read goes to a sink, with times of the host clock.
final class CardRecording: Sendable {
    private struct State {
        /// Nil once it is over, so that nothing is said twice.
        var sink: (any DeviceSink)?
        var thread: pthread_t?
        var hasEnded = false
    }

    private let card: any CardReader
    private let clock: any HostClock
    /// What lies between the card's clock and the host's.
    private let offset: Int64
    private let patience: Int64
    private let state: Monitor<State>

    /// How often the card is asked what time it is, and how long it waits for one that has no clock.
    private static let askPause: Int64 = 100_000_000
    private static let pause = 0.005
    /// How much of sound a block has: a fiftieth of a second.
    private static let blocksPerSecond = 50

    /// `clock` is the one that the card's own times are of.
    init(
        _ card: any CardReader,
        for sink: any DeviceSink,
        on host: any HostClock,
        clock: any HostClock = SystemHostClock.shared,
        patience: Int64 = 1_000_000_000
    ) {
        (self.card, self.clock, self.patience) = (card, clock, patience)
        offset = host === clock ? 0 : host.now - clock.now
        state = Monitor(State(sink: sink))
    }

    func begin() { WorkerThread.start("assetkit.alsa.capture") { self.run() } }

    /// The sink is not called any more when this returns, unless it is the sink that calls.
    func stop() {
        let isOwnThread = state.withLock { state in
            state.sink = nil
            return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        state.announce()
        if !isOwnThread { state.wait { $0.hasEnded ? () : nil } }
    }

    /// To the end, on this thread.
    func run() {
        state.withLock { $0.thread = pthread_self() }
        let failure = record()
        let sink = state.withLock { state in
            defer { state.sink = nil }
            return state.sink
        }
        if let failure { sink?.failed(failure) }
        state.withLock { $0.hasEnded = true }
        state.announce()
    }

    private var sink: (any DeviceSink)? { state.withLock { $0.sink } }

    /// Nil where somebody has stopped it.
    private func record() -> DeviceFailure? {
        if case .gone(let failure) = card.start() { return failure }
        var progress = Progress(card, patience, at: clock.now)
        while sink != nil {
            let before = clock.now
            switch card.wait(milliseconds: 20) {
            case .gone(let failure): return failure
            case .lost: progress.restart(at: clock.now)
            case .frames(0):
                if let failure = idle(&progress) { return failure }
                // There are devices that do not wait.
                if clock.now - before < 1_000_000 { rest() }
            case .frames(let count):
                if let failure = take(count, &progress) { return failure }
            }
        }
        return nil
    }

    /// Nothing has come.
    private func idle(_ progress: inout Progress) -> DeviceFailure? {
        switch progress.pace.verdict(at: clock.now) {
        case .waiting: return nil
        case .stalled: return .stalled
        case .restart:
            if case .gone(let failure) = card.start() { return failure }
            progress.restart(at: clock.now)
            return nil
        }
    }

    private func rest() { _ = state.wait(until: .now + Self.pause) { $0.sink == nil ? () : nil } }

    /// Reads a block, and hands it on.
    private func take(_ ready: Int, _ progress: inout Progress) -> DeviceFailure? {
        let format = card.format
        let most = max(1, format.sampleRate / Self.blocksPerSecond)
        let count = min(progress.pace.allowance(ready, at: clock.now), most)
        guard count > 0 else {
            rest()
            return nil
        }
        if progress.isToAsk(at: clock.now), let (hostTime, framesAhead) = card.time() {
            progress.filter.note(frame: progress.frame + Int64(framesAhead), at: hostTime)
        }
        var reading = CardReading.frames(0)
        let samples = [Float](unsafeUninitializedCapacity: count * format.channelCount) { buffer, filled in
            reading = card.read(into: UnsafeMutableBufferPointer(rebasing: buffer.prefix(count * format.channelCount)))
            if case .frames(let count) = reading { filled = count * format.channelCount }
        }
        switch reading {
        case .gone(let failure): return failure
        case .lost: progress.restart(at: clock.now)
        case .frames: hand(on: DeviceSoundBlock(samples, format), &progress)
        }
        return nil
    }

    private func hand(on block: DeviceSoundBlock, _ progress: inout Progress) {
        guard block.frameCount > 0 else { return }
        let now = clock.now
        let stamp = progress.filter.stamp(frame: progress.frame, count: block.frameCount, now: now)
        progress.frame += Int64(block.frameCount)
        progress.pace.heard(block.frameCount, at: now)
        sink?.receive(
            DeviceSample(
                .sound(block),
                hostTime: stamp.hostTime + offset,
                isDiscontinuous: stamp.isDiscontinuous
            )
        )
    }

    /// Where a recording is.
    private struct Progress {
        var filter: StreamClockFilter
        var pace: CardPace
        /// The number of the next frame.
        var frame: Int64 = 0
        private var asked = Int64.min

        init(_ card: any CardReader, _ patience: Int64, at now: Int64) {
            filter = StreamClockFilter(sampleRate: card.format.sampleRate)
            pace = CardPace(card.format, patience: patience, at: now)
        }

        mutating func isToAsk(at now: Int64) -> Bool {
            guard asked == .min || now - asked >= CardRecording.askPause else { return false }
            asked = now
            return true
        }

        /// Sound is missing, and how much of it the card's next times say.
        mutating func restart(at now: Int64) {
            filter.restart()
            pace.restart(at: now)
            asked = .min
        }
    }
}
