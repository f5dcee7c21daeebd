import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Writer, what cannot be done")
struct WriterRefusalTests {
    private let folder = TemporaryFolder()

    private func writer(_ name: String, _ type: AVFileType) throws -> AVAssetWriter {
        try AVAssetWriter(outputURL: URL(fileURLWithPath: folder.path(name)), fileType: type)
    }

    private static let flac: [String: any Sendable] = [
        AVFormatIDKey: kAudioFormatFLAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
    ]

    @Test("an input that cannot be stored is told, and makes the writer fail with the reason")
    func flacInCoreAudio() async throws {
        let writer = try writer("new.caf", .caf)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.flac)
        #expect(!writer.canApply(outputSettings: Self.flac, forMediaType: .audio))
        #expect(!writer.canAdd(input))
        writer.add(input)
        #expect(writer.status == .failed)
        let sentence = try #require(writer.error?.localizedDescription)
        #expect(sentence.hasPrefix("cannot write '\(folder.path("new.caf"))': "), "\(sentence)")
        #expect(sentence.contains("cannot be stored in a Core Audio file"), "\(sentence)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("new.caf")))
    }

    @Test("whoever never asks learns of it from the answers, and stops no program")
    func unaskedClient() async throws {
        let writer = try writer("new.mov", .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: "none"])
        writer.add(input)
        // What else a client sets up before the start.
        writer.metadata = []
        writer.shouldOptimizeForNetworkUse = true
        input.transform = .identity
        let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        writer.add(sound)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(!writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(adaptor.pixelBufferPool == nil && input.isReadyForMoreMediaData)
        #expect(!input.append(try WriterKit.picture(0)))
        let isAsked = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
            sound.requestMediaDataWhenReady(on: DispatchQueue.global()) {
                done.resume(returning: sound.isReadyForMoreMediaData)
            }
        }
        #expect(isAsked)
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(writer.error?.localizedDescription.contains("there is no encoder of 'none' here") == true)
        #expect(throws: AVError.self) { try writer.start() }
    }

    @Test("an address that is no file, and a file type that nobody writes, are thrown")
    func noFile() throws {
        let remote = try #require(URL(string: "https://example.org/a.mov"))
        #expect(throws: AVError.self) { try AVAssetWriter(outputURL: remote, fileType: .mov) }
        let error = #expect(throws: AVError.self) { try writer("new.heic", .heic) }
        #expect(error?.code == .fileFormatNotRecognized)
    }

    @Test("segments of a type that has none make the writer fail")
    func noSegments() {
        let writer = AVAssetWriter(contentType: .wav)
        #expect(writer.status == .failed && !writer.startWriting())
    }

    @Test("a session at no time makes the writer fail", arguments: [CMTime.invalid, .indefinite, .positiveInfinity])
    func noTime(time: CMTime) throws {
        let writer = try writer("new.mov", .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: time)
        #expect(writer.status == .failed)
        #expect(!input.append(try WriterKit.picture(0)))
    }

    @Test("a session that would end before it begins makes the writer fail")
    func backwards() throws {
        let writer = try writer("new.mov", .mov)
        writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: nil))
        try writer.start()
        writer.startSession(atSourceTime: CMTime(value: 1, timescale: 1))
        writer.endSession(atSourceTime: .zero)
        #expect(writer.status == .failed)
    }

    @Test("a depth of samples is a hint", arguments: [8: 16, 16: 16, 20: 24, 32: 24])
    func depthHint(hint: Int, bits: Int) async throws {
        let name = "new\(hint).m4a"
        let settings: [String: any Sendable] = [
            AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVEncoderBitDepthHintKey: hint,
        ]
        let writer = try writer(name, .m4a)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        #expect(writer.canAdd(input))
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        #expect(input.append(try WriterKit.sound(0)))
        await writer.finishWriting()
        #expect(try WriterKit.probe(folder.path(name), "a", "stream=bits_per_raw_sample") == String(bits))
    }

    @Test(
        "pictures with more colour become what players show",
        arguments: [
            (AVVideoCodecType.hevc, kCVPixelFormatType_422YpCbCr8, "yuv420p"),
            (.hevc, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "yuv420p"),
            (.hevc, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, "yuv420p10le"),
            (.hevc, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, "yuv420p"),
            (.hevc, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "yuv420p10le"),
            (.akVP9, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "yuv420p"),
            (.akAV1, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, "yuv420p10le"),
            (.h264, kCVPixelFormatType_422YpCbCr8, "yuv420p"),
        ] as [(AVVideoCodecType, OSType, String)]
    )
    func playable(codec: AVVideoCodecType, format: OSType, expected: String) async throws {
        #expect(try await layout(codec, format, [:]) == expected)
    }

    @Test("a profile asks for more colour")
    func profile() async throws {
        let profile = [AVVideoProfileLevelKey: "HEVC_Main42210_AutoLevel"]
        let format = kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
        #expect(try await layout(.hevc, format, profile) == "yuv422p10le")
    }

    /// What becomes of a picture, in FFmpeg's words.
    private func layout(_ codec: AVVideoCodecType, _ format: OSType, _ properties: [String: String]) async throws
        -> String
    {
        let writer = try writer("new.mkv", .akMatroska)
        let settings: [String: any Sendable] = [
            AVVideoCodecKey: codec.rawValue, AVVideoWidthKey: 64, AVVideoHeightKey: 64,
            AVVideoCompressionPropertiesKey: properties,
        ]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 64, 64, format, nil, &buffer)
        #expect(adaptor.append(try #require(buffer), withPresentationTime: .zero))
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        return try WriterKit.probe(folder.path("new.mkv"), "v", "stream=pix_fmt")
    }
}

extension WriterKit {
    /// One fact of a file's first track of pictures or sound, by ffprobe.
    static func probe(_ path: String, _ track: String, _ entry: String) throws -> String {
        let arguments = [
            "-v", "error", "-select_streams", "\(track):0", "-show_entries", entry, "-of", "csv=p=0", path,
        ]
        let process = Process.limited("/usr/bin/ffprobe", arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
