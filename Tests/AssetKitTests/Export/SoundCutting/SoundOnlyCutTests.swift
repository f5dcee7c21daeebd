import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitBase

/// Cuts of files that have sound alone: copied, and exact to the sample.
@Suite("Cuts of sound alone", .enabled(if: Oracle.isThere))
struct SoundOnlyCutTests {
    private let folder = TemporaryFolder()

    /// A source, and a kind of file that a part of it goes into.
    struct Case: CustomTestStringConvertible, Sendable {
        /// A file of the sample media, or FFmpeg's options and the ending of one to make.
        var source: String
        var encoder: [String] = []
        var ending: String
        /// How far samples may differ from the source's, besides rounding: only in the first ones.
        var settling: (count: Int, level: Float) = (0, 0)
        /// FFmpeg's program presents such a file exactly too.
        var isJudged = true
        var isEncoded = false

        var testDescription: String { "\(source) \(encoder.joined(separator: " ")) to \(ending)" }
    }

    static let noise = ["-f", "lavfi", "-i", "anoisesrc=d=3:r=44100:a=0.3:seed=7"]
    /// Opus comes to itself within some 6,000 samples (RFC 7845, 4.6).
    static let opus: (count: Int, level: Float) = (6000, 0.02)

    static let cases: [Case] = [
        Case(source: "mp3-xing.mp3", ending: "mp3"), Case(source: "mp3-no-xing.mp3", ending: "mp3"),
        Case(source: "mp3-vbr.mp3", ending: "mp3"),
        // Frames so small that the bits of one stand in many before it; half as long frames; a checksum.
        Case(source: "a.mp3", encoder: ["-c:a", "libmp3lame", "-b:a", "32k", "-ac", "1"], ending: "mp3"),
        Case(source: "a.mp3", encoder: ["-c:a", "libmp3lame", "-b:a", "64k", "-ar", "22050"], ending: "mp3"),
        Case(source: "a.mp3", encoder: ["-c:a", "libmp3lame", "-b:a", "320k", "-ac", "2"], ending: "mp3"),
        Case(source: "mp3-xing.mp3", ending: "m4a", isJudged: false),
        Case(source: "a.m4a", encoder: ["-c:a", "aac", "-aac_pns", "0"], ending: "m4a", isJudged: false),
        Case(source: "a.aac", encoder: ["-c:a", "aac", "-aac_pns", "0"], ending: "m4a", isJudged: false),
        Case(source: "opus.ogg", ending: "ogg", settling: opus),
        Case(source: "opus.ogg", ending: "webm", settling: opus),
        Case(source: "opus.ogg", ending: "mka", settling: opus),
        Case(source: "opus.ogg", ending: "mp4", settling: opus, isJudged: false),
        // FFmpeg's program does not leave out what the first page of Vorbis says is not heard; libvorbis does.
        Case(source: "vorbis.ogg", ending: "ogg", isJudged: false),
        Case(source: "a.ogg", encoder: ["-ac", "2", "-c:a", "libvorbis"], ending: "ogg", isJudged: false),
        Case(source: "vorbis.ogg", ending: "mp4", isJudged: false),
        Case(source: "wav-16bit.wav", ending: "wav"), Case(source: "wav-24bit.wav", ending: "wav"),
        Case(source: "wav-float.wav", ending: "wav"), Case(source: "aiff.aiff", ending: "aiff"),
        Case(source: "caf.caf", ending: "caf"), Case(source: "wav-16bit.wav", ending: "mka"),
        Case(source: "flac.flac", ending: "flac", isEncoded: true),
        Case(source: "flac-24bit.flac", ending: "flac", isEncoded: true),
        Case(source: "flac.flac", ending: "m4a", isJudged: false),
        Case(source: "flac.flac", ending: "mka", isEncoded: true),
        Case(source: "alac.m4a", ending: "m4a", isJudged: false),
        Case(source: "alac.m4a", ending: "caf", isEncoded: true),
    ]

    private func source(_ item: Case) throws -> String {
        guard !item.encoder.isEmpty else { return SampleMedia.url(item.source).path }
        return try SharedClips.path("source of " + item.source, Self.noise + item.encoder)
    }

