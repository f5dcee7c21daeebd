import AssetKit
import Foundation
import Testing

@Suite("The same facts, however the bytes come")
struct WeatherTests {
    static let samples: [String] = [
        "h264-bframes.mp4", "fragmented.mp4", "edit-inner-gap.mp4", "rotated-90.mp4", "chapters.mp4", "tags-itunes.m4a",
        "cover.m4a", "tags-quicktime.mov", "two-descriptions.mp4", "timecode.mov", "h264-bframes.mkv", "chapters.mkv",
        "tags.mkv", "live.mkv", "vp9-opus.webm", "h264.ts", "cover.mp3", "mp3-xing.mp3", "mp3-no-xing.mp3", "aac.aac",
        "tags.flac", "wav-16bit.wav", "aiff.aiff", "caf.caf", "tags.ogg", "opus.ogg",
    ]

    @Test("from memory a file says what it says on disk", arguments: samples)
    func memoryAndDiskAgree(_ name: String) async throws {
        let url = SampleMedia.url(name)
        let onDisk = try await AssetDump.lines(of: AVURLAsset(url: url))
        let inMemory = AVAsset(data: try Data(contentsOf: url), fileType: Self.fileType(of: name))
        #expect(try await AssetDump.lines(of: inMemory) == onDisk)
    }

    @Test("in short reads a file says what it says as a whole", arguments: samples)
    func shortReadsAgree(_ name: String) async throws {
        let url = SampleMedia.url(name)
        let onDisk = try await AssetDump.lines(of: AVURLAsset(url: url))
        let source = ReluctantSource(try Data(contentsOf: url))
        let slow = AVAsset(source: source, fileType: Self.fileType(of: name))
        #expect(try await AssetDump.lines(of: slow) == onDisk)
        #expect(source.reads > 10)
    }

    @Test("over http a file says what it says on disk", .enabled(if: RangeServer.isPossible))
    func networkAndDiskAgree() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        for name in Self.samples {
            let onDisk = try await AssetDump.lines(of: AVURLAsset(url: SampleMedia.url(name)))
            let remote = try await AssetDump.lines(of: AVURLAsset(url: server.url(name)))
            #expect(remote == onDisk, "\(name)")
        }
    }

    @Test("over http a missing file is a clear error", .enabled(if: RangeServer.isPossible))
    func missingRemoteFileIsAnError() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let url = server.url("is-not-here.mp4")
        let error = await #expect(throws: AVError.self) { try await AVURLAsset(url: url).load(.tracks) }
        #expect(error?.localizedDescription.hasPrefix("cannot open '\(url.absoluteString)': ") == true)
    }

    private static func fileType(of name: String) -> AVFileType {
        switch name.split(separator: ".").last {
        case "mp4": .mp4
        case "m4a": .m4a
        case "mov": .mov
        case "mkv": .matroska
        case "webm": .webm
        case "ts": .mpegTransportStream
        case "mp3": .mp3
        case "flac": .flac
        case "wav": .wav
        case "aiff": .aiff
        case "caf": .caf
        case "ogg": .ogg
        default: AVFileType(rawValue: "public.aac-audio")
        }
    }
}
