import AssetKit
import Foundation
import Testing

@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("The same facts, however the bytes come")
struct WeatherTests {
    static let samples: [String] = [
        "h264-bframes.mp4", "fragmented.mp4", "edit-inner-gap.mp4", "rotated-90.mp4", "chapters.mp4", "tags-itunes.m4a",
        "cover.m4a", "tags-quicktime.mov", "two-descriptions.mp4", "timecode.mov", "h264-bframes.mkv", "chapters.mkv",
        "tags.mkv", "live.mkv", "vp9-opus.webm", "h264.ts", "cover.mp3", "mp3-xing.mp3", "mp3-no-xing.mp3", "aac.aac",
        "tags.flac", "wav-16bit.wav", "aiff.aiff", "caf.caf", "tags.ogg", "opus.ogg",
    ]

    /// Two small files of the corpus for every container it has, so that no kind of container is left out.
    static let corpusEntries: [CorpusEntry] = {
        guard Corpus.isExpected, let entries = try? Corpus.entries() else { return [] }
        let usable = entries.filter { $0.class == .valid && (1..<600_000).contains($0.size) }
        let byContainer = Dictionary(grouping: usable, by: \.container).sorted { $0.key < $1.key }
        return byContainer.flatMap { $0.value.sorted { $0.size < $1.size }.prefix(2) }
    }()

    @Test("from memory a file says what it says on disk", arguments: samples)
    func memoryAndDiskAgree(_ name: String) async throws {
        let url = SampleMedia.url(name)
        let onDisk = try await AssetDump.lines(of: AVURLAsset(url: url))
        let inMemory = AVAsset(akData: try Data(contentsOf: url), fileType: Self.fileType(of: name))
        #expect(try await AssetDump.lines(of: inMemory) == onDisk)
    }

    @Test("in short reads a file says what it says as a whole", arguments: samples)
    func shortReadsAgree(_ name: String) async throws {
        let url = SampleMedia.url(name)
        let onDisk = try await AssetDump.lines(of: AVURLAsset(url: url))
        let source = ReluctantSource(try Data(contentsOf: url))
        let slow = AVAsset(akSource: source, fileType: Self.fileType(of: name))
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

    @Test("every container of the corpus says the same from memory and in short reads", arguments: corpusEntries)
    func corpusAgrees(_ entry: CorpusEntry) async throws {
        let data = try Data(contentsOf: Corpus.url(entry))
        let asset = AVURLAsset(url: Corpus.url(entry))
        let onDisk = try await Self.answer(of: asset)
        // Bytes have no name, so a client says what they are; what the file's name says is as good.
        let fileType = asset.akDetails.fileType ?? AVFileType(rawValue: "public.data")
        #expect(try await Self.answer(of: AVAsset(akData: data, fileType: fileType)) == onDisk)
        #expect(try await Self.answer(of: AVAsset(akSource: ReluctantSource(data), fileType: fileType)) == onDisk)
    }

    @Test(
        "every container of the corpus says the same over http",
        .enabled(if: Corpus.isExpected && RangeServer.isPossible)
    )
    func corpusAgreesOverNetwork() async throws {
        #expect(Self.corpusEntries.count >= 30)
        let folders = Dictionary(grouping: Self.corpusEntries) { Corpus.url($0).deletingLastPathComponent() }
        for (folder, entries) in folders {
            let server = try await RangeServer.start(folder)
            defer { server.stop() }
            for url in entries.map(Corpus.url) {
                let onDisk = try await Self.answer(of: AVURLAsset(url: url))
                let remote = try await Self.answer(of: AVURLAsset(url: server.url(url.lastPathComponent)))
                #expect(remote == onDisk, "\(url.path)")
            }
        }
    }

    /// Everything a file says, or why it says nothing.
    private static func answer(of asset: AVAsset) async throws -> [String] {
        do {
            return try await AssetDump.lines(of: asset)
        } catch let error as AVError {
            return [error.failureReason ?? error.localizedDescription]
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
        case "mkv": .akMatroska
        case "webm": .akWebM
        case "ts": .akMPEGTransportStream
        case "mp3": .mp3
        case "flac": .akFLAC
        case "wav": .wav
        case "aiff": .aiff
        case "caf": .caf
        case "ogg": .akOgg
        default: AVFileType(rawValue: "public.aac-audio")
        }
    }
}
