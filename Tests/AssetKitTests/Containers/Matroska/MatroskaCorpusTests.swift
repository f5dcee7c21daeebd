import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Matroska, files of others", .enabled(if: ContainerCorpus.isPresent, "the corpus is not there"))
struct MatroskaCorpusTests {
    private static func opened() -> [(entry: ContainerCorpus.Entry, file: MatroskaFile, window: ByteWindow)] {
        ContainerCorpus.entries(in: ContainerCorpus.matroska).compactMap { entry in
            guard let window = try? ContainerCorpus.window(of: entry), let file = try? MatroskaFile.open(window) else {
                return nil
            }
            return (entry, file, window)
        }
    }

    @Test("every file that mkvmerge recognises opens, and so does every valid one")
    func opens() throws {
        var count = 0
        for entry in ContainerCorpus.entries(in: ContainerCorpus.matroska) {
            let mustOpen = entry.mkvmerge?.recognized == true || entry.class != "malformed"
            count += 1
            do {
                _ = try MatroskaFile.open(ContainerCorpus.window(of: entry))
            } catch {
                #expect(!mustOpen, "\(entry.file): \(error)")
            }
        }
        #expect(count >= 60)
    }

    @Test("tracks are those that mkvmerge lists")
    func tracks() {
        var ledger = FactLedger()
        for (entry, file, _) in Self.opened() {
            guard let theirs = entry.mkvmerge?.tracks, entry.mkvmerge?.recognized == true else { continue }
            ledger.begin(entry.file)
            // A number that appears twice, or a kind that mkvmerge does not take over, is not in its list.
            for track in theirs {
                guard let ours = file.track(numbered: track.number) else {
                    ledger.compare("track \(track.number)", "missing", "there")
                    continue
                }
                compare(ours, track, &ledger)
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 55)
        #expect(ledger.agreed >= 800)
        print("Matroska tracks: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    private func compare(
        _ ours: MatroskaTrack,
        _ theirs: ContainerCorpus.Merge.Track,
        _ ledger: inout FactLedger
    ) {
        let name = "track \(theirs.number) "
        let kinds: [String: MatroskaTrack.Kind] = ["video": .video, "audio": .audio, "subtitles": .subtitle]
        ledger.compare(name + "kind", ours.kind, kinds[theirs.type])
        ledger.compare(name + "codec", ours.codecID, theirs.codec_id)
        ledger.compare(name + "language", Self.language(ours), theirs.language)
        ledger.compare(name + "BCP 47", ours.extendedLanguage, theirs.language_ietf)
        ledger.compare(name + "name", ours.name, theirs.track_name)
        ledger.compare(name + "default duration", ours.defaultDuration, theirs.default_duration)
        ledger.compare(name + "default", ours.isDefault, theirs.default_track)
        ledger.compare(name + "enabled", ours.isEnabled, theirs.enabled_track)
        ledger.compare(name + "forced", ours.isForced, theirs.forced_track)
        ledger.compare(
            name + "pixels",
            ours.video.map { "\($0.pixelWidth)x\($0.pixelHeight)" },
            theirs.pixel_dimensions
        )
        ledger.compare(name + "channels", ours.audio?.channelCount, theirs.audio_channels)
        ledger.compare(name + "rate", ours.audio.map { Int($0.sampleRate) }, theirs.audio_sampling_frequency)
        ledger.compare(name + "bits", ours.audio?.bitDepth, theirs.audio_bits_per_sample)
        if let video = ours.video, video.displayWidth != nil || video.cropLeft + video.cropTop == 0 {
            let size = (video.displayWidth ?? video.pixelWidth, video.displayHeight ?? video.pixelHeight)
            ledger.compare(name + "display", "\(size.0)x\(size.1)", theirs.display_dimensions)
        }
    }

    /// mkvmerge tells ISO 639-2 codes for the extended languages.
    private static func language(_ track: MatroskaTrack) -> String? {
        track.extendedLanguage == nil ? track.language : nil
    }

    @Test("durations, programs, and the numbers of chapters and attachments are mkvmerge's")
    func wholes() {
        var ledger = FactLedger()
        for (entry, file, _) in Self.opened() {
            guard let theirs = entry.mkvmerge, theirs.recognized == true else { continue }
            ledger.begin(entry.file)
            ledger.compare("duration", file.info.duration?.value, theirs.duration_ns)
            ledger.compare("muxing application", file.info.muxingApplication, theirs.muxing_app)
            ledger.compare("chapters", file.editions.reduce(0) { $0 + $1.chapters.count }, theirs.chapters)
            ledger.compare("attachments", file.attachments.count, theirs.attachments)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.agreed >= 200)
        print("Matroska wholes: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("a scan counts the packets, bytes and key frames that ffprobe reads, and starts where mkvmerge does")
    func blocks() throws {
        var ledger = FactLedger()
        for (entry, file, window) in Self.opened() where entry.class != "malformed" {
            guard let packets = entry.packets else { continue }
            ledger.begin(entry.file)
            let scan = try MatroskaScan.run(file, window: window)
            // ffprobe numbers the tracks it knows in the file's order; attached pictures come behind.
            for (index, track) in file.tracks.enumerated() {
                guard let theirs = packets[String(index)] else { continue }
                let summary = scan.tracks[track.number] ?? MatroskaTrackSummary()
                compare(summary, theirs, track, entry, &ledger)
                let merged = entry.mkvmerge?.tracks?.first { $0.number == track.number }
                // mkvmerge looks no further than the first seconds, and not at all at sparse tracks.
                if track.kind != .subtitle, let minimum = merged?.minimum_timestamp {
                    ledger.compare("track \(index) start", summary.firstTime?.value, minimum)
                }
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 35)
        #expect(ledger.agreed >= 150)
        print("Matroska blocks: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    private func compare(
        _ ours: MatroskaTrackSummary,
        _ theirs: ContainerCorpus.Packets,
        _ track: MatroskaTrack,
        _ entry: ContainerCorpus.Entry,
        _ ledger: inout FactLedger
    ) {
        let name = "track \(track.number) "
        ledger.compare(name + "packets", ours.sampleCount, theirs.packets)
        // ffprobe counts what is left after compression was undone, and what comes back of stripped headers.
        if track.encodings.isEmpty { ledger.compare(name + "bytes", ours.byteCount, theirs.bytes) }
        // Of sound ffprobe takes every packet for a key frame, and of filler bytes it says what a decoder would.
        if entry.class == "valid", track.kind == .video {
            ledger.compare(name + "key frames", ours.keyframeCount, theirs.keyframes)
        }
    }

    @Test("chapters are those that ffprobe tells")
    func chapters() {
        var ledger = FactLedger()
        for (entry, file, _) in Self.opened() {
            // Of damaged lists ffprobe leaves chapters out that mkvmerge counts; the test of the wholes has those.
            guard entry.class != "malformed", let theirs = entry.ffprobe?.chapters, !theirs.isEmpty else { continue }
            ledger.begin(entry.file)
            let ours = file.preferredEdition?.chapters ?? []
            ledger.compare("count", ours.count, theirs.count)
            for (mine, other) in zip(ours, theirs) {
                ledger.compare("start", mine.start, CMTime(value: other.start, timescale: 1_000_000_000))
                ledger.compare("end", mine.end, CMTime(value: other.end, timescale: 1_000_000_000))
                ledger.compare("title", mine.titles.first?.text, other.tags?["title"])
            }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 3)
        #expect(ledger.agreed >= 20)
        print("Matroska chapters: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("tags of the file are in what ffprobe tells")
    func tags() {
        var ledger = FactLedger()
        for (entry, file, _) in Self.opened() {
            guard let theirs = entry.ffprobe?.format?.tags else { continue }
            ledger.begin(entry.file)
            let known = Dictionary(theirs.map { ($0.key.uppercased(), $0.value) }) { first, _ in first }
            // ffprobe spells the title, the program and the date in `Info` in its own way.
            for item in file.entries where !["TITLE", "ENCODER"].contains(item.key) {
                ledger.compare(item.key, item.value.text, known[item.key.uppercased()])
            }
            ledger.compare("title", file.info.title, known["TITLE"] ?? file.info.title)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.agreed >= 35)
        print("Matroska tags: \(ledger.files) files, \(ledger.agreed) facts agree")
    }
}
