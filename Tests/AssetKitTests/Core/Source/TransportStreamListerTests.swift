import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSources

@Suite("Transport streams, samples listed by units")
struct TransportStreamListerTests {
    private static let names = ListedBothWays.samples(".ts")

    /// Few packets, so that most of a short file is listed by its units.
    private static let beginnings = [6, 30, 120]

    @Test("units tell what FFmpeg tells", arguments: names)
    func samples(_ name: String) throws {
        for beginning in Self.beginnings { _ = try ListedBothWays.compare(SampleMedia.url(name), beginning) }
    }

    @Test("of the most usual files units tell", arguments: ["h264.ts", "hevc.ts", "start-10-hours.ts"])
    func usual(_ name: String) throws {
        #expect(try ListedBothWays.compare(SampleMedia.url(name), 60) == 2)
    }

    @Test("what FFmpeg makes up is left to it", arguments: ["mpeg2.ts", "clock-wrap.ts"])
    func unusual(_ name: String) throws {
        #expect(try ListedBothWays.compare(SampleMedia.url(name), 30) == 0)
    }

    @Test(
        "units of files of others tell what FFmpeg tells",
        .enabled(if: ContainerCorpus.isPresent, "the corpus is not there")
    )
    func corpus() throws {
        let count = try ListedBothWays.compareCorpus(["ts", "m2ts"], Self.beginnings)
        print("Transport streams of others, lists made by units: \(count)")
        #expect(count > 10)
    }

    @Test("what is damaged is left to FFmpeg, or told as FFmpeg does", arguments: names)
    func damage(_ name: String) throws {
        try ListedBothWays.compareDamaged(name, rounds: 40, seed: 11) { bytes, round, random in
            round < 16
                ? ListedBothWays.damaged(bytes, round, &random) : Self.withOtherPackets(bytes, round, &random)
        }
    }

    /// Whole packets that are missing, come twice or in another order, or whose heads say something else.
    private static func withOtherPackets(_ bytes: [UInt8], _ round: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var changed = bytes
        let count = bytes.count / 188
        let place = Int.random(in: count / 8..<count - 1, using: &random) * 188
        let packet = Array(bytes[place..<place + 188])
        switch round % 6 {
        case 0: changed.removeSubrange(place..<place + 188)
        case 1: changed.insert(contentsOf: packet, at: place)
        case 2:
            changed.replaceSubrange(place..<place + 188, with: bytes[place + 188..<place + 376])
            changed.replaceSubrange(place + 188..<place + 376, with: packet)
        case 3:
            changed[place + 1 + Int.random(in: 0..<3, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default:
            // The heads of units, and what begins behind them.
            let begins = stride(from: place, to: count * 188, by: 188).first { bytes[$0 + 1] & 0x40 != 0 } ?? place
            changed[begins + Int.random(in: 4..<40, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        return changed
    }
}
