internal import AssetKitBase
internal import AssetKitClocks
internal import Foundation
internal import Glibc

/// A capture from a sound card, on a thread of its own: what is read goes to a sink, with times of the host clock.
final class CardCapture: Sendable {
    private struct State {
        /// Nil once it is over, so that nothing is said twice.
        var sink: (any DeviceSink)?
        /// Nil once the thread has it, which lets go of it before it says that it has ended: whoever stops it may want the card.
        var card: (any CardReader)?
        var thread: pthread_t?
        var hasEnded = false
    }

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
        (self.clock, self.patience) = (clock, patience)
        offset = host === clock ? 0 : host.now - clock.now
        state = Monitor(State(sink: sink, card: card))
    }

    func begin() { WorkerThread.start("assetkit.alsa.capture") { self.run() } }

    /// The sink is not called any more when this returns, and the card is closed, unless it is the sink that calls.
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
        let failure = listen()
        let sink = state.withLock { state in
            defer { state.sink = nil }
            return state.sink
        }
        if let failure { sink?.failed(failure) }
        state.withLock { $0.hasEnded = true }
        state.announce()
    }

    private var sink: (any DeviceSink)? { state.withLock { $0.sink } }

    /// To the end, and nobody has the card then.
    private func listen() -> DeviceFailure? {
        let card = state.withLock { state in
            state.thread = pthread_self()
            defer { state.card = nil }
            return state.card
        }
        return card.flatMap(record)
    }

    /// Nil where somebody has stopped it.
    private func record(_ card: any CardReader) -> DeviceFailure? {
        // Whatever this thread waits for after that, a card has no more sound than the time allows.
        var progress = Progress(card, patience, at: clock.now)
        if case .gone(let failure) = card.start() { return failure }
        while sink != nil {
            if let failure = step(&progress) { return failure }
        }
        return nil
    }

    private func step(_ progress: inout Progress) -> DeviceFailure? {
        let before = clock.now
        var reading = progress.card.wait(milliseconds: 20)
        if case .frames(let count) = reading, count > 0 { reading = take(count, &progress) }
        switch reading {
        case .gone(let failure): return failure
        case .frames(1...): return nil
        case .frames: break
        case .lost: progress.lose(at: before)
        }
        if let failure = idle(&progress) { return failure }
        // There are devices that do not wait.
        if clock.now - before < 1_000_000 { rest() }
        return nil
    }

    /// Nothing has come.
    private func idle(_ progress: inout Progress) -> DeviceFailure? {
        let now = clock.now
        switch progress.pace.verdict(at: now) {
        case .waiting: return nil
        case .stalled: return .stalled
        case .restart:
            if case .gone(let failure) = progress.card.start() { return failure }
            progress.restart(at: now)
            return nil
        }
    }

    private func rest() { _ = state.wait(until: .now + Self.pause) { $0.sink == nil ? () : nil } }

    /// Reads a block, and hands it on: so many frames as there are and may come now.
    private func take(_ ready: Int, _ progress: inout Progress) -> CardReading {
        let card = progress.card
        let format = card.format
        let most = max(1, format.sampleRate / Self.blocksPerSecond)
        let count = min(progress.pace.allowance(ready, at: clock.now), most)
        guard count > 0 else { return .frames(0) }
        if progress.isToAsk(at: clock.now), let (hostTime, framesAhead) = card.time() {
            progress.filter.note(frame: progress.frame + Int64(framesAhead), at: hostTime)
        }
        var reading = CardReading.frames(0)
        let samples = [Float](unsafeUninitializedCapacity: count * format.channelCount) { buffer, filled in
            reading = card.read(into: UnsafeMutableBufferPointer(rebasing: buffer.prefix(count * format.channelCount)))
            if case .frames(let count) = reading { filled = count * format.channelCount }
        }
        if case .frames = reading { hand(on: DeviceSoundBlock(samples, format), &progress) }
        return reading
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

    /// Where a capture is.
    private struct Progress {
        let card: any CardReader
        var filter: StreamClockFilter
        var pace: CardPace
        /// The number of the next frame.
        var frame: Int64 = 0
        private var asked = Int64.min

        init(_ card: any CardReader, _ patience: Int64, at now: Int64) {
            self.card = card
            filter = StreamClockFilter(sampleRate: card.format.sampleRate)
            pace = CardPace(card.format, patience: patience, at: now)
        }

        mutating func isToAsk(at now: Int64) -> Bool {
            guard asked == .min || now - asked >= CardCapture.askPause else { return false }
            asked = now
            return true
        }

        /// It was started anew, since nothing came.
        mutating func restart(at now: Int64) {
            pace.restart(at: now)
            miss()
        }

        mutating func lose(at now: Int64) {
            pace.lost(at: now)
            miss()
        }

        /// Sound is missing, and how much of it the card's next times say.
        private mutating func miss() {
            filter.restart()
            asked = .min
        }
    }
}
