import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// Metadata and chapters of the corpus, against what FFmpeg tells of them.
@Suite("ISO corpus metadata", .enabled(if: ISOCorpus.isThere))
struct ISOCorpusMetadataTests {
    /// What FFmpeg makes of the headers, not of metadata.
    private static let fromHeaders: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "creation_time",
    ]

    @Test("every text that FFmpeg finds in the metadata is found")
    func texts() throws {
        var findings = ISOFindings()
        for entry in ISOCorpus.entries {
            guard let movie = try? ISOFileReader.read(entry.window()) else { continue }
            let format = (entry.values["ffprobe"] as? [String: Any])?["format"] as? [String: Any]
            let tags = (format?["tags"] as? [String: Any] ?? [:]).filter { !Self.fromHeaders.contains($0.key) }
            guard !tags.isEmpty else { continue }
            findings.startFile()
            let words = movie.metadata.flatMap { Self.words($0) }
            for (key, value) in tags {
                let text = value as? String ?? ""
                findings.compare("\(entry) \(key) '\(text)'", words.contains(text), true)
            }
        }
        #expect(findings.differences.isEmpty, "\(findings.differences.joined(separator: "\n"))")
        #expect(findings.files >= 100)
        #expect(findings.facts >= 270)
        print("ISO corpus metadata: \(findings.files) files, \(findings.facts) texts")
    }

    /// The ways in which FFmpeg may put a value into words.
    private static func words(_ entry: ISOMetadataEntry) -> [String] {
        // FFmpeg puts genres into words by the list of ID3v1, of which the corpus has one.
        if entry.key == .code("gnre"), entry.value == .unsigned(3) { return ["Country"] }
        return switch entry.value {
        case .text(let text): [text]
        case .signed(let number): ["\(number)"]
        case .unsigned(let number): ["\(number)"]
        case .real(let number): ["\(number)", String(format: "%f", number)]
        case .position(let number, let total): ["\(number)", "\(number)/\(total)"]
        case .location(let location):
            [String(format: "%+08.4f%+09.4f/", Double(location.latitude) / 65536, Double(location.longitude) / 65536)]
        // FFmpeg takes bytes for text that ends with the first zero.
        case .data(let bytes, _): [String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)]
        case .reals, .stored: []
        }
    }

    @Test("chapters are the ones that FFmpeg finds")
    func chapters() throws {
        var findings = ISOFindings()
        for entry in ISOCorpus.entries {
            let expected = (entry.values["ffprobe"] as? [String: Any])?["chapters"] as? [[String: Any]] ?? []
            let window = try entry.window()
            guard !expected.isEmpty, let movie = try? ISOFileReader.read(window) else { continue }
            findings.startFile()
            let reader = ISOChapterTrackReader(movie: movie, window: window)
            let ours = try reader.titleTracks.first.map { try reader.chapters(of: $0) } ?? movie.listedChapters
            findings.compare("\(entry) chapters", ours.count, expected.count)
            for (chapter, theirs) in zip(ours, expected) {
                let title = (theirs["tags"] as? [String: Any])?["title"] as? String
                findings.compare("\(entry) title", chapter.title, title ?? "")
                let start = (theirs["start_time"] as? String).flatMap(Double.init) ?? -1
                findings.compare("\(entry) start", (chapter.start.seconds * 1000).rounded(), (start * 1000).rounded())
            }
        }
        #expect(findings.differences.isEmpty, "\(findings.differences.joined(separator: "\n"))")
        #expect(findings.files >= 3)
        print("ISO corpus chapters: \(findings.files) files, \(findings.facts) facts")
    }
}
