import AssetKitBase
import AssetKitTargets

/// A source whose sample n is the number n / 2^20 in all channels, so that each sample says which one it is. The first one is 1.
final class Counter: Sendable {
    struct State {
        var next = 1
        var isEmpty = false
        /// What it was asked for.
        var askedFor: [Int] = []
        /// How many frames are left; nil for no end.
        var left: Int?
    }
    let state = Protected(State())
    let channelCount: Int

    init(channelCount: Int = 2, frames: Int? = nil) {
        self.channelCount = channelCount
        state.withLock { $0.left = frames }
    }

    static func sample(_ number: Int) -> Float { Float(number) / 1_048_576 }

    @Sendable func fill(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
        state.withLock { state in
            let room = samples.count / channelCount
            if state.askedFor.count < 1000 { state.askedFor.append(room) }
            guard !state.isEmpty else { return 0 }
            let count = min(room, state.left ?? room)
            for frame in 0..<count {
                for channel in 0..<channelCount {
                    samples[frame * channelCount + channel] = Self.sample((state.next + frame) % 16_000_000)
                }
            }
            state.next += count
            state.left = state.left.map { $0 - count }
            return count
        }
    }

    /// How many frames it gave.
    var given: Int { state.withLock { $0.next - 1 } }
    var isEmpty: Bool {
        get { state.withLock { $0.isEmpty } }
        set { state.withLock { $0.isEmpty = newValue } }
    }
    var askedFor: [Int] { state.withLock { $0.askedFor } }

    /// The samples of the first frames.
    static func samples(_ frameCount: Int, channelCount: Int = 2, from first: Int = 1) -> [Float] {
        (0..<frameCount).flatMap { [Float](repeating: sample(first + $0), count: channelCount) }
    }
}
