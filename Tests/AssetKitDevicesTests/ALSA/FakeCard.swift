import AssetKitBase
import AssetKitClocks
@testable import AssetKitDevices

/// A sound card that does what a script says, on a clock of its own.
final class FakeCard: CardReader {
    enum Step {
        /// So many frames, after as much time as they take.
        case sound(Int)
        /// Nothing, for so many milliseconds.
        case silence(Int64)
        /// Sound of so many milliseconds is lost.
        case loss(Int64)
        case gone(DeviceFailure)
    }
    private struct State {
        var steps: [Step]
        var ready = 0
        var read = 0
        var startCount = 0
        /// How often somebody has waited for what is there, without reading it.
        var idleCount = 0
    }

    let format = DeviceSoundFormat(sampleRate: 48_000, channelCount: 1)
    let clock = VirtualHostClock(now: 1_000_000_000)
    private let state: Protected<State>

    private let startMilliseconds: Int64
    private let whenClosed: @Sendable () -> Void

    /// Whoever starts it is kept for so long after it has begun.
    init(_ steps: [Step], startMilliseconds: Int64 = 0, whenClosed: @escaping @Sendable () -> Void = {}) {
        (self.startMilliseconds, self.whenClosed) = (startMilliseconds, whenClosed)
        state = Protected(State(steps: steps))
    }

    deinit { whenClosed() }

    var startCount: Int { state.withLock { $0.startCount } }

    func start() -> CardReading {
        pass(startMilliseconds * 1_000_000)
        state.withLock { state in
            state.startCount += 1
            state.ready += Int(startMilliseconds) * 48
        }
        return .frames(0)
    }

    func wait(milliseconds: Int) -> CardReading {
        let (ready, step) = state.withLock { state -> (Int, Step?) in
            guard state.ready == 0 else {
                state.idleCount += 1
                return (state.ready, state.idleCount > 10 ? .gone(.broken("nobody reads what is there")) : nil)
            }
            return (0, state.steps.isEmpty ? .gone(.disconnected) : state.steps.removeFirst())
        }
        switch step {
        case nil: return .frames(ready)
        case .sound(let count):
            pass(Int64(count) * 1_000_000 / 48)
            state.withLock { $0.ready = count }
            return .frames(count)
        case .silence(let milliseconds):
            pass(milliseconds * 1_000_000)
            return .frames(0)
        case .loss(let milliseconds):
            pass(milliseconds * 1_000_000)
            return .lost
        case .gone(let failure): return .gone(failure)
        }
    }

    /// The frame of the number n is n.
    func read(into samples: UnsafeMutableBufferPointer<Float>) -> CardReading {
        state.withLock { state in
            let count = min(samples.count, state.ready)
            state.idleCount = 0
            for index in 0..<count { samples.initializeElement(at: index, to: Float(state.read + index)) }
            (state.ready, state.read) = (state.ready - count, state.read + count)
            return .frames(count)
        }
    }

    func time() -> (hostTime: Int64, framesAhead: Int)? { (clock.now, state.withLock { $0.ready }) }

    private func pass(_ nanoseconds: Int64) { clock.advance(to: clock.now + nanoseconds) }
}
