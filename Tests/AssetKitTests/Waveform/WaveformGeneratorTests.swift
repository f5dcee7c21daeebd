import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Waveform generator")
struct WaveformGeneratorTests {
    @Test("peaks of an uncompressed file equal a count of its bytes", arguments: [1, 100, 256, 44100, 1_000_000])
    func equalsFile(samplesPerPoint: Int) async throws {
        let frames = try WaveFileSamples.frames(of: SampleMedia.url("wav-16bit.wav"), channelCount: 2)
        #expect(frames.count == 88200)
        for splitsChannels in [true, false] {
            var generator = Self.generator("wav-16bit.wav", .samplesPerPoint(samplesPerPoint))
            generator.splitsChannels = splitsChannels
            generator.measuresPower = true
            let waveform = try await generator.waveform()
            let expected = CountedWaveform(frames, framesPerPoint: samplesPerPoint, splitsChannels: splitsChannels)
            #expect(CountedWaveform(waveform.points) == expected)
            #expect(waveform.sampleCount == 88200)
            #expect(waveform.channelCount == (splitsChannels ? 2 : 1))
            #expect(waveform.duration == CMTime(value: 2, timescale: 1))
        }
    }

    @Test("lossless files of the same sound have the same waveform", arguments: ["flac.flac", "alac.m4a"])
    func lossless(name: String) async throws {
        let expected = try await Self.generator("wav-16bit.wav", .samplesPerPoint(100)).waveform()
        let waveform = try await Self.generator(name, .samplesPerPoint(100)).waveform()
        #expect(waveform.points == expected.points)
    }

