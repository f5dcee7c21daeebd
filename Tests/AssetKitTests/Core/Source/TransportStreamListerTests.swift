import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitContainers
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
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

    /// Sets that a parser has read last are kept from it, and only those: it answers as one does that reads all.
    @Test("pictures are what a parser says that reads every set", arguments: ["h264.ts", "hevc.ts"], [1, 2, 3])
    func sets(_ name: String, _ seed: UInt64) throws {
        let stored = try Self.pictures(of: name)
        let isSet: Set<UInt8> = name == "h264.ts" ? [0x67, 0x68] : [0x40, 0x42, 0x44]
        let allSets = try #require(
            stored[0].withUnsafeBytes { bytes in
                WholePicture(bytes, name == "h264.ts" ? .h264 : .hevc)?.placeOfSets.map { Array(bytes[$0]) }
            }
        )
        let message: [UInt8] =
            name == "h264.ts" ? [0, 0, 1, 6, 6, 1, 0x84, 0x80] : [0, 0, 1, 0x4E, 1, 6, 1, 0x90, 0x80]
        var random = SeededGenerator(seed: seed)
        let demuxer = try Self.demuxer(of: name)
        let stream = try #require(demuxer.streams.first { $0.knownCodec == .h264 || $0.knownCodec == .hevc })
        var pictures = try #require(TransportStreamPictures(stream))
        let parser = try #require(SampleParser(stream))
        var samples: [TransportStreamSample] = []
        var answers: [SampleParser.Finding] = []
        for number in 0..<400 {
            // Every other picture is one with sets, of which some are others.
            var bytes = stored[Bool.random(using: &random) ? 0 : Int.random(in: stored.indices, using: &random)]
            let sets = (3..<min(80, bytes.count)).filter { place in
                Array(bytes[place - 3..<place]) == [0, 0, 1] && isSet.contains(bytes[place])
            }
            if let set = sets.randomElement(using: &random), number % 3 == 0 { bytes[set + 3] ^= 1 }
            // Others begin with them as well, and a point of recovery before the sets makes any picture one to start at.
            if sets.isEmpty, number % 5 < 3, let place = AnnexBUnits.startCode(in: bytes[...], from: 4) {
                bytes.insert(contentsOf: (number % 5 == 0 ? message : []) + allSets, at: place)
            }
            let ticks = Int64(number) * 3600
            let unit = try Self.unit(of: stream, shown: ticks + 7200, decoded: ticks)
            let isTaken = bytes.withUnsafeBytes { pictures.take(unit, $0, isKnown: true, &samples) }
            let found = parser.next(byteCount: bytes.count, presentationTicks: ticks + 7200, position: ticks) {
                memory in
                memory.copyBytes(from: bytes)
                return bytes.count
            }
            try #require(isTaken)
            answers.append(try #require(found))
            if answers.last?.isBidirectional ?? false { parser.noteReordering() }
        }
        pictures.finish(&samples)
        #expect(samples.map { $0.packet.marks.contains(.sync) } == answers.map { $0.isKey ?? false })
        #expect(samples.map(\.repeatCount) == answers.map(\.repeatCount))
    }

    private static func unit(of stream: DemuxedStream, shown: Int64, decoded: Int64) throws -> TransportStreamUnit {
        func field(_ mark: UInt8, _ ticks: Int64) -> [UInt8] {
            [
                mark | UInt8(ticks >> 30 & 7) << 1 | 1, UInt8(ticks >> 22 & 0xFF), UInt8(ticks >> 15 & 0x7F) << 1 | 1,
                UInt8(ticks >> 7 & 0xFF), UInt8(ticks & 0x7F) << 1 | 1,
            ]
        }
        let head = [0, 0, 1, 0xE0, 0, 0, 0x80, 0xC0, 10] + field(0x30, shown) + field(0x10, decoded)
        return try #require(
            head.withUnsafeBytes { TransportStreamUnit($0, of: stream.identifier, at: decoded) }
        )
    }

    private static func demuxer(of name: String) throws -> Demuxer {
        let input = MediaInput(
            url: SampleMedia.url(name),
            fileType: nil,
            restrictions: AssetOptions.defaultRestrictions
        )
        let demuxer = try DemuxedMedia.demuxer(try input.open(CancellationFlag()), input, flag: CancellationFlag())
        try demuxer.probe()
        return demuxer
    }

    /// The bytes of all pictures of a file, without the zero that FFmpeg counts to the picture in front of it.
    private static func pictures(of name: String) throws -> [[UInt8]] {
        let demuxer = try demuxer(of: name)
        let packet = Packet()
        var pictures: [[UInt8]] = []
        while try demuxer.read(into: packet) {
            guard let codec = demuxer.streams[packet.streamIndex].knownCodec, codec == .h264 || codec == .hevc else {
                continue
            }
            var picture = packet.withBytes { Array($0) }
            while picture.last == 0 { picture.removeLast() }
            pictures.append(picture)
        }
        return pictures
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
