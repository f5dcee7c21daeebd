import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitBitstream

/// Boxes that are made of first samples are the ones that FFmpeg writes when it copies the same file into an MP4.
@Suite("Boxes made of first samples", .enabled(if: Oracle.isThere))
struct CodecAtomsSampleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let box: String
        /// What FFmpeg makes the source of.
        let arguments: [String]
        let ending: String
        var testDescription: String { "\(box) of .\(ending), \(arguments.suffix(8).joined(separator: " "))" }
    }

    private static func sound(_ codec: String, _ box: String, _ settings: [String], _ ending: String) -> Case {
        let source = ["-f", "lavfi", "-i", "sine=d=0.5:r=48000"]
        return Case(box: box, arguments: source + ["-c:a", codec] + settings, ending: ending)
    }

    private static func pictures(_ codec: String, _ settings: [String]) -> Case {
        let source = ["-f", "lavfi", "-i", "testsrc=d=0.2:s=176x144:r=25"]
        return Case(box: "vpcC", arguments: source + ["-c:v", codec, "-cpu-used", "8"] + settings, ending: "webm")
    }

    private static let cases: [Case] = [
        sound("ac3", "dac3", ["-b:a", "192k"], "ts"),
        sound("ac3", "dac3", ["-ac", "6", "-b:a", "448k"], "mkv"),
        sound("ac3", "dac3", ["-ar", "44100", "-ac", "2", "-b:a", "96k"], "ac3"),
        sound("ac3", "dac3", ["-ar", "32000", "-ac", "1", "-b:a", "64k"], "avi"),
        sound("eac3", "dec3", ["-ac", "2", "-b:a", "192k"], "ts"),
        sound("eac3", "dec3", ["-ac", "6", "-b:a", "640k"], "mkv"),
        sound("eac3", "dec3", ["-ar", "44100", "-ac", "5", "-b:a", "256k"], "eac3"),
        pictures("libvpx-vp9", []),
        pictures("libvpx-vp9", ["-pix_fmt", "yuv444p"]),
        pictures("libvpx-vp9", ["-pix_fmt", "yuv420p10"]),
        pictures(
            "libvpx-vp9",
            [
                "-pix_fmt", "yuv422p10", "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc",
                "smpte2084", "-color_range", "pc",
            ]
        ),
    ]

    private let folder = TemporaryFolder()

    private func box(_ name: String, in path: String) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let entry = try #require(BoxWalker.tracks(of: bytes[...]).first?.sampleEntry)
        return Array(try #require(entry.box(name), "\(path) has no \(name)"))
    }

    private func facts(_ path: String) throws -> MediaFacts {
        let input = MediaInput(url: URL(filePath: path), fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        return try MediaInspector.inspect(input, isPrecise: false, flag: CancellationFlag())
    }

    @Test("are what FFmpeg writes", arguments: cases)
    func payloads(test: Case) async throws {
        let source = folder.path("source.\(test.ending)")
        try Oracle.run(test.arguments + [source])
        try Oracle.run(["-i", source, "-c", "copy", folder.path("theirs.mp4")])
        let atoms = try #require(try facts(source).tracks.first?.descriptions.first?.atoms)
        #expect(atoms[test.box] == (try box(test.box, in: folder.path("theirs.mp4"))))
        // And the copy has them, in the way that FFmpeg reads.
        let session = AKJoinSession(assets: [AVURLAsset(url: URL(filePath: source))])
        let copy = folder.path("ours.mp4")
        _ = try await session.export(to: URL(filePath: copy))
        #expect(try box(test.box, in: copy) == atoms[test.box])
        #expect(try Oracle.complaints(copy) == "")
    }

    @Test("are made for VP8, which FFmpeg does not write")
    func vp8() throws {
        let facts = try facts(SampleMedia.url("vp8-vorbis.webm").path)
        let atoms = try #require(facts.tracks.first?.descriptions.first?.atoms)
        let record = try VPConfiguration(record: try #require(atoms["vpcC"])[...])
        #expect((record.profile, record.level, record.bitDepth) == (0, 0, 8))
        #expect(record.chromaFormat == .yuv420)
    }

    @Test("are not made of samples that make no sense")
    func damaged() throws {
        for codec in ["vp8", "vp9", "ac3", "eac3"] {
            var track = TrackFacts(trackID: 1, streamIndex: 0, mediaType: .video)
            track.traits = CodecTraits.named(codec)
            track.video = VideoFacts()
            track.descriptions = [SampleDescriptionFacts(codec: 1)]
            #expect(CodecAtoms.needsSample(track))
            for sample in [[], [0xFF], [UInt8](repeating: 0x5A, count: 64)] {
                CodecAtoms.complete(&track, sample: sample[...])
                #expect(track.descriptions[0].atoms.isEmpty)
            }
        }
    }
}
