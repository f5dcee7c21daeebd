import Testing

@testable import AssetKitCapture

@Suite("How loud sound is")
struct LevelMeterTests {
    /// With ten samples in a hundredth of a second.
    private func meter(_ parts: [[Float]], from first: Int = 0, stride: Int = 1) -> LevelMeter {
        var meter = LevelMeter(sampleRate: 1000)
        for part in parts { meter.add(part, from: first, stride: stride) }
        return meter
    }

    private func constant(_ value: Float, _ count: Int) -> [Float] { Array(repeating: value, count: count) }

    @Test(
        "full scale is 0 dB, a half is 6 less, and nothing is silence",
        arguments: [(1, 0), (-1, 0), (0.5, -6.02), (0.1, -20), (0, -160)] as [(Float, Float)]
    )
    func scale(value: Float, decibels: Float) {
        let meter = meter([constant(value, 100)])
        #expect(abs(meter.peak - decibels) < 0.01 && abs(meter.average - decibels) < 0.01)
    }

    @Test("the mean is that of the last tenth of a second, in whole hundredths, however it comes")
    func average() {
        #expect(meter([]).average == LevelMeter.floor)
        #expect(meter([constant(1, 9)]).average == LevelMeter.floor)
        #expect(abs(meter([constant(1, 50), constant(0, 50)]).average + 3.01) < 0.01)
        #expect(meter([constant(1, 500), constant(0, 100)]).average == LevelMeter.floor)
        let pieces = (0..<100).map { _ in constant(0.5, 1) }
        #expect(abs(meter(pieces).average + 6.02) < 0.01)
    }

    @Test("a peak falls by 20 dB in a second, and no lower than silence")
    func peak() {
        #expect(abs(meter([[1], constant(0, 500)]).peak + 10) < 0.05)
        #expect(abs(meter([[1]] + (0..<50).map { _ in constant(0, 10) }).peak + 10) < 0.05)
        #expect(meter([[1], constant(0, 20_000)]).peak == LevelMeter.floor)
        // What is louder than what has fallen counts at once.
        #expect(abs(meter([[1], constant(0, 999), [0.5]]).peak + 6.02) < 0.05)
    }

    @Test("of several channels each is measured by itself")
    func channels() {
        let samples = (0..<100).flatMap { _ in [1, 0] as [Float] }
        #expect(abs(meter([samples], stride: 2).average) < 0.01)
        let other = meter([samples], from: 1, stride: 2)
        #expect(other.average == LevelMeter.floor && other.peak == LevelMeter.floor)
    }
}
