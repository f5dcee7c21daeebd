import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// What the sample tables of the corpus say, against the packets that FFmpeg makes of them. Where FFmpeg does something
/// of its own with them, the rule stands here.
@Suite("ISO corpus packets", .enabled(if: ISOCorpus.isThere))
struct ISOCorpusPacketTests {
    /// FFmpeg makes one packet of many samples.
    private static let linearPCM: Set<ISOCode> = [
        "raw ", "twos", "sowt", "lpcm", "ipcm", "fpcm", "in24", "in32", "fl32",
    ]

    @Test("counts, bytes, key samples, presentation times and reordering are what FFmpeg finds")
    func packets() throws {
        var findings = ISOFindings()
        var exactEnds = 0
        var streams = 0
        for entry in ISOCorpus.entries where !entry.packets.isEmpty {
            let window = try entry.window()
            guard let movie = try? ISOFileReader.read(window) else { continue }
            // FFmpeg reads on in a second movie header, and stops where the file ends.
            guard movie.warnings.isEmpty || entry.fileClass != "malformed" else { continue }
            findings.startFile()
            for (track, packets) in Self.pairs(entry, movie) {
                streams += 1
                let comparison = ISOPacketComparison(
                    entry: entry,
                    movie: movie,
                    track: track,
                    packets: packets,
                    isPCM: Self.linearPCM.contains(track.descriptions.first??.codec ?? "    ")
                )
                try comparison.compare(window, &findings)
                if comparison.endIsEqual { exactEnds += 1 }
            }
        }
        #expect(findings.differences.isEmpty, "\(findings.differences.joined(separator: "\n"))")
        #expect(findings.files >= 135)
        #expect(streams >= 215)
        #expect(findings.facts >= 2000)
        // The end is FFmpeg's guess for the last packet of many streams, so that it is counted, not compared.
        #expect(exactEnds >= 155)
        print(
            "ISO corpus packets: \(findings.files) files, \(streams) streams, \(findings.facts) facts, \(exactEnds) ends"
        )
    }

    @Test("the bytes that the tables point to are the bytes of FFmpeg's packets")
    func payload() throws {
        var digests = 0
        for entry in ISOCorpus.entries where entry.size < 1_000_000 {
            let expected = entry.values["packet_md5"] as? [String: Any] ?? [:]
            let window = try entry.window()
            guard !expected.isEmpty, let movie = try? ISOFileReader.read(window), movie.warnings.isEmpty else {
                continue
            }
            // The digests are numbered in an order of their own: pictures first.
            let digestsOfFile = Set(expected.values.compactMap { $0 as? String })
            for (track, packets) in Self.pairs(entry, movie) where Self.isWhole(track, packets) {
                var sum = ISOMessageDigest()
                for sample in track.samples.samples() {
                    sum.update(try window.bytes(at: sample.offset, count: Int(sample.size)))
                }
                #expect(digestsOfFile.contains(sum.finished()), "\(entry) track \(track.id)")
                digests += 1
            }
        }
        #expect(digests >= 190)
        print("ISO corpus payload: \(digests) streams have the same bytes")
    }

    /// FFmpeg has all samples with all their bytes: an edit leaves none out, and no first sample that is called a key
    /// without being one was dropped from the copy that was digested. It rewrites captions.
    private static func isWhole(_ track: ISOTrack, _ packets: [String: Any]) -> Bool {
        let facts = track.samples.facts
        let format = track.descriptions.first??.codec ?? "    "
        guard packets["bytes"] as? Int == Int(facts.byteCount), format != "c608" else { return false }
        return linearPCM.contains(format) || packets["keyframes"] as? Int == facts.syncSampleCount
    }

    private static func tracks(_ entry: ISOCorpus.Entry, _ movie: ISOMovie) -> [(Int, ISOTrack)] {
        entry.streams.compactMap { stream in
            guard let index = stream["index"] as? Int, let text = stream["id"] as? String,
                let id = UInt32(text.dropFirst(2), radix: 16), let track = movie.track(id)
            else { return nil }
            return (index, track)
        }
    }

    private static func pairs(_ entry: ISOCorpus.Entry, _ movie: ISOMovie) -> [(ISOTrack, [String: Any])] {
        tracks(entry, movie).compactMap { index, track in entry.packets["\(index)"].map { (track, $0) } }
    }
}
