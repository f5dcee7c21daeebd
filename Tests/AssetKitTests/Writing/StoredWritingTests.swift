import CMTimeLib
import Foundation
import Testing

@testable import AssetKit

/// Samples that go from file to file as they are stored.
@Suite("Writer, stored samples")
struct StoredWritingTests {
    /// A stored sample in numbers that can be compared.
    struct Stored: Equatable {
        let time: CMTime
        let decodeTime: CMTime
        let isSync: Bool
        let bytes: Data
    }

    /// Reads all samples of a track as they are stored.
    static func samples(_ url: URL, _ mediaType: AVMediaType, in range: CMTimeRange? = nil) async throws
        -> [CMSampleBuffer]
    {
        let asset = AVURLAsset(url: url)
        guard let track = try await asset.loadTracks(withMediaType: mediaType).first else { return [] }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        if let range { reader.timeRange = range }
        reader.add(output)
        #expect(reader.startReading())
        var result: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { result.append(sample) }
        #expect(reader.status == .completed)
        return result
    }

    static func stored(_ samples: [CMSampleBuffer]) throws -> [Stored] {
        try samples.map { sample in
            Stored(
                time: sample.presentationTimeStamp,
                decodeTime: sample.decodeTimeStamp.isValid ? sample.decodeTimeStamp : sample.presentationTimeStamp,
                isSync: !(Number(sample.sampleAttachments[0][.notSync])?.bool ?? false),
                bytes: try sample.dataBuffer?.dataBytes() ?? Data()
            )
        }
    }

    /// Copies the first tracks of pictures and sound.
    static func copy(_ url: URL, to target: URL, _ fileType: AVFileType, in range: CMTimeRange? = nil) async throws {
        let writer = try AVAssetWriter(outputURL: target, fileType: fileType)
        var feeds: [(AVAssetWriterInput, [CMSampleBuffer])] = []
        for mediaType in [AVMediaType.video, .audio] {
            let samples = try await Self.samples(url, mediaType, in: range)
            guard let first = samples.first else { continue }
            let input = AVAssetWriterInput(
                mediaType: mediaType,
                outputSettings: nil,
                sourceFormatHint: first.formatDescription
            )
            writer.add(input)
            feeds.append((input, samples))
        }
        try writer.start()
        writer.startSession(atSourceTime: range?.start ?? .zero)
        let threads = feeds.map { input, samples in
            TestThread {
                for sample in samples {
                    try FakeWriting.wait(for: input)
                    guard input.append(sample) else { return }
                }
                input.markAsFinished()
            }
        }
        try threads.forEach { try $0.value() }
        if let range { writer.endSession(atSourceTime: range.end) }
        await writer.finishWriting()
        if let error = writer.error { throw error }
    }

    @Test(
        "every sample of a movie has its bytes, times and flags in the copy",
        arguments: [
            ("h264-bframes.mp4", AVFileType.mp4), ("h264-bframes.mp4", .mov), ("h264-bframes.mov", .mov),
            ("hevc.mp4", .mp4),
            ("film-23.976.mp4", .mov), ("av1.mp4", .mp4),
        ]
    )
    func copies(name: String, fileType: AVFileType) async throws {
        let folder = TemporaryFolder()
        let (source, target) = (SampleMedia.url(name), URL(fileURLWithPath: folder.path("new.mov")))
        try await Self.copy(source, to: target, fileType)
        for mediaType in [AVMediaType.video, .audio] {
            let before = try Self.stored(try await Self.samples(source, mediaType))
            let after = try Self.stored(try await Self.samples(target, mediaType))
            // How many frames of uncompressed sound come at once is up to the file.
            if name.hasSuffix(".mov"), mediaType == .audio {
                #expect(before.reduce(Data()) { $0 + $1.bytes } == after.reduce(Data()) { $0 + $1.bytes })
                #expect(before.first?.time == after.first?.time)
            } else {
                #expect(before == after, "\(mediaType)")
            }
        }
        let (old, new) = (AVURLAsset(url: source), AVURLAsset(url: target))
        #expect(try await old.load(.duration) == new.load(.duration))
    }

    @Test("a stretch of a movie presents just that stretch, pictures and sound")
    func stretch() async throws {
        let folder = TemporaryFolder()
        let (source, target) = (SampleMedia.url("h264-bframes.mp4"), URL(fileURLWithPath: folder.path("new.mp4")))
        let range = CMTimeRange(start: CMTime(value: 8, timescale: 10), duration: CMTime(value: 1, timescale: 1))
        try await Self.copy(source, to: target, .mp4, in: range)
        let shown = try await EncodingWritingTests.pictures(source).filter {
            $0.time >= range.start && $0.time < range.end
        }
        let after = try await EncodingWritingTests.pictures(target)
        #expect(after.map(\.index) == shown.map(\.index))
        #expect(after.map(\.time) == shown.map { $0.time - range.start })
        let sound = try await EncodingWritingTests.sound(target)
        #expect(sound.runs.map(\.start) == [0] && sound.runs.map(\.count) == [48_000])
        let (heard, now) = (try await EncodingWritingTests.sound(source), sound)
        let clicks = heard.clicks(isExact: false).filter { $0 >= 38_400 && $0 < 86_400 }.map { $0 - 38_400 }
        #expect(!clicks.isEmpty && now.clicks(isExact: false) == clicks)
    }

    @Test("a file that may not grow is an error that says so, and leaves nothing")
    func sizeLimit() async {
        await #expect(processExitsWith: .success) {
            // The limit is one of the whole process, and a signal comes with it unless somebody ignores that.
            signal(SIGXFSZ, SIG_IGN)
            let folder = TemporaryFolder()
            let (source, target) = (SampleMedia.url("h264-bframes.mp4"), URL(fileURLWithPath: folder.path("new.mp4")))
            var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            var found: AVError?
            do {
                try await StoredWritingTests.copy(source, to: target, .mp4)
            } catch {
                found = error as? AVError
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
            let sentence = "cannot write '\(target.path)': the file would become larger than files may be here"
            precondition(
                found?.code == .maximumFileSizeReached && found?.errorDescription == sentence,
                "\(found as Any)"
            )
            precondition(names.isEmpty, "\(names)")
        }
    }

    @Test("segments are handed out in order, begin with the header, and play as one file")
    func segments() async throws {
        let taker = SegmentTaker()
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
        writer.initialSegmentStartTime = .zero
        writer.delegate = taker
        let source = SampleMedia.url("h264-bframes.mp4")
        let samples = try await Self.samples(source, .video)
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: nil,
            sourceFormatHint: samples.first?.formatDescription
        )
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for sample in samples { #expect(input.append(sample)) }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let segments = taker.all
        #expect(segments.first?.type == .initialization && segments.dropFirst().allSatisfy { $0.type == .separable })
        #expect(segments.count > 2)
        #expect(segments.dropFirst().allSatisfy { $0.report?.trackReports.first?.mediaType == .video })
        let starts = segments.dropFirst().compactMap { segment in
            segment.report?.trackReports.first?.firstVideoSampleInformation
        }
        #expect(starts.allSatisfy { $0.isSyncSample })
        let folder = TemporaryFolder()
        let whole = URL(fileURLWithPath: folder.path("whole.mp4"))
        try segments.reduce(Data()) { $0 + $1.data }.write(to: whole)
        let (before, after) = (
            try await EncodingWritingTests.pictures(source), try await EncodingWritingTests.pictures(whole)
        )
        #expect(before.map(\.index) == after.map(\.index))
    }
}
