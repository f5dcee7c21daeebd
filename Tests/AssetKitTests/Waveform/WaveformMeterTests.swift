import Testing

@testable import AssetKit
@testable import AssetKitReading

@Suite("Waveform meter")
struct WaveformMeterTests {
    @Test(
        "points equal an independent count, whatever the channels, the size of a point and the blocks",
        arguments: [1, 2, 3, 4, 6, 8],
        [1, 2, 7, 16, 100, 256, 5000]
    )
    func equalsCount(channelCount: Int, framesPerPoint: Int) {
        let frames = MadeSound.noise(frameCount: 1500, channelCount: channelCount, seed: UInt64(framesPerPoint))
        for splitsChannels in [true, false] {
            let settings = WaveformMeter.Settings(
                channelCount: channelCount,
                splitsChannels: splitsChannels,
                framesPerPoint: framesPerPoint,
                measuresPower: true
            )
            let expected = CountedWaveform(frames, framesPerPoint: framesPerPoint, splitsChannels: splitsChannels)
            for blockSizes in [[1500], [1], [64, 3, 1, 17], [1024]] {
                let points = MadeSound.points(of: frames, settings, blockSizes: blockSizes)
                #expect(CountedWaveform(points) == expected)
                #expect(points.frameCount == 1500)
            }
        }
    }

    @Test("a mix is rounded towards zero on both sides")
    func mixRounds() {
        let points = Self.mixed([[-3, 0], [3, 0], [-1, 0], [1, 0]], framesPerPoint: 4)
        #expect(points.peaks == [-1, 1])
    }

    @Test("full scale on all channels stays full scale", arguments: [2, 6])
    func fullScale(channelCount: Int) {
        let frames = [
            Array(repeating: Int16.min, count: channelCount), Array(repeating: Int16.max, count: channelCount),
        ]
        #expect(Self.mixed(frames, framesPerPoint: 2).peaks == [-32768, 32767])
    }

    @Test("channels that cancel each other out leave nothing of a mix")
    func cancellingChannels() {
        let frames = (0..<64).map { [Int16($0 * 500), Int16($0 * -500)] }
        let points = Self.mixed(frames, framesPerPoint: 32)
        #expect(points.peaks == [0, 0, 0, 0])
        #expect(points.power == [0, 0])
    }

    @Test("power of the lowest sample of all is 32768")
    func largestPower() {
        let points = Self.mixed([[Int16.min], [Int16.min]], framesPerPoint: 2)
        #expect(points.power == [32768])
    }

    @Test("silence in the middle counts like samples of zero")
    func silence() {
        let settings = WaveformMeter.Settings(
            channelCount: 1,
            splitsChannels: true,
            framesPerPoint: 4,
            measuresPower: true
        )
        var meter = WaveformMeter(settings)
        let samples: [Int16] = [100, 200]
        samples.withUnsafeBufferPointer { meter.append(InterleavedSound(samples: $0, channelCount: 1)) }
        meter.appendSilence(7)
        meter.finish()
        #expect(meter.points.peaks == [0, 200, 0, 0, 0, 0])
        #expect(meter.points.power == [112, 0, 0])
        #expect(meter.points.frameCount == 9)
    }

    @Test("no sound makes no points")
    func nothing() {
        var meter = WaveformMeter(
            .init(channelCount: 2, splitsChannels: false, framesPerPoint: 256, measuresPower: true)
        )
        meter.finish()
        #expect(meter.points == WaveformPoints())
    }

    private static func mixed(_ frames: [[Int16]], framesPerPoint: Int) -> WaveformPoints {
        let settings = WaveformMeter.Settings(
            channelCount: frames[0].count,
            splitsChannels: false,
            framesPerPoint: framesPerPoint,
            measuresPower: true
        )
        return MadeSound.points(of: frames, settings, blockSizes: [frames.count])
    }
}
