import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Copying, samples")
struct CopyRunTests {
    /// The stored samples of a track as a reader gives them.
    private func stored(_ name: String, _ type: AVMediaType) async throws -> [Data: Int] {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        var found: [Data: Int] = [:]
        while let sample = output.copyNextSampleBuffer() {
            if let data = try sample.dataBuffer?.dataBytes() { found[data, default: 0] += 1 }
        }
        return found
    }

    @Test(
        "every sample of a whole file arrives as it was",
        arguments: ["h264-bframes.mp4", "hevc.mkv", "vp9-opus.webm", "vfr.mp4", "prores.mov", "two-languages.mkv"]
    )
    func whole(name: String) async throws {
        let (_, sink) = try await CopiedSamples.copy([name], as: name.hasSuffix("mov") ? .mov : .mp4)
        var wanted = try await stored(name, .video)
        for sample in sink.samples(.video) { wanted[try sample.data.dataBytes(), default: 0] -= 1 }
        #expect(wanted.values.allSatisfy { $0 == 0 })
        #expect(sink.ending != nil)
    }

    @Test(
        "samples are decoded in order, and none is shown before it is decoded",
        arguments: CopiedSamples.plainFiles
    )
    func order(name: String) async throws {
        let (plan, sink) = try await CopiedSamples.copy([name, name], as: .mov)
        for (track, samples) in zip(plan.sink.tracks, sink.tracks) {
            let times = samples.map(\.decodeTime)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(track.mediaType)")
            guard track.mediaType == .video, !name.hasPrefix("negative") else { continue }
            #expect(samples.allSatisfy { $0.decodeTime <= $0.presentationTime })
        }
    }

    @Test("in a transport stream no picture is shown before it is decoded, whatever its file says", arguments: [1, 3])
    func negativeOffsets(count: Int) async throws {
        let names = [String](repeating: "negative-composition-offsets.mp4", count: count)
        let (_, sink) = try await CopiedSamples.copy(names, as: .akMPEGTransportStream)
        let samples = sink.samples(.video)
        #expect(samples.count == 75 * count)
        #expect(samples.allSatisfy { $0.decodeTime <= $0.presentationTime })
        let times = samples.map(\.decodeTime)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // Some are decoded just when they are shown: they are moved by no more than is needed.
        #expect(samples.contains { $0.decodeTime == $0.presentationTime })
        #expect(samples.first?.presentationTime == .zero)
    }

    @Test("in a transport stream a damaged time of one picture moves the others by ten seconds at most")
    func damagedOffset() async throws {
        var bytes = [UInt8](try Data(contentsOf: SampleMedia.url("negative-composition-offsets.mp4")))
        let box = try #require(Data(bytes).range(of: Data("ctts".utf8))).upperBound
        let count = bytes[box + 4..<box + 8].reduce(0) { $0 << 8 | Int($1) }
        let last = box + 8 + 8 * (count - 1) + 4
        // The last picture is shown 1,000,000 ticks before it is decoded.
        bytes.replaceSubrange(last..<last + 4, with: [0xFF, 0xF0, 0xBD, 0xC0])
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.path("damaged.mp4"))
        try Data(bytes).write(to: url)
        let source = try await LoadedSource.load(AVURLAsset(url: url))
        let target = CopyTarget(fileType: .akMPEGTransportStream, layout: .plain)
        let clip = CopyClip(source: 0, range: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
        let plan = try CopyPlanner(sources: [source], target: target, mode: .keyframe).plan([clip])
        let samples = try CopiedSamples.copy(plan).samples(.video)
        #expect(!samples.isEmpty)
        let limit = CMTime(value: 11, timescale: 1)
        #expect(samples.allSatisfy { $0.presentationTime - $0.decodeTime <= limit })
    }

    @Test(
        "in files without edits clips begin when they should, and are shown and decoded one behind the other",
        arguments: [AVFileType.akMatroska, .akMPEGTransportStream],
        // Between two pictures, and a long and a short while behind the beginning of one.
        [
            CMTime(value: 84, timescale: 100), CMTime(value: 805, timescale: 1000),
            CMTime(value: 8004, timescale: 10_000),
        ]
    )
    func withinPictures(type: AVFileType, length: CMTime) async throws {
        let range = CMTimeRange(start: .zero, duration: length)
        let names = [String](repeating: "h264-bframes.mp4", count: 12)
        let (plan, sink) = try await CopiedSamples.copy(names, [CMTimeRange](repeating: range, count: 12), as: type)
        let clock: CMTimeScale = type == .akMatroska ? 1000 : 90_000
        func ticks(_ time: CMTime) -> Int64 { time.convertScale(clock, method: .roundHalfAwayFromZero).value }
        let track = try #require(plan.sink.tracks.firstIndex { $0.mediaType == .video })
        let samples = sink.samples(.video)
        let decoded = samples.map { ticks($0.decodeTime) }
        #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
        var rest = samples[...]
        var last: SinkSample?
        for (number, clip) in plan.clips.enumerated() {
            let count = try #require(clip.copiedRuns.first { $0.track == track }).sampleCount
            let own = rest.prefix(count).sorted { $0.presentationTime < $1.presentationTime }
            rest = rest.dropFirst(count)
            let first = try #require(own.first)
            #expect(clip.start == CMTimeMultiply(length, multiplier: Int32(number)))
            #expect(ticks(first.presentationTime) == ticks(clip.start), "\(number)")
            if let last {
                #expect(ticks(last.presentationTime) < ticks(first.presentationTime))
                #expect(ticks(last.presentationTime + last.duration) <= ticks(first.presentationTime))
            }
            last = own.last
        }
        #expect(rest.isEmpty)
        #expect(samples.contains(where: \.isCutShort) == (length.timescale > 100))
    }

