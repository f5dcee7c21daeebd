import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Matroska, samples listed by blocks")
struct MatroskaListerTests {
    private static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder.path)
        return (names ?? []).filter { $0.hasSuffix(".mkv") || $0.hasSuffix(".webm") }.sorted()
    }()

    /// Few packets, so that most of a short file is listed by its blocks.
    private static let beginnings = [8, 30, 120]

    @Test("blocks tell what FFmpeg tells", arguments: names)
    func samples(_ name: String) throws {
        for beginning in Self.beginnings { _ = try Self.compare(SampleMedia.url(name), beginning) }
    }

    @Test("of the most usual files blocks tell", arguments: ["h264-bframes.mkv", "av1-opus.webm", "vp9-opus.webm"])
    func usual(_ name: String) throws {
        #expect(try Self.compare(SampleMedia.url(name), 30) > 0)
    }

    @Test(
        "blocks of files of others tell what FFmpeg tells",
        .enabled(if: ContainerCorpus.isPresent, "the corpus is not there")
    )
    func corpus() throws {
        var count = 0
        for entry in ContainerCorpus.entries(in: ContainerCorpus.matroska) {
            for beginning in Self.beginnings {
                count += try Self.compare(ContainerCorpus.url(of: entry), beginning) > 0 ? 1 : 0
            }
        }
        print("Matroska files of others, samples found without a demuxer: \(count)")
        #expect(count > 20)
    }

    @Test("what is damaged is left to FFmpeg, or told as FFmpeg does", arguments: names)
    func damage(_ name: String) throws {
        let bytes = try [UInt8](Data(contentsOf: SampleMedia.url(name)))
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: 7)
        for round in 0..<24 {
            var damaged = bytes
            // Behind the headers, where blocks are.
            let place = Int.random(in: bytes.count / 8..<bytes.count, using: &random)
            switch round % 4 {
            case 0: damaged.removeLast(bytes.count - place)
            case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: damaged.insert(contentsOf: [0, 255, 7], at: place)
            default: damaged.removeSubrange(place..<min(bytes.count, place + 40))
            }
            let url = URL(filePath: folder.path("damaged-\(round).mkv"))
            try Data(damaged).write(to: url)
            _ = try Self.compare(url, 20)
        }
    }

    // MARK: Both lists

    /// Lists a file both ways, and answers of how many tracks the bytes are found without a demuxer.
    private static func compare(_ url: URL, _ beginning: Int) throws -> Int {
        let name = "\(url.lastPathComponent), \(beginning)"
        let input = MediaInput(url: url, fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        guard let facts = try? MediaInspector.inspect(input, isPrecise: true, flag: CancellationFlag()) else {
            return 0
        }
        let tracks = facts.tracks.filter { $0.streamIndex != nil }
        func list(_ beginning: Int?) throws -> [Int32: SampleIndex] {
            let reader = SampleIndexReader(input: input, container: facts.containerTraits, beginning: beginning)
            return try reader.read(tracks, flag: CancellationFlag())
        }
        let theirs = Result { try list(nil) }
        let ours = Result { try list(beginning) }
        guard case .success(let known) = theirs, case .success(let found) = ours else {
            #expect((try? theirs.get()) == nil && (try? ours.get()) == nil, "\(name): one list failed")
            return 0
        }
        #expect(Set(known.keys) == Set(found.keys), "\(name)")
        for (track, index) in known {
            guard let other = found[track]?.table as? PacketTable, let table = index.table as? PacketTable else {
                Issue.record("\(name): track \(track) has no list of packets")
                continue
            }
            let difference = (0..<min(table.count, other.count)).first { table[$0] != other[$0] }
            #expect(table.count == other.count && difference == nil, "\(name): track \(track), \(difference ?? -1)")
            #expect(table.framesHiddenAtEnd == other.framesHiddenAtEnd, "\(name): track \(track)")
            #expect(table.decodeTimesRise == other.decodeTimesRise, "\(name): track \(track)")
        }
        return try bytes(found, tracks, input, name)
    }

    /// Compares what lies where the lists say with what a demuxer hands out.
    private static func bytes(
        _ found: [Int32: SampleIndex],
        _ tracks: [TrackFacts],
        _ input: MediaInput,
        _ name: String
    ) throws -> Int {
        let placed = tracks.filter { found[$0.trackID]?.table.payloadOffset != nil }
        guard !placed.isEmpty else { return 0 }
        let source = try input.open(CancellationFlag())
        let window = try ByteWindow(source)
        let demuxer = try DemuxedMedia.demuxer(source, input, flag: CancellationFlag())
        try demuxer.probe()
        var places: [Int: Int] = [:]
        let packet = Packet()
        while try demuxer.read(into: packet) {
            let stream = packet.streamIndex
            guard let track = placed.first(where: { $0.streamIndex == stream }), let table = found[track.trackID]?.table
            else { continue }
            let place = places[stream, default: 0]
            places[stream] = place + 1
            let sample = table[place]
            let start = (sample.position ?? 0) + (table.payloadOffset ?? 0)
            let stored = try window.bytes(at: start, count: Int(sample.byteCount))
            #expect(packet.withBytes { $0.elementsEqual(stored) }, "\(name): track \(track.trackID), sample \(place)")
            #expect(packet.additions.isEmpty, "\(name): track \(track.trackID), sample \(place)")
        }
        return placed.count
    }
}
