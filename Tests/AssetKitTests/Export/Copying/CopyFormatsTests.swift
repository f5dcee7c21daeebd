import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Formats of tracks of several clips")
struct CopyFormatsTests {
    /// The header of one clip.
    struct Header: Sendable {
        /// Each set is known by a byte.
        var sequences: [UInt8]
        var pictures: [UInt8]
        var code = "avc1"
        var level: UInt8 = 30
        var lengthSize: UInt8 = 4

        var facts: TrackFacts {
            var record: [UInt8] = [1, 66, 0, level, 0xFC | (lengthSize - 1), 0xE0 | UInt8(sequences.count)]
            for set in sequences { record += [0, 2, 0x67, set] }
            record.append(UInt8(pictures.count))
            for set in pictures { record += [0, 2, 0x68, set] }
            var facts = TrackFacts(1, .video)
            facts.codec = code.fourCharCode
            let atoms = ["avcC": record]
            facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: atoms, width: 320, height: 180)]
            return facts
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let headers: [Header]
        /// The code of the track, and how many sets its header has.
        let code: String
        let setCount: Int
        var areInSamples = false
        var allowsSeveral = true

        var testDescription: String { name }
    }

    private static let film = Header(sequences: [1], pictures: [1])
    private static let spliced = Header(sequences: [1, 15], pictures: [1, 15], level: 31)
    private static let other = Header(sequences: [2], pictures: [1])

    static let rows: [Row] = [
        Row(name: "one header", headers: [film, film], code: "avc1", setCount: 2),
        Row(name: "the second has more", headers: [film, spliced], code: "avc1", setCount: 4),
        Row(name: "the first has more", headers: [spliced, film, spliced], code: "avc1", setCount: 4),
        Row(
            name: "the same sets and another level",
            headers: [film, Header(sequences: [1], pictures: [1], level: 40)],
            code: "avc1",
            setCount: 2
        ),
        Row(name: "other sets", headers: [film, other], code: "avc3", setCount: 2, areInSamples: true),
        Row(name: "the 3rd differs", headers: [film, spliced, other], code: "avc3", setCount: 4, areInSamples: true),
        Row(name: "the 2nd differs", headers: [film, other, spliced], code: "avc3", setCount: 4, areInSamples: true),
        Row(
            name: "lengths of other sizes",
            headers: [film, Header(sequences: [1, 15], pictures: [1, 15], lengthSize: 2)],
            code: "avc3",
            setCount: 2,
            areInSamples: true
        ),
        Row(
            name: "sets in samples already",
            headers: [film, Header(sequences: [1, 15], pictures: [1, 15], code: "avc3")],
            code: "avc3",
            setCount: 2,
            areInSamples: true
        ),
        Row(
            name: "a header without sets",
            headers: [Header(sequences: [], pictures: []), film],
            code: "avc3",
            setCount: 0,
            areInSamples: true
        ),
        Row(
            name: "a file that has one description of its samples",
            headers: [film, spliced],
            code: "avc1",
            setCount: 2,
            areInSamples: true,
            allowsSeveral: false
        ),
    ]

    @Test("a header that has all parameter sets is one for all clips; otherwise samples bring theirs", arguments: rows)
    func headers(row: Row) throws {
        var formats = CopyFormats(allowsSeveral: row.allowsSeveral)
        for header in row.headers {
            let places = try formats.places(of: header.facts)
            #expect(places == [0])
        }
        #expect(formats.areSetsInSamples == row.areInSamples)
        #expect(formats.formats.map(\.subtype) == [row.code.fourCharCode])
        #expect(formats.formats.first?.parameterSets.count == row.setCount)
    }
}
