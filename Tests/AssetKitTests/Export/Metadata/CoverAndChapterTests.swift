import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Covers and chapters of exports")
struct CoverAndChapterTests {
    private let folder = TemporaryFolder()

    static let kinds: [(ending: String, type: AVFileType, preset: String)] = [
        ("mp4", .mp4, AVAssetExportPresetPassthrough), ("m4a", .m4a, AVAssetExportPresetAppleM4A),
        ("mov", .mov, AVAssetExportPresetPassthrough), ("mkv", .akMatroska, AVAssetExportPresetPassthrough),
        ("mp3", .mp3, AKExportPresetMP3), ("flac", .akFLAC, AKExportPresetFLAC),
        ("ogg", .akOgg, AKExportPresetOggOpus), ("wav", .wav, AKExportPresetWAV),
        ("aiff", .aiff, AKExportPresetWAV),
    ]

    /// A PNG with noise in it, larger than a page of Ogg.
    private static let cover: Data = {
        let size = 200
        let bytes = (0..<size * size * 4).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, 200, 0, 0, 0, 200] + bytes
        )
    }()

    private func session(_ preset: String) throws -> AVAssetExportSession {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        return try #require(AVAssetExportSession(asset: asset, presetName: preset))
    }

    @Test("a cover and chapters come back as they were given", arguments: kinds)
    func roundTrip(kind: (ending: String, type: AVFileType, preset: String)) async throws {
        let session = try session(kind.preset)
        session.akOptions.cover = Self.cover
        session.akOptions.chapters = try AKExportOptions.chapters(in: "0:00 Anfang\n0:01.5 – Mitte\n2 Ende")
        let path = folder.path("out." + kind.ending)
        try await session.export(to: URL(filePath: path), as: kind.type)
        let asset = AVURLAsset(url: URL(filePath: path))
        let items = try await asset.load(.metadata).filter { $0.commonKey == .commonKeyArtwork }
        #expect(items.count == 1)
        #expect(try await items.first?.load(.dataValue) == Self.cover)
        let chapters = try asset.requireLoaded().facts.chapters
        #expect(chapters.map(\.title) == ["Anfang", "Mitte", "Ende"])
        #expect(chapters.map(\.timeRange.start.seconds) == [0, 1.5, 2])
        // All samples are behind it, in order and whole.
        #expect(try await asset.load(.tracks).count >= 1)
    }

    @Test("FFmpeg decodes what follows a large cover in Ogg", .enabled(if: ProbedFile.isThere))
    func largeCoverInOgg() async throws {
        let session = try session(AKExportPresetOggOpus)
        session.akOptions.cover = Self.cover
        let path = folder.path("out.ogg")
        try await session.export(to: URL(filePath: path), as: .akOgg)
        let arguments = ["-v", "error", "-nostdin", "-xerror", "-i", path, "-map", "0:a", "-f", "null", "-"]
        let process = Process.limited("/usr/bin/ffmpeg", arguments)
        let messages = Pipe()
        process.standardError = messages
        try process.run()
        let said = try messages.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(!String(decoding: said, as: UTF8.self).contains("CRC"))
        #expect(abs(try await AVURLAsset(url: URL(filePath: path)).load(.duration).seconds - 3) < 0.03)
    }

    @Test("files without a place for a cover or chapters refuse them, before anything is written")
    func refusals() async throws {
        for (ending, type) in [("ts", AVFileType.akMPEGTransportStream), ("caf", .caf)] {
            let preset = type == .caf ? AKExportPresetWAV : AVAssetExportPresetPassthrough
            let path = folder.path("out." + ending)
            for isCover in [true, false] {
                let session = try session(preset)
                if isCover { session.akOptions.cover = Self.cover }
                if !isCover { session.akOptions.chapters = try AKExportOptions.chapters(in: "0 A") }
                let what = isCover ? "a cover" : "chapters"
                let error = await #expect(throws: (any Error).self) {
                    try await session.export(to: URL(filePath: path), as: type)
                }
                let sentence = error?.localizedDescription ?? ""
                #expect(sentence.contains("has no place for \(what)"))
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }
        let session = try session(AVAssetExportPresetPassthrough)
        session.akOptions.cover = Data("GIF89a".utf8)
        let error = await #expect(throws: (any Error).self) {
            try await session.export(to: URL(filePath: folder.path("out.mp4")), as: .mp4)
        }
        let sentence = error?.localizedDescription ?? ""
        #expect(sentence.contains("a cover is a picture in JPEG or PNG"))
    }

    @Test(
        "chapters are read from every kind of list",
        arguments: [
            "WEBVTT\n\nNOTE words\n\n1\n00:00.000 --> 00:01.500\n<b>Eins</b>\n\n00:00:01.500 --> 00:00:03.000\nZwei\n",
            "CHAPTER01=00:00:00.000\nCHAPTER01NAME=Eins\nCHAPTER02=00:00:01.500\nCHAPTER02NAME=Zwei\n",
            ";FFMETADATA1\ntitle=x\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=Eins\n[CHAPTER]\n"
                + "TIMEBASE=1/1000\nSTART=1500\nEND=3000\ntitle=Zwei\n",
            "\u{feff}# a comment\r\n0:00 Eins\r\n\r\n00:00:01.5 - Zwei\r\n",
        ]
    )
    func lists(text: String) throws {
        let chapters = try AKExportOptions.chapters(in: text)
        #expect(chapters.map(\.title) == ["Eins", "Zwei"])
        #expect(chapters.map(\.timeRange.start) == [.zero, CMTime(value: 3, timescale: 2)])
    }

    @Test("a line that is none is named")
    func brokenList() {
        let error = #expect(throws: AVError.self) { try AKExportOptions.chapters(in: "0:00 A\nzwei B") }
        #expect(error?.localizedDescription.contains("line 2 of the chapters: 'zwei' is no time") ?? false)
    }
}
