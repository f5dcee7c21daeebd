import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitWriting
@testable import AssetKitMedia

/// What is encoded, written and read again: pictures by their barcodes, sound by its clicks.
@Suite("Writer, encoding")
struct EncodingWritingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fileType: AVFileType
        let ending: String
        let codec: AVVideoCodecType
        let format: AudioFormatID
        /// How far apart times may be after being rounded by the container.
        var tick = CMTime.zero
        var testDescription: String { "\(ending) \(codec)" }
    }

    static let milliseconds = CMTime(value: 1, timescale: 1000)

    static let cases: [Case] = [
        Case(fileType: .mp4, ending: "mp4", codec: .h264, format: kAudioFormatMPEG4AAC),
        Case(fileType: .mov, ending: "mov", codec: .hevc, format: kAudioFormatLinearPCM),
        Case(fileType: .mov, ending: "mov", codec: .proRes422, format: kAudioFormatAppleLossless),
        Case(fileType: .mov, ending: "mov", codec: .jpeg, format: kAudioFormatMPEG4AAC),
        Case(fileType: .akMatroska, ending: "mkv", codec: .h264, format: kAudioFormatOpus, tick: milliseconds),
        Case(fileType: .akWebM, ending: "webm", codec: .akVP9, format: kAudioFormatOpus, tick: milliseconds),
        Case(
            fileType: .akMPEGTransportStream,
            ending: "ts",
            codec: .h264,
            format: kAudioFormatMPEG4AAC,
            tick: CMTime(value: 1, timescale: 90_000)
        ),
    ]

    private static let source = SampleMedia.url("h264-bframes.mp4")
    /// What the source shows, decoded once for all cases.
    private static let pictures = Task { try await DecodedMedia.pictures(Self.source) }
    private static let sound = Task { try await DecodedMedia.sound(Self.source) }

    /// Reads a sample, encodes it into another file, and gives the session's beginning.
    static func transcode(
        _ name: String,
        to url: URL,
        _ known: Case,
        from start: CMTime = .zero,
        until end: CMTime? = nil,
        set: (AVAssetWriter) -> Void = { _ in }
    ) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let reader = try AVAssetReader(asset: asset)
        let writer = try AVAssetWriter(outputURL: url, fileType: known.fileType)
        set(writer)
        var pairs: [(AVAssetReaderOutput, AVAssetWriterInput)] = []
        for track in try await asset.load(.tracks) {
            let isSound = track.mediaType == .audio
            guard isSound || track.mediaType == .video else { continue }
            let output = AVAssetReaderTrackOutput(
                track: track,
                outputSettings: isSound
                    ? ReadSound.floats
                    : [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
            )
            var settings: [String: Any] = [AVVideoCodecKey: known.codec, AVVideoWidthKey: 320, AVVideoHeightKey: 180]
            if isSound {
                settings = [AVFormatIDKey: known.format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
                if known.format == kAudioFormatLinearPCM {
                    settings[AVLinearPCMBitDepthKey] = 16
                    settings[AVLinearPCMIsFloatKey] = false
                    settings[AVLinearPCMIsBigEndianKey] = false
                    settings[AVLinearPCMIsNonInterleaved] = false
                }
            }
            let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: settings)
            reader.add(output)
            writer.add(input)
            pairs.append((output, input))
        }
        #expect(reader.startReading())
        try writer.start()
        writer.startSession(atSourceTime: start)
        let threads = pairs.map { output, input in
            TestThread {
                while true {
                    try FakeWriting.wait(for: input)
                    guard let sample = output.copyNextSampleBuffer(), input.append(sample) else { break }
                }
                input.markAsFinished()
            }
        }
        try threads.forEach { try $0.value() }
        if let end { writer.endSession(atSourceTime: end) }
        await writer.finishWriting()
        if let error = writer.error { throw error }
        #expect(writer.status == .completed && reader.status == .completed)
    }

    @Test("pictures and clicks are where they were", arguments: cases)
    func roundTrip(known: Case) async throws {
        let folder = TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path("new.\(known.ending)"))
        try await Self.transcode("h264-bframes.mp4", to: url, known)
        let (before, after) = (try await Self.pictures.value, try await DecodedMedia.pictures(url))
        #expect(before.map(\.index) == after.map(\.index))
        for (old, new) in zip(before, after) {
            #expect(CMTimeAbsoluteValue(old.time - new.time) <= known.tick, "\(old.time) became \(new.time)")
        }
        let (heard, now) = (try await Self.sound.value, try await DecodedMedia.sound(url))
        let slack = known.tick == .zero ? 0 : Int64(48_000) * known.tick.value / Int64(known.tick.timescale) + 1
        let (clicks, found) = (heard.clicks(isExact: false), now.clicks(isExact: false))
        // A transport stream cannot say that a decoder has to be primed, so its very first sound is not there yet.
        let isPrimed = known.fileType != .akMPEGTransportStream
        #expect(!clicks.isEmpty && found.count >= clicks.count - (isPrimed ? 0 : 1) && found.count <= clicks.count)
        for (old, new) in zip(clicks.reversed(), found.reversed()) { #expect(abs(old - new) <= max(1, slack)) }
        if known.tick == .zero {
            #expect(now.runs.map(\.start) == heard.runs.map(\.start))
            #expect(now.runs.map(\.count) == heard.runs.map(\.count))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 1)
    }

    @Test(
        "a session within the source begins with its first picture and its first frame of sound, and ends with its last"
    )
    func session() async throws {
        let folder = TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path("new.mp4"))
        let (start, end) = (CMTime(value: 13, timescale: 25), CMTime(value: 38, timescale: 25))
        try await Self.transcode("h264-bframes.mp4", to: url, Self.cases[0], from: start, until: end)
        let before = try await Self.pictures.value
        let shown = before.filter { $0.time >= start && $0.time < end }
        let after = try await DecodedMedia.pictures(url)
        #expect(after.map(\.index) == shown.map(\.index))
        #expect(after.map(\.time) == shown.map { $0.time - start })
        let sound = try await DecodedMedia.sound(url)
        #expect(sound.runs.map(\.start) == [0] && sound.runs.map(\.count) == [48_000])
        #expect(try await AVURLAsset(url: url).load(.duration) == end - start)
    }

    @Test("a movie with fragments, and one with its index first, hold the same")
    func layouts() async throws {
        let folder = TemporaryFolder()
        let expected = try await Self.pictures.value.map(\.index)
        let crashSafe = URL(fileURLWithPath: folder.path("safe.mov"))
        try await Self.transcode("h264-bframes.mp4", to: crashSafe, Self.cases[1]) {
            $0.movieFragmentInterval = CMTime(value: 1, timescale: 2)
        }
        #expect(try await DecodedMedia.pictures(crashSafe).map(\.index) == expected)
        let indexFirst = URL(fileURLWithPath: folder.path("first.mp4"))
        try await Self.transcode("h264-bframes.mp4", to: indexFirst, Self.cases[0]) {
            $0.shouldOptimizeForNetworkUse = true
        }
        #expect(try await DecodedMedia.pictures(indexFirst).map(\.index) == expected)
        let bytes = try Data(contentsOf: indexFirst)
        let (index, media) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
        #expect(try #require(index).lowerBound < #require(media).lowerBound)
    }

    @Test("what no encoder can do is denied by name before writing")
    func denied() throws {
        let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/tmp/never.webm"), fileType: .akWebM)
        func pictures(_ codec: AVVideoCodecType) -> [String: Any] {
            [AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 64]
        }
        let sound: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        ]
        #expect(!writer.canApply(outputSettings: pictures(.h264), forMediaType: .video))
        #expect(writer.canApply(outputSettings: pictures(.akVP9), forMediaType: .video))
        #expect(!writer.canApply(outputSettings: sound, forMediaType: .audio))
        #expect(writer.canApply(outputSettings: nil, forMediaType: .video))
        #expect(!writer.canApply(outputSettings: nil, forMediaType: .timecode))
        let obstacle = WriterRules.obstacle(pictures(.h264), .video, in: .akWebM, hint: nil)
        #expect(obstacle?.contains("H.264") == true)
    }

    @Test("the assistant's settings can be written")
    func assistant() throws {
        let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/tmp/never.mov"), fileType: .mov)
        #expect(AVOutputSettingsAssistant(preset: AVOutputSettingsPreset("none")) == nil)
        let presets = AVOutputSettingsAssistant.availableOutputSettingsPresets()
        #expect(presets.count == 8)
        for preset in presets {
            let assistant = try #require(AVOutputSettingsAssistant(preset: preset))
            #expect(writer.canApply(outputSettings: assistant.videoSettings, forMediaType: .video), "\(preset)")
            #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio), "\(preset)")
        }
        let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
        assistant.sourceVideoFormat = CMFormatDescription(
            type: kCMMediaType_Video,
            subtype: kCMVideoCodecType_H264,
            dimensions: CMVideoDimensions(width: 1080, height: 1920)
        )
        #expect(assistant.videoSettings?[AVVideoWidthKey] as? Int == 720)
        #expect(assistant.videoSettings?[AVVideoHeightKey] as? Int == 1280)
    }
}
