import AssetKitDevices
import Testing

@Suite("Pulse: numbers that servers say")
struct PulseNumberTests {
    @Test("a source is had as it is, and in the usual rates")
    func formats() {
        let formats = SoundFormats.all(sampleRate: 44_100, channelCount: 2)
        #expect(formats.map(\.sampleRate) == [44_100, 48_000])
        #expect(formats.allSatisfy { $0.channelCount == 2 })
    }

    @Test(
        "a source of numbers that no source can have has no formats",
        arguments: [(0, 2), (-1, 2), (384_001, 2), (Int(Int32.max), 2), (48_000, 0), (48_000, 33), (48_000, 255)]
    )
    func impossible(rate: Int, channels: Int) {
        #expect(SoundFormats.all(sampleRate: rate, channelCount: channels).isEmpty)
        let nearest = SoundFormats.nearest(DeviceSoundFormat(sampleRate: rate, channelCount: channels))
        #expect(!SoundFormats.all(sampleRate: nearest.sampleRate, channelCount: nearest.channelCount).isEmpty)
    }

    private static let stereo = DeviceSoundFormat(sampleRate: 48_000, channelCount: 2)

    @Test("what has been heard and has not come is what waits and what the device has")
    func ahead() {
        let frames = PulseTiming.framesAhead(written: 96_000, read: 16_000, source: 20_000, sink: 5000, Self.stereo)
        let waiting: Int64 = 10_000
        let inDevice: Int64 = 720
        #expect(frames == waiting + inDevice)
        // A monitor whose sink has more than was played.
        let behind = PulseTiming.framesAhead(written: 0, read: 0, source: 0, sink: 1_000_000, Self.stereo)
        #expect(behind == Int64(-48_000))
    }

    @Test(
        "a record that makes no sense says nothing",
        arguments: [
            (Int64.max, Int64.min, UInt64(0), UInt64(0)), (.min, .max, 0, 0), (1 << 40, 0, 0, 0), (0, 1 << 40, 0, 0),
            (0, 0, .max, 0), (0, 0, 0, .max), (0, 0, 60_000_001, 0),
        ]
    )
    func senseless(written: Int64, read: Int64, source: UInt64, sink: UInt64) {
        #expect(
            PulseTiming.framesAhead(written: written, read: read, source: source, sink: sink, Self.stereo) == nil
        )
    }
}
