import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

/// Samples that go from file to file as they are stored.
@Suite("Writer, stored samples")
struct StoredWritingTests {
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
        try await StoredMedia.copy(source, to: target, fileType)
        for mediaType in [AVMediaType.video, .audio] {
            let before = try StoredMedia.numbers(try await StoredMedia.samples(source, mediaType))
            let after = try StoredMedia.numbers(try await StoredMedia.samples(target, mediaType))
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
        try await StoredMedia.copy(source, to: target, .mp4, in: range)
        let shown = try await DecodedMedia.pictures(source).filter {
            $0.time >= range.start && $0.time < range.end
        }
        let after = try await DecodedMedia.pictures(target)
        #expect(after.map(\.index) == shown.map(\.index))
        #expect(after.map(\.time) == shown.map { $0.time - range.start })
        let sound = try await DecodedMedia.sound(target)
        #expect(sound.runs.map(\.start) == [0] && sound.runs.map(\.count) == [48_000])
        let (heard, now) = (try await DecodedMedia.sound(source), sound)
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
                try await StoredMedia.copy(source, to: target, .mp4)
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
        let samples = try await StoredMedia.samples(source, .video)
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
            try await DecodedMedia.pictures(source), try await DecodedMedia.pictures(whole)
        )
        #expect(before.map(\.index) == after.map(\.index))
    }
}