    @Test("eight kilohertz and one channel")
    func lowRate() async throws {
        let frames = try WaveFileSamples.frames(of: SampleMedia.url("wav-8khz.wav"), channelCount: 1)
        let waveform = try await Self.generator("wav-8khz.wav", .pointsPerSecond(30)).waveform()
        #expect(waveform.samplesPerPoint == 266)
        #expect(
            CountedWaveform(waveform.points).peaks
                == CountedWaveform(frames, framesPerPoint: 266, splitsChannels: true).peaks
        )
    }

    @Test("every sample's clicks stand in the points of their times", arguments: try Self.filesWithClicks())
    func clicks(file: ClickedFile) async throws {
        let asset = AVURLAsset(
            url: SampleMedia.url(file.name),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        var generator = AKWaveformGenerator(asset: asset)
        try #require(tracks.count > file.trackIndex)
        generator.track = tracks[file.trackIndex]
        generator.resolution = .pointsPerSecond(500)
        generator.splitsChannels = true
        let waveform = try await generator.waveform()
        let pointsPerSecond = Double(waveform.sampleRate) / Double(waveform.samplesPerPoint)
        let loud = (0..<waveform.pointCount).filter { waveform.maximum(at: $0) > 12000 }
        // A click fades within some milliseconds, and Matroska's times are rounded to one.
        for time in file.clicks where time < waveform.duration.seconds - 0.02 {
            let place = time * pointsPerSecond
            #expect(loud.contains { abs(Double($0) + 0.5 - place) < 4 }, "\(file.name): no click at \(time)")
        }
        // Codecs let a click be heard ahead of it, but more quietly.
        for point in loud where waveform.maximum(at: point) > 16384 {
            #expect(
                file.clicks.contains { abs($0 * pointsPerSecond - Double(point)) < 8 },
                "\(file.name): a click at \(point)"
            )
        }
    }

    @Test(
        "ranges join to what one pass gives",
        arguments: [
            "wav-16bit.wav", "flac.flac", "alac.m4a", "mp3-xing.mp3", "mp3-vbr.mp3", "mp3-no-xing.mp3", "opus.ogg",
            "vorbis.ogg",
        ]
    )
    func ranges(name: String) async throws {
        let sound = try await Self.sound(name)
        let whole = try await Self.points(of: sound, length: sound.frameCount, workerCount: 1)
        let parts = try await Self.points(of: sound, length: 11050, workerCount: 3)
        #expect(sound.isPrecise)
        #expect(Self.largestDifference(parts, whole) <= 1, "\(name)")
    }

    // Decoders of these make noise up, in bands that were coded as noise or with too few bits. What comes before decides
    // which noise, so that ranges differ from one pass: but never from themselves.
    @Test(
        "where decoders make up noise, ranges are the same on any number of workers",
        arguments: [
            "aac.m4a", "aac.aac", "surround-ac3.mp4", "eac3.mp4", "edit-inner-gap.mp4", "edit-leading-empty.mp4",
        ]
    )
    func noisyRanges(name: String) async throws {
        let sound = try await Self.sound(name)
        let parts = try await Self.points(of: sound, length: 11050, workerCount: 3)
        #expect(try await Self.points(of: sound, length: 11050, workerCount: 1) == parts)
        let whole = try await Self.points(of: sound, length: sound.frameCount, workerCount: 1)
        #expect(Self.largestDifference(parts, whole) < 2000, "\(name)")
    }

    @Test(
        "a part is the whole from frame to frame",
        arguments: [("wav-16bit.wav", 0), ("mp3-xing.mp3", 1), ("aac.m4a", 100)]
    )
    func part(name: String, tolerance: Int) async throws {
        var generator = Self.generator(name, .samplesPerPoint(1))
        let whole = try await generator.waveform()
        generator.timeRange = CMTimeRange(
            start: CMTime(value: 12345, timescale: 44100),
            end: CMTime(value: 45678, timescale: 44100)
        )
        let part = try await generator.waveform()
        #expect(part.startTime == generator.timeRange.start)
        #expect(part.sampleCount == 45678 - 12345)
        let differences = (0..<part.pointCount).map {
            abs(Int(part.minimum(at: $0)) - Int(whole.minimum(at: $0 + 12345)))
        }
        // AAC has noise that a decoder makes up; one frame off would make a difference of 250.
        #expect((differences.max() ?? 0) <= tolerance)
    }

    @Test("six channels each have their own points, and the low one has no clicks")
    func surround() async throws {
        var generator = Self.generator("surround-aac.m4a", .pointsPerSecond(100))
        generator.splitsChannels = true
        let waveform = try await generator.waveform()
        #expect(waveform.channelCount == 6)
        for channel in 0..<6 {
            let highest = (0..<waveform.pointCount).map { waveform.maximum(at: $0, channel: channel) }.max() ?? 0
            #expect((highest > 16000) == (channel != 3))
        }
    }

    @Test("a steady tone has the mean power of its amplitude")
    func power() async throws {
        var generator = Self.generator("wav-8khz.wav", .samplesPerPoint(800))
        generator.measuresPower = true
        let waveform = try await generator.waveform()
        // An eighth of full scale, and no click in the fifth tenth of a second.
        let expected = 4096 / 2.0.squareRoot()
        #expect(abs(Double(waveform.power(at: 5) ?? 0) - expected) < 20)
    }

    @Test("silence is silent, and full scale is full scale")
    func extremes() async throws {
        let loud = (0..<9000).map { [$0 / 50 % 2 == 0 ? Int16.max : Int16.min] }
        let waveforms = try await [
            Self.waveform(of: Array(repeating: [0, 0], count: 5000)), Self.waveform(of: loud),
        ]
        #expect(Set(waveforms[0].points.peaks) == [0])
        #expect(waveforms[0].sampleCount == 5000)
        #expect(waveforms[1].points.peaks.prefix(2) == [.min, .max])
    }

    @Test("media without sound says so")
    func noSound() async throws {
        let generator = Self.generator("no-audio.mp4", .samplesPerPoint(256))
        let error = try await #require(throws: AVError.self) { try await generator.waveform() }
        #expect(error.localizedDescription == "it has no sound")
    }

    @Test("a cancelled task has no waveform")
    func cancellation() async throws {
        let generator = Self.generator("aac.m4a", .samplesPerPoint(256))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await generator.waveform()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// A file with what `truth.json` says of the clicks of one of its tracks.
    struct ClickedFile: Sendable, CustomTestStringConvertible {
        let name: String
        let trackIndex: Int
        let clicks: [Double]

        var testDescription: String { "\(name), sound \(trackIndex)" }
    }

    private static func filesWithClicks() throws -> [ClickedFile] {
        let truth = try JSONDecoder().decode(
            WaveformClickTruth.self,
            from: Data(contentsOf: SampleMedia.url("truth.json"))
        )
        var found: [ClickedFile] = []
        for file in truth.files {
            for (index, track) in file.tracks.filter({ $0.mediaType == "audio" }).enumerated() {
                guard let clicks = track.audio?.clicks else { continue }
                let moments = clicks.map { Double($0[0]) / Double($0[1]) }
                found.append(ClickedFile(name: file.name, trackIndex: index, clicks: moments))
            }
        }
        return found
    }

    private static func generator(_ name: String, _ resolution: AKWaveform.Resolution) -> AKWaveformGenerator {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        var generator = AKWaveformGenerator(asset: AVURLAsset(url: SampleMedia.url(name), options: options))
        generator.resolution = resolution
        return generator
    }

    private static func sound(_ name: String) async throws -> AssetSound {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        return try await AssetSound(AVURLAsset(url: SampleMedia.url(name), options: options), nil)
    }

    /// Measures a sound in ranges of a length, 50 frames a point.
    private static func points(of sound: AssetSound, length: Int, workerCount: Int) async throws -> WaveformPoints {
        try await WaveformWorkers(
            sound,
            WaveformMeter.Settings(
                channelCount: sound.channelCount,
                splitsChannels: true,
                framesPerPoint: 50,
                measuresPower: false
            ),
            stride(from: 0, to: sound.frameCount, by: length).map { $0..<min($0 + length, sound.frameCount) },
            workerCount: workerCount,
            cancellation: CancellationFlag()
        ).points()
    }

    /// The largest difference of two values; more than any where there are not as many.
    private static func largestDifference(_ left: WaveformPoints, _ right: WaveformPoints) -> Int {
        guard left.peaks.count == right.peaks.count else { return .max }
        return zip(left.peaks, right.peaks).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    private static func waveform(of frames: [[Int16]]) async throws -> AKWaveform {
        let asset = AVAsset(akData: WaveFileSamples.file(frames, sampleRate: 8000), fileType: .wav)
        return try await AKWaveformGenerator(asset: asset).waveform()
    }
}

/// The part of `truth.json` that is about clicks.
private struct WaveformClickTruth: Decodable {
    struct File: Decodable {
        let name: String
        let tracks: [Track]
    }

    struct Track: Decodable {
        let mediaType: String
        let audio: Audio?
    }

    struct Audio: Decodable {
        let clicks: [[Int]]?
    }

    let files: [File]
}