    @Test("every sample asked for is there, and no other", arguments: cases)
    func exact(item: Case) async throws {
        let path = try source(item)
        let whole = try await CutSound.channel(path)
        // From the beginning, to the end, across packets, within a few of them, and to just before the end.
        let bounds: [(Int64, Int64?)] = [(0, 9000), (7000, nil), (3451, 11_123), (5000, 5600)]
        let last = CMTime(value: Int64(whole.samples.count - 50), timescale: CMTimeScale(whole.rate))
        let late = CMTimeRange(start: CMTime(value: 1, timescale: 2), end: last)
        var judged: [(target: String, wanted: ArraySlice<Float>)] = []
        for (number, range) in (bounds.map { CutSound.range($0.0, $0.1) } + [late]).enumerated() {
            let wanted = whole.wanted(range, roundsUp: item.isEncoded)
            for isJoin in [false, true] {
                let target = folder.path("\(number) \(isJoin).\(item.ending)")
                let copied: Int
                if isJoin {
                    let made = try await CutSound.copy(path, range, to: target)
                    copied = made.plan.tracks[0].copiedSampleCounts[0]
                } else {
                    copied = try await CutSound.cut(path, range, to: target).tracks[0].copiedSampleCount
                }
                #expect((copied == 0) == item.isEncoded, "\(target)")
                // Both ways make the same file as a rule; another one is looked at for itself.
                if isJoin, try isSame(target, folder.path("\(number) false.\(item.ending)")) { continue }
                let part = try await CutSound.channel(target)
                expect(part.samples, wanted, item, target)
                #expect(part.start == 0)
                guard !isJoin else { continue }
                if item.isJudged { judged.append((target, wanted)) }
                if number == 2 { #expect(try Oracle.complaints(target) == "", "\(target)") }
            }
        }
        guard !judged.isEmpty else { return }
        for (found, (target, wanted)) in zip(try CutSound.judged(judged.map(\.target)), judged) {
            expect(found, wanted, item, "FFmpeg, \(target)")
        }
    }

    private func isSame(_ path: String, _ other: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: other))
    }

    private func expect(_ found: [Float], _ wanted: ArraySlice<Float>, _ item: Case, _ name: String) {
        #expect(found.count == wanted.count, "\(name)")
        let settled = item.settling.count
        let early = CutSound.difference(found.prefix(settled), wanted)
        #expect(early <= item.settling.level + 3e-5, "\(name)")
        let late = CutSound.difference(found.dropFirst(settled), wanted.dropFirst(settled))
        #expect(late <= (settled > 0 ? 2e-4 : 3e-5), "\(name)")
    }

    @Test("bare AAC is cut between packets, and the result says where it begins")
    func packets() async throws {
        let path = SampleMedia.url("aac.aac").path
        let whole = try await CutSound.channel(path)
        let target = folder.path("part.aac")
        let result = try await CutSound.cut(path, CutSound.range(7000, 15_000), to: target)
        #expect(result.warnings.count == 1)
        let begin = result.actualTimeRange.start
        #expect(begin >= CMTime(value: 7, timescale: 10))
        #expect(begin < CMTime(value: 7, timescale: 10) + CMTime(value: 1024, timescale: 44_100))
        let part = try await CutSound.channel(target)
        let wanted = whole.wanted(CMTimeRange(start: begin, end: .positiveInfinity))
        // What the packets before the first one have to do with it is not there.
        let settled = CutSound.difference(part.samples.dropFirst(2048), wanted.dropFirst(2048))
        #expect(settled < 0.2)
        #expect(try Oracle.complaints(target) == "")
    }

    @Test("a part of Vorbis that begins and ends in one packet is refused by Ogg, with a reason")
    func withinPacket() async throws {
        let range = CutSound.range(7000, 7010)
        var message = ""
        do {
            try await CutSound.cut(SampleMedia.url("vorbis.ogg").path, range, to: folder.path("part.ogg"))
        } catch {
            message = error.localizedDescription
        }
        #expect(message.contains("within one packet"))
    }

    @Test("parts of FLAC are joined into one stream whose frames count samples")
    func joined() async throws {
        let path = SampleMedia.url("flac.flac").path
        let whole = try await CutSound.channel(path)
        let ranges = [CutSound.range(1000, 7777), CutSound.range(12_000, 17_001)]
        let clips = ranges.map { AKJoinSession.Clip(asset: CutSound.asset(path), timeRange: $0) }
        let target = folder.path("both.flac")
        try await AKJoinSession(clips: clips).export(to: URL(filePath: target))
        let wanted = ranges.flatMap { whole.wanted($0, roundsUp: true) }
        #expect(try await CutSound.channel(target).samples == wanted)
        #expect(try CutSound.judged(target) == wanted)
        #expect(try Oracle.complaints(target) == "")
    }
}
