import Testing

@testable import AssetKit
@testable import AssetKitCore

@Suite("Gains of sound")
struct GainEnvelopeTests {
    private let rate = 48_000

    /// From 0.25 to 1 in half a second from 0.1 s on, and the same down behind it.
    private var envelope: GainEnvelope {
        func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
            CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
        }
        var envelope = GainEnvelope()
        envelope.set(from: 0.25, to: 1, in: range(1, 6))
        envelope.set(from: 1, to: 0.5, in: range(6, 9))
        return envelope
    }

    /// What becomes of ones, in calls of so many frames.
    private func applied(_ channels: Int, _ count: Int, each step: Int) -> [Float] {
        var samples = [Float](repeating: 1, count: count * channels)
        samples.withUnsafeMutableBufferPointer { samples in
            for start in stride(from: 0, to: count, by: step) {
                let part = samples[start * channels..<min(start + step, count) * channels]
                envelope.apply(
                    to: UnsafeMutableBufferPointer(rebasing: part),
                    channels: channels,
                    from: Int64(start),
                    rate: rate
                )
            }
        }
        return samples
    }

    @Test("a frame has one gain, whatever its channels and wherever reading begins", arguments: [1, 2, 3, 6])
    func sameGains(_ channels: Int) {
        let count = rate
        let wanted = applied(1, count, each: count)
        for step in [count, 8192, 1001] {
            let samples = applied(channels, count, each: step)
            let isAlike = (0..<count).allSatisfy { frame in
                (0..<channels).allSatisfy { samples[frame * channels + $0] == wanted[frame] }
            }
            #expect(isAlike, "in calls of \(step) frames")
        }
    }

    @Test("a ramp is linear from frame to frame")
    func linear() {
        let gains = applied(2, rate, each: rate)
        for frame in stride(from: 4800, to: 28_800, by: 7) {
            let wanted = 0.25 + 0.75 * Double(frame - 4800) / 24_000
            #expect(abs(Double(gains[frame * 2]) - wanted) < 1e-7)
        }
        #expect(gains[0] == 1 && gains[2 * (rate - 1)] == 0.5)
    }
}
