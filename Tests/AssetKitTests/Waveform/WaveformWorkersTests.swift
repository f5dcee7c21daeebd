import Foundation
import Synchronization
import Testing

@testable import AssetKit
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Waveform workers")
struct WaveformWorkersTests {
    private static let settings = WaveformMeter.Settings(
        channelCount: 2,
        splitsChannels: true,
        framesPerPoint: 5,
        measuresPower: true
    )
    private static let frames = MadeSound.noise(frameCount: 1003, channelCount: 2, seed: 4)

    @Test("any number of workers gives the points that one pass gives", arguments: [1, 2, 3, 8])
    func sameForAll(workerCount: Int) async throws {
        let ranges = stride(from: 0, to: 1003, by: 50).map { $0..<min($0 + 50, 1003) }
        let points = try await Self.points(FakeSound(frames: Self.frames), ranges, workerCount)
        #expect(CountedWaveform(points) == CountedWaveform(Self.frames, framesPerPoint: 5, splitsChannels: true))
        #expect(points.frameCount == 1003)
    }

    @Test("a part of the sound begins and ends at the very frame")
    func exactPart() async throws {
        let points = try await Self.points(FakeSound(frames: Self.frames), [101..<201, 201..<333], 2)
        let part = CountedWaveform(Array(Self.frames[101..<333]), framesPerPoint: 5, splitsChannels: true)
        #expect(CountedWaveform(points) == part)
    }

    @Test("where nothing is delivered there is silence, and the rest stays in its place")
    func gaps() async throws {
        var sound = FakeSound(frames: Self.frames)
        sound.gap = 140..<280
        var expected = Self.frames
        for index in 140..<280 { expected[index] = [0, 0] }
        let points = try await Self.points(sound, [0..<500, 500..<1003], 2)
        #expect(CountedWaveform(points) == CountedWaveform(expected, framesPerPoint: 5, splitsChannels: true))
    }

    @Test("sound that ends early is silent to the end of the range")
    func endsEarly() async throws {
        let points = try await Self.points(FakeSound(frames: Self.frames), [0..<1100], 1)
        #expect(points.frameCount == 1100)
        #expect(points.peaks.suffix(4) == [0, 0, 0, 0])
    }

    @Test("sound of unknown length is read to its real end", arguments: [400, 5000])
    func openEnd(claimedCount: Int) async throws {
        let workers = WaveformWorkers(
            FakeSound(frames: Self.frames),
            Self.settings,
            [0..<claimedCount],
            isOpenEnded: true,
            cancellation: CancellationFlag()
        )
        let points = try await workers.points()
        #expect(CountedWaveform(points) == CountedWaveform(Self.frames, framesPerPoint: 5, splitsChannels: true))
    }

    @Test("of several failures the earliest in the sound is told")
    func failure() async throws {
        var sound = FakeSound(frames: Self.frames)
        sound.brokenFrame = 444
        let ranges = stride(from: 0, to: 1000, by: 100).map { $0..<$0 + 100 }
        await #expect(throws: FakeSound.Failure(frame: 444)) { try await Self.points(sound, ranges, 4) }
    }

    @Test("progress grows to 1")
    func progress() async throws {
        let seen = Mutex<[Double]>([])
        let workers = WaveformWorkers(
            FakeSound(frames: Self.frames),
            Self.settings,
            [0..<500, 500..<1003],
            workerCount: 1,
            cancellation: CancellationFlag(),
            progress: { fraction in seen.withLock { $0.append(fraction) } }
        )
        _ = try await workers.points()
        let fractions = seen.withLock { $0 }
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
    }

    @Test("a task that is cancelled stops at the next block")
    func cancellation() async throws {
        let reads = Mutex(0)
        var sound = FakeSound(frames: Self.frames)
        let cancellation = CancellationFlag()
        sound.onRead = { _ in
            reads.withLock { $0 += 1 }
            cancellation.cancel()
        }
        let workers = WaveformWorkers(
            sound,
            Self.settings,
            [0..<500, 500..<1000],
            workerCount: 1,
            cancellation: cancellation
        )
        await #expect(throws: CancellationError.self) { try await workers.points() }
        #expect(reads.withLock { $0 } == 1)
    }

    private static func points(
        _ sound: FakeSound,
        _ ranges: [Range<Int>],
        _ workerCount: Int
    ) async throws -> WaveformPoints {
        try await WaveformWorkers(
            sound,
            settings,
            ranges,
            workerCount: workerCount,
            cancellation: CancellationFlag()
        ).points()
    }
}
