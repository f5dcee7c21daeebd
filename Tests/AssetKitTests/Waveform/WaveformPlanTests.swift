import Testing

@testable import AssetKit
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Waveform plan")
struct WaveformPlanTests {
    @Test("ranges are whole points, follow each other and cover everything", arguments: [1, 256, 44100, 10_000_000])
    func ranges(framesPerPoint: Int) throws {
        let frameCount = 3600 * 44100 + 17
        let ranges = WaveformRanges(
            frameCount: frameCount,
            framesPerPoint: framesPerPoint,
            sampleRate: 44100,
            isDivisible: true
        ).ranges
        #expect(ranges.first?.lowerBound == 0)
        #expect(ranges.last?.upperBound == frameCount)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(ranges.allSatisfy { $0.lowerBound % framesPerPoint == 0 && !$0.isEmpty })
        #expect(ranges.count > 10)
    }

    @Test("any length that a header may claim gives few ranges", arguments: [1, 256, Int.max - 1, Int.max])
    func hugeLengths(framesPerPoint: Int) {
        let ranges = WaveformRanges(
            frameCount: Int.max,
            framesPerPoint: framesPerPoint,
            sampleRate: 8000,
            isDivisible: true
        ).ranges
        #expect((1...WaveformRanges.largestCount + 1).contains(ranges.count))
        #expect(ranges.last?.upperBound == Int.max)
    }

    @Test("sound that cannot be divided has one range")
    func indivisible() {
        let ranges = WaveformRanges(frameCount: 1 << 40, framesPerPoint: 256, sampleRate: 8000, isDivisible: false)
        #expect(ranges.ranges == [0..<1 << 40])
    }

    @Test("resolutions become frames of a point")
    func resolutions() throws {
        #expect(try Self.plan(.samplesPerPoint(256)).settings.framesPerPoint == 256)
        #expect(try Self.plan(.pointsPerSecond(3)).settings.framesPerPoint == 2666)
        #expect(try Self.plan(.pointCount(1000)).settings.framesPerPoint == 81)
        #expect(try Self.plan(.pointCount(80001)).settings.framesPerPoint == 1)
    }

    @Test(
        "what makes no sense is refused in words",
        arguments: [
            (.samplesPerPoint(0), "at least one sample"), (.pointsPerSecond(0), "from 1 to 8000 points a second"),
            (.pointsPerSecond(8001), "from 1 to 8000 points a second"), (.pointCount(-1), "at least one point"),
        ] as [(AKWaveform.Resolution, String)]
    )
    func refusals(resolution: AKWaveform.Resolution, words: String) throws {
        let error = try #require(throws: AVError.self) { try Self.plan(resolution) }
        #expect(error.localizedDescription.contains(words))
    }

    @Test("a time range takes in the frames that start in it")
    func timeRange() throws {
        let half = CMTimeRange(
            start: CMTime(value: 1, timescale: 16001),
            end: CMTime(value: 5, timescale: 2)
        )
        let ranges = try Self.plan(.samplesPerPoint(100), half).ranges
        #expect(ranges == [1..<20000])
    }

    @Test("a range without sound is refused")
    func noSound() throws {
        let late = CMTimeRange(start: CMTime(value: 11, timescale: 1), duration: .positiveInfinity)
        #expect(throws: AVError.self) { try Self.plan(.samplesPerPoint(100), late) }
        #expect(throws: AVError.self) { try Self.plan(.samplesPerPoint(100), .zero) }
        #expect(throws: AVError.self) { try Self.plan(.samplesPerPoint(100), .invalid) }
    }

    @Test("more points than memory could hold are refused before anything is read")
    func tooMany() throws {
        let sound = FakeSound(frames: [[0]], sampleRate: 8000, claimedCount: Int.max)
        let error = try #require(throws: AVError.self) {
            try WaveformPlan(
                sound,
                CMTimeRange(start: .zero, duration: .positiveInfinity),
                .samplesPerPoint(256),
                splitsChannels: false,
                measuresPower: false
            )
        }
        #expect(error.localizedDescription.contains("let more samples make one point"))
    }

    private static func plan(
        _ resolution: AKWaveform.Resolution,
        _ timeRange: CMTimeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    ) throws -> WaveformPlan {
        try WaveformPlan(
            FakeSound(frames: [[0]], sampleRate: 8000, claimedCount: 80001),
            timeRange,
            resolution,
            splitsChannels: false,
            measuresPower: false
        )
    }
}
