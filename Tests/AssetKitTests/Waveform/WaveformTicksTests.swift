import Testing

@testable import AssetKit
@testable import AssetKitReading

@Suite("Waveform ticks")
struct WaveformTicksTests {
    @Test(
        "steps are round, and labels have room",
        arguments: [1, 800, 8000, 80_000, 4_800_000, 480_000_000, 80_000_000_000]
    )
    func spacing(sampleCount: Int) throws {
        let ticks = Self.ticks(0, sampleCount, width: 1000)
        let labels = ticks.filter { $0.label != nil }
        // Neither an empty axis nor a crowded one, up to some days.
        #expect((2...25).contains(labels.count) || sampleCount == 1 || sampleCount > 10_000_000_000)
        for (left, right) in zip(labels, labels.dropFirst()) {
            #expect(right.position - left.position > 6 * (left.label ?? "").count)
        }
        #expect(Set(labels.map(\.label)).count == labels.count)
        #expect(ticks.allSatisfy { (0..<1000).contains($0.position) })
    }

    @Test("labels are times of the asset")
    func offset() {
        let labels = Self.ticks(3_590 * 8000, 20 * 8000, width: 400).compactMap(\.label)
        #expect(labels == ["59:50", "59:55", "1:00:00", "1:00:05"])
    }

    @Test("a tick is at its time to the pixel")
    func position() {
        let ticks = Self.ticks(4000, 8000 * 10, width: 1000).filter { $0.label != nil }
        #expect(ticks.first == .init(position: 50, label: "0:01"))
        #expect(ticks.dropFirst().first == .init(position: 150, label: "0:02"))
    }

    @Test("labels say as much as their step needs")
    func labels() {
        #expect(WaveformTicks.label(1_500_000, step: 500_000) == "0:01.5")
        #expect(WaveformTicks.label(1_050_000, step: 50_000) == "0:01.05")
        #expect(WaveformTicks.label(61_000_020, step: 20) == "1:01.00002")
        #expect(WaveformTicks.label(36_000_000_000, step: 3_600_000_000) == "10:00:00")
    }

    private static func ticks(_ start: Int, _ sampleCount: Int, width: Int) -> [WaveformTicks.Tick] {
        WaveformTicks(
            start: start,
            sampleCount: sampleCount,
            sampleRate: 8000,
            width: width,
            labelWidth: { 6 * $0.count }
        ).ticks
    }
}
