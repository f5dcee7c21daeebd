import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream

/// Whatever the bytes are, a splicer returns something or throws one of its two errors; a trap would end the whole run.
@Suite("Splicing, broken samples")
struct SpliceRobustnessTests {
    private static let rounds = LongRun.isOn ? 5_000 : 250

    static let films = [
        ("h264-open-gop.mp4", "h264", "avcC"), ("h264-bframes.mp4", "h264", "avcC"),
        ("hevc-open-gop.mp4", "hevc", "hvcC"), ("av1.mp4", "av1", "av1C"), ("vp9.mp4", "vp9", "vpcC"),
        ("mpeg4-part2.mp4", "mpeg4", "esds"),
    ]

    /// What happened to calls.
    private struct Outcomes {
        var answers = 0
        var refusals = 0

        mutating func note(_ call: () throws -> [UInt8]?, limit: Int) {
            do {
                let bytes = try call()
                #expect(bytes?.count ?? 0 <= limit)
                answers += 1
            } catch {
                #expect(error is BitstreamError || error is SpliceObstacle)
                refusals += 1
            }
        }
    }

    @Test("samples with damage", arguments: films)
    func samples(name: String, codec: String, box: String) throws {
        let media = try SpliceMedia(name, codec: codec, box: box)
        let header = try Self.header(media)
        var generator = SeededGenerator(seed: 42)
        var outcomes = Outcomes()
        var splicer = try SampleSplicer(named: codec, header: header)
        _ = try splicer.adopt(encoderHeader: header, joinsOpenGroups: true)
        let key = try media.samples.indices.last {
            ![.none, .decodeOnly].contains(try splicer.entry(media.samples[$0]))
        }
        let (first, next) = (media.samples[key ?? 0], media.samples[min((key ?? 0) + 1, media.samples.count - 1)])
        for _ in 0..<Self.rounds {
            let sample = Self.mutant(of: [first, next].randomElement(using: &generator) ?? first, using: &generator)
            let limit = sample.count * 2 + header.count + 64
            outcomes.note({ try splicer.entry(sample) == .none ? [] : nil }, limit: limit)
            outcomes.note({ try splicer.quantizers(sample).count > sample.count ? sample : nil }, limit: limit)
            outcomes.note({ try splicer.encoded(sample) }, limit: limit)
            splicer.beginRun()
            outcomes.note({ try splicer.copied(sample, isFirst: true) }, limit: limit)
            splicer.beginRun()
            _ = try splicer.copied(first, isFirst: true)
            outcomes.note({ try splicer.copied(sample, isFirst: false) }, limit: limit)
        }
        #expect(outcomes.answers > 0 && outcomes.refusals + (codec == "vp9" ? 1 : 0) > 0)
    }

    @Test("headers with damage", arguments: films)
    func headers(name: String, codec: String, box: String) throws {
        let media = try SpliceMedia(name, codec: codec, box: box)
        let header = try Self.header(media)
        var generator = SeededGenerator(seed: 43)
        var outcomes = Outcomes()
        for round in 0..<Self.rounds {
            let (mutant, limit) = (Self.mutant(of: header, using: &generator), header.count * 4 + 64)
            outcomes.note(
                {
                    var splicer = try SampleSplicer(named: codec, header: round % 2 == 0 ? mutant : header)
                    let merged = try splicer.adopt(
                        encoderHeader: round % 2 == 0 ? header : mutant,
                        joinsOpenGroups: true
                    )
                    for sample in media.samples.prefix(2) {
                        _ = try splicer.entry(sample)
                        _ = try splicer.quantizers(sample)
                        _ = try splicer.encoded(sample)
                    }
                    _ = try splicer.copied(media.samples[0], isFirst: true)
                    return merged
                },
                limit: limit
            )
        }
        #expect(outcomes.answers > 0)
    }

    private static func header(_ media: SpliceMedia) throws -> [UInt8] {
        guard media.codec == "mpeg4" else { return media.header }
        let descriptor = try ElementaryStreamDescriptor(record: media.header[...])
        return Array(try #require(descriptor.decoderConfiguration))
    }

    /// Damage where headers are, now and then anywhere, and shortened samples.
    private static func mutant(of bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let isNear = Int.random(in: 0..<4, using: &generator) > 0
            let index = Int.random(in: 0..<(isNear ? min(40, bytes.count) : bytes.count), using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 1: bytes[index] = .random(in: .min ... .max, using: &generator)
            case 2: bytes[index] = [0, 1, 3, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(.random(in: .min ... .max, using: &generator), at: index)
            default: bytes.removeLast(bytes.count - index)
            }
        }
        return bytes
    }
}
