import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Writer of segments, encoding", .enabled(if: Oracle.isThere))
struct SegmentWritingTests {
    private let folder = TemporaryFolder()
    private let second = CMTime(value: 1, timescale: 1)
    private let minute = CMTime(value: 60, timescale: 1)

    private func write(
        _ name: String,
        _ profile: AVFileTypeProfile?,
        at start: CMTime,
        every interval: CMTime
    ) async throws -> SegmentTaker {
        try await SegmentKit.write(name, later: start) { writer in
            writer.outputFileTypeProfile = profile
            writer.preferredOutputSegmentInterval = interval
            writer.initialSegmentStartTime = start
        }
    }

    @Test("a key picture is made where a segment must begin", arguments: ["h264-bframes.mp4", "ntsc-29.97.mp4"])
    func intervals(name: String) async throws {
        let source = try await DecodedMedia.pictures(SampleMedia.url(name)).map(\.time)
        let interval = CMTime(value: 1, timescale: 2)
        let taker = try await SegmentKit.write(name, [.video]) { writer in
            writer.preferredOutputSegmentInterval = interval
            writer.initialSegmentStartTime = .zero
        }
        let reports = taker.media.compactMap { $0.track(.video) }
        #expect(reports.count > 2)
        // The first picture at or after each multiple, which the rate allows to be exactly there or not.
        for (number, report) in reports.enumerated() {
            let due = CMTimeMultiply(interval, multiplier: Int32(number))
            #expect(report.earliestPresentationTimeStamp == source.first { $0 >= due })
            #expect(report.firstVideoSampleInformation?.isSyncSample == true)
        }
        let ends = reports.map { $0.earliestPresentationTimeStamp + $0.duration }
        #expect(Array(ends.dropLast()) == reports.dropFirst().map(\.earliestPresentationTimeStamp))
        let keys = try SegmentKit.packets(taker.joined(in: folder), ignoringEdits: true).filter(\.isKey).map(\.time)
        // Without edits all of it is later, by as much as pictures are reordered.
        let delay = try #require(keys.min())
        for report in reports {
            let start = report.earliestPresentationTimeStamp.seconds + delay
            #expect(keys.contains { abs($0 - start) < 0.000_01 }, "\(start) s, and key pictures are at \(keys)")
        }
    }

    @Test(
        "segments keep the times of the source",
        arguments: [AVFileTypeProfile?.none, .mpeg4AppleHLS, .mpeg4CMAFCompliant]
    )
    func timeline(profile: AVFileTypeProfile?) async throws {
        let taker = try await write("h264-bframes.mp4", profile, at: minute, every: second)
        let starts = taker.media.compactMap { $0.track(.video)?.earliestPresentationTimeStamp }
        #expect(starts == (0..<3).map { minute + CMTime(value: $0, timescale: 1) })
        #expect(taker.media.dropLast().allSatisfy { $0.track(.video)?.duration == second })
        let packets = try SegmentKit.packets(taker.joined(in: folder), ignoringEdits: false)
        #expect(packets.filter(\.isPicture).map(\.time).min() == 60)
        // Sound has what primes its decoder before its beginning.
        let sound = try #require(taker.media.first?.track(.audio)?.earliestPresentationTimeStamp)
        #expect(sound < minute && sound > minute - CMTime(value: 1, timescale: 10))
        let first = try #require(packets.filter { !$0.isPicture }.map(\.time).min())
        #expect(abs(first - sound.seconds) < 0.001)
    }

    @Test("who reads no edits has pictures and sound in step", arguments: [0, 60])
    func step(start: Int64) async throws {
        let start = CMTime(value: start, timescale: 1)
        let taker = try await write("h264-bframes.mp4", .mpeg4AppleHLS, at: start, every: second)
        #expect(taker.all.first?.data.range(of: Data("edts".utf8)) == nil)
        let url = try taker.joined(in: folder)
        let packets = try SegmentKit.packets(url, ignoringEdits: true)
        #expect(try SegmentKit.packets(url, ignoringEdits: false) == packets)
        #expect(packets.allSatisfy { $0.time >= 0 })
        let report = try #require(taker.media.first)
        let picture = try #require(report.track(.video)?.earliestPresentationTimeStamp)
        let sound = try #require(report.track(.audio)?.earliestPresentationTimeStamp)
        #expect(packets.filter(\.isPicture).map(\.time).min().map { abs($0 - picture.seconds) < 0.000_01 } == true)
        // Decoded without edits, the sound begins with the priming; the source's clicks are at its whole seconds.
        let raw = folder.path("sound.f32")
        try Oracle.run(["-ignore_editlist", "1", "-i", url.path, "-map", "0:a", "-f", "f32le", raw])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let clicks = SoundClicks.places(in: samples, sampleRate: 48_000)
        #expect(clicks.count >= 2)
        for click in clicks {
            let time = (sound - picture).seconds + Double(click) / 48_000
            #expect(abs(time - time.rounded()) < 0.0005, "a click at \(time) of the pictures")
        }
    }

    @Test("without a word about it, segments are of six seconds")
    func usualInterval() async throws {
        let taker = try await SegmentKit.write("h264-bframes.mp4", [.video]) { _ in }
        #expect(taker.media.count == 1)
    }

    @Test("a flush begins a segment with the next picture, with a key picture where it is encoded")
    func flushing() async throws {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let taker = SegmentTaker()
        writer.delegate = taker
        writer.preferredOutputSegmentInterval = .indefinite
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: SegmentKit.pictureSettings)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<12 {
            if number == 5 { writer.flushSegment() }
            try FakeWriting.wait(for: input)
            #expect(input.append(try WriterKit.blank(number)))
        }
        await writer.finishWriting()
        let starts = taker.media.compactMap { $0.track(.video)?.earliestPresentationTimeStamp }
        #expect(starts == [CMTime.zero, CMTime(value: 5, timescale: 25)])
    }
}

extension WriterKit {
    /// A black picture to encode.
    static func blank(_ number: Int) throws -> CMSampleBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer)
        let image = try #require(buffer)
        return try CMSampleBuffer(
            imageBuffer: image,
            formatDescription: CMFormatDescription(imageBuffer: image),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 25),
                presentationTimeStamp: CMTime(value: CMTimeValue(number), timescale: 25),
                decodeTimeStamp: .invalid
            )
        )
    }
}
