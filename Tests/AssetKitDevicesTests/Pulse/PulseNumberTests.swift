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

    @Test(
        "a record that is on its way while the wall clock is set, or the machine sleeps, says nothing, and the next one does",
        arguments: [3_600_000_000_000, -3_600_000_000_000, 4_000_000_000, -4_000_000_000, 300_000_000, -300_000_000]
            as [Int64]
    )
    func wallClock(step: Int64) {
        let millisecond: Int64 = 1_000_000
        var (host, ahead): (Int64, Int64) = (5_000_000_000, 1_700_000_000_000_000_000)
        var offset = ahead
        func moment(stamp: Int64) -> Int64? {
            PulseTiming.moment(stamp: stamp, wall: host + ahead, host: host, offset: &offset)
        }
        #expect(moment(stamp: host + ahead - 3 * millisecond) == host - 3 * millisecond)
        host += 100 * millisecond
        // It is put right by half a millisecond a second.
        ahead += millisecond / 20
        #expect(moment(stamp: host + ahead - 3 * millisecond) == host - 3 * millisecond)
        let stamp = host + ahead + 97 * millisecond
        host += 100 * millisecond
        ahead += step
        #expect(moment(stamp: stamp) == nil)
        host += 100 * millisecond
        #expect(moment(stamp: host + ahead - 3 * millisecond) == host - 3 * millisecond)
    }

    @Test("a record of a time to come, or of long ago, says nothing", arguments: [-1, 10_000_000_001, .max] as [Int64])
    func strangeTime(age: Int64) {
        var offset: Int64 = 0
        let now: Int64 = 20_000_000_000
        #expect(PulseTiming.moment(stamp: now - age, wall: now, host: now, offset: &offset) == nil)
        var senseless = Int64.min
        #expect(PulseTiming.moment(stamp: .min, wall: .max, host: .min, offset: &senseless) == nil)
    }
}
