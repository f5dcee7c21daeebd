import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
@testable import AssetKitSources

/// Lists of the samples of a file, by FFmpeg alone and by a reader of ours that goes on behind its first packets.
enum ListedBothWays {
    /// What spoils a file behind its headers, by number: an end that is missing, a bit, bytes too many, bytes too few.
    static func damaged(_ bytes: [UInt8], _ round: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var damaged = bytes
        let place = Int.random(in: bytes.count / 8..<bytes.count, using: &random)
        switch round % 4 {
        case 0: damaged.removeLast(bytes.count - place)
        case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: damaged.insert(contentsOf: [0, 255, 7], at: place)
        default: damaged.removeSubrange(place..<min(bytes.count, place + 40))
        }
        return damaged
    }

    /// The sample media whose names end so.
    static func samples(_ endings: String...) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder.path)
        return (names ?? []).filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
    }

    /// Spoils one of the sample media so many times and ways, and lists each both ways.
    static func compareDamaged(
        _ name: String,
        rounds: Int,
        seed: UInt64,
        _ damage: ([UInt8], Int, inout SeededGenerator) -> [UInt8] = damaged
    ) throws {
        let bytes = try [UInt8](Data(contentsOf: SampleMedia.url(name)))
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            let url = URL(filePath: folder.path("damaged-\(round).\(SampleMedia.url(name).pathExtension)"))
            try Data(damage(bytes, round, &random)).write(to: url)
            _ = try compare(url, 20)
        }
    }

    /// Lists files of others both ways behind beginnings of several lengths. The answer is how often the bytes of some track
    /// were found without a demuxer.
    static func compareCorpus(_ endings: Set<String>, _ beginnings: [Int]) throws -> Int {
        var count = 0
        for entry in ContainerCorpus.entries(in: endings) {
            for beginning in beginnings {
                count += try compare(ContainerCorpus.url(of: entry), beginning) > 0 ? 1 : 0
            }
        }
        return count
    }

    /// Lists a file both ways, and answers of how many tracks the bytes are found without a demuxer.
    static func compare(_ url: URL, _ beginning: Int) throws -> Int {
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
        let units = tracks.filter { found[$0.trackID]?.table.transportStream != nil }
        guard !placed.isEmpty else { return units.count }
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
