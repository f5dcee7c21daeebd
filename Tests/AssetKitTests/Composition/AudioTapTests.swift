import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Taps of audio mixes")
struct AudioTapTests {
    private let folder = TemporaryFolder()
    private let rate = 44100

    private struct Refusal: Error, Equatable { let number: Int }

    /// A second whose samples all differ.
    private func counting(_ name: String = "count.wav", channels: Int = 1, count: Int = 44100) throws -> AVURLAsset {
        let samples = (0..<count * channels).map { Float($0 / channels + 1) / 65536 * ($0 % channels == 0 ? 1 : -1) }
        return try writeWave(samples, channels: channels, to: folder.path(name))
    }

    private func frames(_ start: Int, _ end: Int) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: Int64(start), timescale: CMTimeScale(rate)),
            end: CMTime(value: Int64(end), timescale: CMTimeScale(rate))
        )
    }

    private func parameters(_ trackID: CMPersistentTrackID = 1, _ taps: AKAudioTap...)
        -> AVMutableAudioMixInputParameters
    {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.trackID = trackID
        parameters.akTaps = taps
        return parameters
    }

    /// What taps were given.
    private final class Ear: Sendable {
        struct Heard {
            var samples: [Float] = []; var ranges: [CMTimeRange] = []; var formats: [AKAudioTap.Format] = []
        }
        private let heard = Mutex(Heard())
        var all: Heard { heard.withLock { $0 } }

        func tap(_ place: AKAudioTap.Place) -> AKAudioTap {
            AKAudioTap(place) { [self] samples, format, range in
                let copy = samples.indices.map { samples[$0] }
                heard.withLock {
                    $0.samples += copy
                    $0.ranges.append(range)
                    $0.formats.append(format)
                }
            }
        }
    }

    @Test(
        "a tap before the volume hears the track as it is, one behind it as loud as it becomes, one of the mix the sum"
    )
    func places() async throws {
        let edit = AVMutableComposition()
        for name in ["a.wav", "b.wav"] {
            let asset = try counting(name)
            let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            try edit.track(.audio).insertTimeRange(frames(0, 44100), of: source, at: .zero)
        }
        let (plain, loud, sum, whole) = (Ear(), Ear(), Ear(), Ear())
        let own = parameters(1, loud.tap(.afterVolume), plain.tap(.beforeVolume))
        own.setVolume(0.5, at: .zero)
        let all = parameters(AVAudioMixInputParametersTrackMixID, sum.tap(.beforeVolume), whole.tap(.afterVolume))
        all.setVolume(2, at: .zero)
        let heard = try await readMix(of: edit, audioMix(own, all))
        let track = (1...44100).map { Float($0) / 65536 }
        #expect(heard == track.map { $0 * 3 })
        func padded(_ factor: Float) -> [Float] { track.map { $0 * factor } + Array(repeating: 0, count: 956) }
        #expect(plain.all.samples == padded(1))
        #expect(loud.all.samples == padded(0.5))
        #expect(sum.all.samples == padded(1.5))
        #expect(whole.all.samples == padded(3))
    }

    @Test("blocks begin at multiples of their size, wherever reading does, and say when and what they are")
    func blocks() async throws {
        let asset = try counting(channels: 2)
        let ear = Ear()
        let mix = audioMix(parameters(1, ear.tap(.afterVolume)))
        let heard = try await readMix(of: asset, mix, in: frames(5000, 9000))
        #expect(heard[0] == Float(5001) / 65536)
        #expect(heard.count == 8000)
        let all = ear.all
        #expect(all.ranges == [frames(4096, 8192), frames(8192, 12288)])
        #expect(all.formats.map(\.sampleRate) == [44100, 44100])
        #expect(all.formats.map(\.channelCount) == [2, 2])
        #expect(all.formats.map(\.blockSize) == [4096, 4096])
        #expect(all.formats.first?.channelLayout?.numberOfChannels == 2)
        #expect(all.samples[0] == Float(4097) / 65536)
    }

    @Test("a part is the same as in the whole, bit for bit: by blocks, by times, and with what came before")
    func parts() async throws {
        let asset = try counting(count: 30000)
        // Turns each block around, and makes it as loud as its time says.
        let turning = AKAudioTap(.beforeVolume) { samples, _, range in
            for place in 0..<samples.count / 2 { samples.swapAt(place, samples.count - 1 - place) }
            for place in samples.indices { samples[place] *= Float(1 + range.start.seconds) }
        }
        // A mean of the last 3,000 samples.
        let mean = AKAudioTap(
            lead: CMTime(value: 3000, timescale: 44100),
            state: { _ in [Float](repeating: 0, count: 3000) },
            process: { last, samples, _ in
                for place in samples.indices {
                    last.removeFirst()
                    last.append(samples[place])
                    samples[place] = (last[0] + last[1499] + last[2999]) / 3
                }
            }
        )
        let own = parameters(1, turning, mean)
        own.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.25, timeRange: frames(1000, 25000))
        let mix = audioMix(own, parameters(AVAudioMixInputParametersTrackMixID, turning))
        let whole = try await readMix(of: asset, mix)
        #expect(whole.count == 30000)
        for (start, end) in [(0, 1), (4095, 4097), (4096, 8192), (11000, 23456), (25000, 30000)] {
            let part = try await readMix(of: asset, mix, in: frames(start, end))
            #expect(part == Array(whole[start..<end]), "\(start) to \(end)")
        }
    }

    @Test("gaps come as silence, and an echo fills them; nothing sounds behind the end of the track")
    func gaps() async throws {
        let asset = try writeWave([1] + Array(repeating: 0, count: 4409), to: folder.path("click.wav"))
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        try track.insertTimeRange(frames(0, 4410), of: source, at: .zero)
        try track.insertTimeRange(frames(0, 4410), of: source, at: frames(0, 20000).end)
        let echo = AKAudioTap(
            state: { _ in [Float](repeating: 0, count: 10000) },
            process: { late, samples, _ in
                for place in samples.indices {
                    late.append(samples[place])
                    samples[place] += late.removeFirst() / 2
                }
            }
        )
        let heard = try await readMix(of: edit, audioMix(parameters(1, echo)))
        #expect(heard.count == 24410)
        #expect(heard.indices.filter { heard[$0] != 0 } == [0, 10000, 20000])
        #expect([heard[0], heard[10000], heard[20000]] == [1, 0.5, 1])
    }

    @Test("what a tap makes no number of is silent, and leaves other tracks as they are")
    func numbers() async throws {
        let edit = AVMutableComposition()
        for name in ["a.wav", "b.wav"] {
            let asset = try counting(name, count: 100)
            let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            try edit.track(.audio).insertTimeRange(frames(0, 100), of: source, at: .zero)
        }
        let wild = AKAudioTap { samples, _, _ in
            for place in samples.indices { samples[place] = place % 2 == 0 ? .nan : -.infinity }
        }
        #expect(try await readMix(of: edit, audioMix(parameters(1, wild))) == (1...100).map { Float($0) / 65536 })
    }

    @Test("a copy of parameters keeps their taps")
    func copies() throws {
        let own = parameters(1, AKAudioTap(.beforeVolume) { _, _, _ in })
        let mix = audioMix(own)
        let copy = try #require(mix.copy() as? AVAudioMix)
        own.akTaps = []
        #expect(copy.inputParameters[0].akTaps.map(\.place) == [.beforeVolume])
        #expect(mix.inputParameters[0].akTaps.isEmpty)
    }

    // MARK: Errors

    @Test("a tap that throws makes reading fail with a sentence and its error", arguments: [true, false])
    func throwing(atOnce: Bool) async throws {
        let asset = try counting()
        let tap = AKAudioTap(
            state: { _ in if atOnce { throw Refusal(number: 1) } },
            process: { _, _, range in if range.start > .zero { throw Refusal(number: 2) } }
        )
        let error = await #expect(throws: AVError.self) { try await readMix(of: asset, audioMix(parameters(1, tap))) }
        #expect(error?.innermost as? Refusal == Refusal(number: atOnce ? 1 : 2))
        let what = atOnce ? "a tap of the audio mix could not begin" : "a tap of the audio mix failed at 0.09"
        #expect(error?.sentences.contains { $0.contains(what) } == true, "\(error?.sentences ?? [])")
    }

    @Test("an export whose tap throws leaves no file, and one that is cancelled while a tap takes long ends with it")
    func failingExport() async throws {
        let asset = try counting()
        func session(_ tap: AKAudioTap) throws -> AVAssetExportSession {
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            session.audioMix = audioMix(parameters(1, tap))
            return session
        }
        let url = URL(filePath: folder.path("out.m4a"))
        let failing = try session(AKAudioTap { _, _, _ in throw CancellationError() })
        let error = await #expect(throws: AVError.self) { try await failing.export(to: url, as: .m4a) }
        #expect(error?.innermost is CancellationError)
        #expect(error?.code != .operationCancelled)
        #expect(!FileManager.default.fileExists(atPath: url.path))

        let (reached, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let slow = try session(
            AKAudioTap { _, _, _ in
                reached.continuation.yield()
                goOn.wait()
            }
        )
        let export = Task { try await slow.export(to: url, as: .m4a) }
        for await _ in reached.stream { break }
        export.cancel()
        for _ in 0..<100 { goOn.signal() }
        await #expect(throws: (any Error).self) { try await export.value }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    // MARK: Exports

    @Test("an export goes through taps as reading does, also where sound would be copied")
    func exports() async throws {
        let asset = try counting()
        let halving = AKAudioTap { samples, _, _ in for place in samples.indices { samples[place] /= 2 } }
        let mix = audioMix(parameters(1, halving))
        let url = URL(filePath: folder.path("out.mov"))
        let preset = AVAssetExportPresetAppleProRes422LPCM
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        session.audioMix = mix
        session.outputFileType = .mov
        #expect(try await session.akPlan().stretches.map(\.why) == ["it goes through a tap"])
        try await session.export(to: url, as: .mov)
        let whole = [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16] as [String: Any]
        let wanted = try await readMix(of: asset, mix, settings: whole)
        #expect(try await readMix(of: AVURLAsset(url: url), nil, settings: whole) == wanted)
        #expect(wanted[9999] == 2500)

        // The edit leaves it alone, the tap does not.
        let edit = AVMutableComposition()
        try await edit.track(.audio).append(
            "film-24.mp4",
            CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1))
        )
        let copied = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleM4A))
        copied.outputFileType = .m4a
        copied.audioMix = audioMix()
        #expect(try await copied.akPlan().stretches.map(\.action) == [.copy])
        copied.audioMix = mix
        #expect(try await copied.akPlan().stretches.map(\.action) == [.encode])
        let part = URL(filePath: folder.path("out.m4a"))
        try await copied.export(to: part, as: .m4a)
        let loudness = try await [AVURLAsset(url: part), edit].asyncMap { try await readMix(of: $0, nil).power }
        #expect(abs(loudness[0] / loudness[1] - 0.25) < 0.01)
    }
}

extension Error {
    /// The error that caused all others.
    fileprivate var innermost: any Error { (self as? AVError)?.underlyingError?.innermost ?? self }

    /// What it and its causes say.
    fileprivate var sentences: [String] {
        [localizedDescription] + ((self as? AVError)?.underlyingError?.sentences ?? [])
    }
}

extension [Float] {
    /// The mean of the squares.
    fileprivate var power: Double { reduce(0) { $0 + Double($1 * $1) } / Double(count) }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
