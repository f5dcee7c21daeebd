import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// What the headers of the corpus say, against a parser of others.
@Suite("ISO corpus headers", .enabled(if: ISOCorpus.isThere))
struct ISOCorpusHeaderTests {
    @Test("every file of a class ends as its class says")
    func outcomes() throws {
        var outcomes: [String: Int] = [:]
        for entry in ISOCorpus.entries {
            // Where the other parser goes wrong: it looks for boxes behind one that reaches beyond the end.
            let hasMovie = entry.boxes?["movie"] is [String: Any] && !entry.problems.contains("meta exceeds parent")
            do {
                let movie = try ISOFileReader.read(entry.window())
                #expect(hasMovie || entry.fileClass == "malformed", "\(entry): no other parser finds a movie")
                if entry.fileClass != "malformed" { #expect(movie.warnings.isEmpty, "\(entry): \(movie.warnings)") }
                outcomes["movie", default: 0] += 1
            } catch let error as ISOMediaError {
                outcomes["\(error)".hasPrefix("the file is a still") ? "still" : "\(error)", default: 0] += 1
                #expect(!hasMovie, "\(entry): \(error)")
                if entry.fileClass == "segment" { #expect(error == .segmentWithoutHeader, "\(entry)") }
            }
        }
        #expect(outcomes["movie", default: 0] >= 165)
        #expect(outcomes["still", default: 0] >= 39)
        #expect(outcomes[ISOMediaError.segmentWithoutHeader.description, default: 0] >= 26)
    }

    @Test("brands, boxes, headers, matrices, edits, references and tables are what another parser finds")
    func facts() throws {
        var findings = ISOFindings()
        for entry in ISOCorpus.entries {
            guard let movie = try? ISOFileReader.read(entry.window()) else { continue }
            findings.startFile()
            Self.compareFile(entry, movie, &findings)
            // A second movie header does not count for us; the other parser adds its tracks.
            let theirs = entry.tracks.prefix(entry.file.isEmpty ? 0 : max(movie.tracks.count, 0))
            if !movie.warnings.contains(where: { $0.hasPrefix("there is a second") }) {
                findings.compare("\(entry) tracks", movie.tracks.count, entry.tracks.count)
            }
            for (track, expected) in zip(movie.tracks, theirs) {
                Self.compareTrack("\(entry) track \(track.id)", track, expected, movie, &findings)
            }
        }
        #expect(findings.differences.isEmpty, "\(findings.differences.joined(separator: "\n"))")
        #expect(findings.files >= 165)
        #expect(findings.facts >= 5800)
        print("ISO corpus headers: \(findings.files) files, \(findings.facts) facts")
    }

    private static func compareFile(_ entry: ISOCorpus.Entry, _ movie: ISOMovie, _ findings: inout ISOFindings) {
        let brands = entry.boxes?["brands"] as? [String]
        let ours = movie.layout.brands.map { ([$0.major] + $0.compatible).map(\.latin1) }
        findings.compare("\(entry) brands", ours, brands)
        // We stop where nothing more can follow; the other parser names no more than 40.
        let theirs = Self.withoutRepeats(entry.top.filter { !$0.hasPrefix("…") })
        let count = min(movie.layout.boxes.count, theirs.count)
        findings.compare("\(entry) boxes", movie.layout.boxes.prefix(count).map(\.latin1), Array(theirs.prefix(count)))
        guard let expected = entry.boxes?["movie"] as? [String: Any] else { return }
        let header = movie.header
        findings.compare("\(entry) timescale", Int(header.timescale), expected["timescale"] as? Int)
        findings.compare("\(entry) duration", Int(header.duration ?? 0), Self.known(expected["duration"]))
        findings.compare("\(entry) version", Int(header.version), expected["version"] as? Int)
    }

    private static func withoutRepeats(_ list: [String]) -> [String] {
        list.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// A duration, 0 when it is not known: all ones, and what no clock reaches.
    private static func known(_ value: Any?) -> Int? {
        guard let number = value as? NSNumber else { return nil }
        let ticks = number.uint64Value
        return ticks == 0xffff_ffff || ticks > UInt64(Int64.max) / 2 ? 0 : Int(ticks)
    }

    private static func compareTrack(
        _ name: String,
        _ track: ISOTrack,
        _ expected: [String: Any],
        _ movie: ISOMovie,
        _ findings: inout ISOFindings
    ) {
        func integer(_ key: String, _ ours: Int) {
            if let theirs = expected[key] as? Int { findings.compare("\(name) \(key)", ours, theirs) }
        }
        integer("id", Int(track.id))
        integer("flags", Int(track.header.flags))
        integer("layer", Int(track.header.layer))
        integer("altgroup", Int(track.header.alternateGroup))
        integer("timescale", Int(track.media.timescale))
        if expected["tk_duration"] != nil {
            findings.compare("\(name) duration", Int(track.header.duration ?? 0), known(expected["tk_duration"]))
        }
        if expected["duration"] != nil {
            findings.compare("\(name) media duration", Int(track.media.duration ?? 0), known(expected["duration"]))
        }
        if let width = expected["width"] as? Double, let height = expected["height"] as? Double {
            findings.compare("\(name) width", (track.header.displayWidth * 10000).rounded(), (width * 10000).rounded())
            findings.compare(
                "\(name) height",
                (track.header.displayHeight * 10000).rounded(),
                (height * 10000).rounded()
            )
        }
        if let matrix = expected["matrix"] as? [Double] {
            let own = track.header.matrix
            let ours = [own.a, own.b, own.u, own.c, own.d, own.v, own.x, own.y, own.w]
            findings.compare("\(name) matrix", ours.map { ($0 * 1000).rounded() }, matrix.map { ($0 * 1000).rounded() })
        }
        if let language = expected["lang"] as? String {
            findings.compare("\(name) language", Self.letters(track.media.language), language)
        }
        if let handler = expected["handler"] as? String {
            findings.compare("\(name) handler", track.handler.type.description, handler)
        }
        compareEdits(name, track, expected, &findings)
        compareDescriptions(name, track, expected, &findings)
        // Chunks of the wrong places cost samples; the other parser counts sizes only.
        let isCut = movie.warnings.contains { $0.hasPrefix("track \(track.id): only") && $0.contains("lie in a chunk") }
        if movie.fragmentCount == 0, !isCut { compareTables(name, track, expected, &findings) }
    }

    /// The language as the other parser prints it: a Macintosh number, or three times five bits whatever they are.
    private static func letters(_ language: ISOLanguage) -> String {
        guard !language.isMacintosh else { return "\(language.packed)" }
        let letters = [language.packed >> 10, language.packed >> 5, language.packed].map { UInt8($0 & 31) + 0x60 }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func compareEdits(
        _ name: String,
        _ track: ISOTrack,
        _ expected: [String: Any],
        _ findings: inout ISOFindings
    ) {
        let theirs = (expected["edits"] as? [[Double]])?.map { $0.map { ($0 * 1000).rounded() } }
        let ours = track.edits?.edits.map {
            [Double($0.duration) * 1000, Double($0.mediaTime) * 1000, (Double($0.rate) / 65.536).rounded()]
        }
        findings.compare("\(name) edits", ours, theirs)
        let references = (expected["tref"] as? [[Any]])?.map { "\($0[0]) \($0[1] as? [Int] ?? [])" }
        let own = track.references.map { "\($0.type) \($0.trackIDs)" }
        findings.compare("\(name) references", own, references ?? [])
    }

    private static func compareDescriptions(
        _ name: String,
        _ track: ISOTrack,
        _ expected: [String: Any],
        _ findings: inout ISOFindings
    ) {
        guard let formats = expected["stsd"] as? [String] else { return }
        findings.compare("\(name) formats", track.descriptions.map { $0?.format.description ?? "-" }, formats)
        let protection = track.descriptions.compactMap { $0?.protection }.first
        let first = track.descriptions.first ?? nil
        if let format = expected["frma"] as? String {
            // QuickTime has the same box in `wave`.
            let wave = first?.configuration("frma").map { String(decoding: $0, as: UTF8.self) }
            findings.compare("\(name) original format", protection?.originalFormat?.latin1 ?? wave, format)
        }
        if let scheme = expected["scheme"] as? String, let protection, protection.originalFormat != nil {
            findings.compare("\(name) scheme", protection.scheme?.latin1, scheme)
        }
        guard let boxes = expected["ext"] as? [String], let first else { return }
        // The other parser looks for the four letters anywhere, be it in a box of a box or in the word "field".
        let missing = boxes.filter { box in
            !first.extensions.contains { $0.type.latin1 == box || Self.contains(box, $0.bytes) }
        }
        findings.compare("\(name) boxes of the description", missing, [])
    }

    private static func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
        let letters = Array(word.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: letters) }
    }

    private static func compareTables(
        _ name: String,
        _ track: ISOTrack,
        _ expected: [String: Any],
        _ findings: inout ISOFindings
    ) {
        let samples = expected["samples"] as? Int ?? 0
        let table = track.samples
        findings.compare("\(name) samples", table.count, samples)
        guard samples > 0 else { return }
        let times = expected["stts"] as? [String: Any]
        if times?["samples"] as? Int == samples {
            findings.compare("\(name) durations", Set(table.times.durations).count, times?["distinct"] as? Int)
        }
        if let sync = expected["stss"] as? Int {
            findings.compare("\(name) sync samples", table.facts.syncSampleCount, sync)
        } else {
            findings.compare("\(name) sync samples", table.facts.syncSampleCount, samples)
        }
        guard let offsets = expected["ctts"] as? [String: Any] else { return }
        let values = Set((0..<table.compositionOffsets.runCount).map { table.compositionOffsets.value(ofRun: $0) })
        findings.compare("\(name) offsets", max(values.count, 1), offsets["distinct"] as? Int)
        findings.compare("\(name) negative offsets", values.contains { $0 < 0 }, offsets["neg"] as? Bool)
    }
}