    @Test("the tracks of a file are written together, none far ahead of the others")
    func interleaving() async throws {
        let (_, sink) = try await CopiedSamples.copy(["h264-bframes.mp4"], as: .mov)
        #expect(sink.tracks.allSatisfy { !$0.isEmpty })
    }

    @Test("uncompressed sound is cut to the frame", arguments: ["wav-16bit.wav", "h264-bframes.mov", "aiff.aiff"])
    func plainSound(name: String) async throws {
        let range = CMTimeRange(
            start: CMTime(value: 12_345, timescale: 48_000),
            end: CMTime(value: 54_321, timescale: 48_000)
        )
        let (plan, sink) = try await CopiedSamples.copy([name], [range], as: .mov, .presentsExactly)
        let rate = try #require(
            plan.sink.tracks.first { $0.mediaType == .audio }?.formats[0].audioStreamBasicDescription
        )
        .mSampleRate
        let count = sink.samples(.audio).reduce(0) { $0 + $1.count }
        let wanted = range.end.nearestSample(rate: Int(rate)) - range.start.nearestSample(rate: Int(rate))
        #expect(Int64(count) == wanted)
        #expect(sink.samples(.audio).first?.presentationTime == .zero)
    }

    @Test("a timecode goes on counting where a cut begins")
    func timecode() async throws {
        let start = CMTime(value: 1, timescale: 1)
        let range = CMTimeRange(start: start, duration: start)
        let (plan, sink) = try await CopiedSamples.copy(["timecode.mov"], [range], as: .mov)
        let actual = plan.clips[0].actual
        let sample = try #require(sink.samples(.timecode).first)
        let source = try await stored("timecode.mov", .timecode)
        let first = try #require(source.keys.first)
        func number(_ data: Data) -> UInt32 { data.reduce(0) { $0 << 8 | UInt32($1) } }
        let format = try #require(plan.sink.tracks.first { $0.mediaType == .timecode }?.formats[0].timeCodeDetails)
        let frames = UInt32(actual.start.seconds / format.frameDuration.seconds)
        #expect(number(try sample.data.dataBytes()) == number(first) + frames)
        #expect(sample.presentationTime == .zero)
        #expect(sample.duration == actual.duration)
    }

    @Test("a file that ends early is an error, and nothing is left")
    func truncated() async throws {
        let folder = TemporaryFolder()
        let data = try Data(contentsOf: SampleMedia.url("faststart.mp4"))
        let path = folder.path("cut short.mp4")
        try data.write(to: URL(filePath: path))
        let source = try await LoadedSource.load(AVURLAsset(url: URL(filePath: path)))
        let target = CopyTarget(fileType: .mp4)
        let plan = try CopyPlanner(sources: [source], target: target, mode: .keyframe).plan([CopyClip(source: 0)])
        try data.prefix(data.count * 2 / 3).write(to: URL(filePath: path))
        let error = try #require(throws: AVError.self) {
            try CopyRunner.run(
                plan,
                to: folder.path("out.mp4"),
                replaces: false,
                flag: CancellationFlag(),
                open: { _, _ in FakeSink(nil, SinkRecord()) }
            )
        }
        #expect(error.localizedDescription.hasPrefix("cannot copy '\(path)': "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["cut short.mp4"])
    }

    @Test("a file is not written over while it is read")
    func ontoItself() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("a\nb.mp4")
        try FileManager.default.copyItem(atPath: SampleMedia.url("aac.m4a").path, toPath: path)
        let source = try await LoadedSource.load(AVURLAsset(url: URL(filePath: path)))
        let target = CopyTarget(fileType: .mp4)
        let plan = try CopyPlanner(sources: [source], target: target, mode: .keyframe).plan([CopyClip(source: 0)])
        let error = try #require(throws: AVError.self) {
            try CopyRunner.run(
                plan,
                to: path,
                replaces: true,
                flag: CancellationFlag(),
                open: { _, _ in FakeSink(nil, SinkRecord()) }
            )
        }
        #expect(error.code == .operationNotAllowed)
    }
}
