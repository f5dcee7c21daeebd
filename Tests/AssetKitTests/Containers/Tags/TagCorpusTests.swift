import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Tags, files of others", .enabled(if: ContainerCorpus.isPresent, "the corpus is not there"))
struct TagCorpusTests {
    /// ffprobe's names for what the key spaces call otherwise.
    private static let names: [TagKeySpace: [String: String]] = [
        .id3: [
            "TIT2": "title", "TPE1": "artist", "TALB": "album", "TCON": "genre", "TRCK": "track",
            "TPE2": "album_artist",
            "TPUB": "publisher", "TPOS": "disc", "TSOP": "artist-sort", "TT2": "title", "TP1": "artist",
        ],
        .riff: ["ISFT": "encoder", "INAM": "title", "IART": "artist", "IPRD": "album"],
        .aiff: ["NAME": "title", "AUTH": "author", "ANNO": "comment"],
        .vorbis: [:],
        .audioFile: [:],
    ]

    private static func known(_ entry: ContainerCorpus.Entry) -> [String: String] {
        let all = [entry.ffprobe?.format?.tags ?? [:]] + (entry.ffprobe?.streams ?? []).map { $0.tags ?? [:] }
        return all.reduce(into: [:]) { result, tags in
            for (key, value) in tags where result[key.lowercased()] == nil { result[key.lowercased()] = value }
        }
    }

    @Test("what ffprobe tells of tags is what we read, value by value")
    func values() throws {
        var ledger = FactLedger()
        for entry in ContainerCorpus.entries(in: ContainerCorpus.audio) where entry.class == "valid" {
            let theirs = Self.known(entry)
            let file = try RawAudioFile.read(ContainerCorpus.window(of: entry))
            guard !theirs.isEmpty || !file.entries.isEmpty else { continue }
            ledger.begin(entry.file)
            // Several values of one key stand in one line there, joined in more than one way.
            let grouped = Dictionary(grouping: file.entries) {
                $0.keySpace.rawValue + "\0" + $0.key + "\0" + ($0.name ?? "")
            }
            for group in grouped.values where group.count == 1 {
                guard let item = group.first, let text = item.value.text else { continue }
                // Of entries with the same name, ffprobe keeps one.
                let isAlone = item.name == nil || file.entries.count { $0.name == item.name } == 1
                guard isAlone else { continue }
                let name = Self.names[item.keySpace]?[item.key] ?? item.name ?? item.key
                let value = item.key == "TCON" ? ID3Genre.names(in: text).first ?? text : text
                ledger.compare(item.key, value.replacing("\r\n", with: "\n"), theirs[name.lowercased()])
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 40)
        #expect(ledger.agreed >= 100)
        print("tags: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("every title, artist and album that ffprobe finds is found, under its common key")
    func commonKeys() throws {
        var ledger = FactLedger()
        for entry in ContainerCorpus.entries(in: ContainerCorpus.audio) where entry.class == "valid" {
            // Titles of pictures and chapters are not the file's.
            let format = entry.ffprobe?.format?.tags ?? [:]
            let stream = entry.soundStream?.tags ?? [:]
            let file = try RawAudioFile.read(ContainerCorpus.window(of: entry))
            ledger.begin(entry.file)
            for (key, common) in [("title", "title"), ("artist", "artist"), ("album", "albumName")] {
                let theirs = (format.merging(stream) { first, _ in first }).first { $0.key.lowercased() == key }?.value
                guard let theirs else { continue }
                let ours = file.entries.filter { $0.commonKey == common }.compactMap(\.value.text)
                ledger.compare(key, ours.contains(theirs) ? theirs : ours.first ?? "nothing", theirs)
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.agreed >= 25)
        print("common keys: \(ledger.agreed) facts agree")
    }

    @Test("chapters in ID3 are those that ffprobe tells")
    func chapters() throws {
        var ledger = FactLedger()
        for entry in ContainerCorpus.entries(in: ["mp3", "ogg", "flac"]) where entry.class == "valid" {
            guard let theirs = entry.ffprobe?.chapters, !theirs.isEmpty else { continue }
            let file = try RawAudioFile.read(ContainerCorpus.window(of: entry))
            ledger.begin(entry.file)
            ledger.compare("count", file.chapters.count, theirs.count)
            for (mine, other) in zip(file.chapters, theirs) {
                ledger.compare("start", mine.start, CMTime(value: other.start, timescale: 1_000))
                ledger.compare("end", mine.end, CMTime(value: other.end, timescale: 1_000))
                ledger.compare("title", mine.titles.first?.text, other.tags?["title"])
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 2)
        #expect(ledger.agreed >= 10)
    }

    @Test("pictures can be read from where their entries say they lie")
    func pictures() throws {
        var count = 0
        for entry in ContainerCorpus.entries(in: ContainerCorpus.audio) where entry.class == "valid" {
            let window = try ContainerCorpus.window(of: entry)
            for picture in try RawAudioFile.read(window).entries where picture.commonKey == "artwork" {
                guard case .stored(let stored) = picture.value else { continue }
                let bytes = try stored.bytes(from: window, limit: 16 << 20)
                count += 1
                let marks: [[UInt8]] = [[0xff, 0xd8], [0x89, 0x50], Array("GIF".utf8)]
                let isPicture =
                    marks.contains { bytes.starts(with: $0) } || bytes.dropFirst(4).starts(with: "ftyp".utf8)
                // A picture of a test that is deliberately none is still told byte by byte.
                #expect(isPicture || bytes.count < 16, "\(entry.file) \(bytes.prefix(8))")
            }
        }
        #expect(count >= 6)
    }
}
