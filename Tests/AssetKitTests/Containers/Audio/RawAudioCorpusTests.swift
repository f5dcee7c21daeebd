import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Audio files, files of others", .enabled(if: ContainerCorpus.isPresent, "the corpus is not there"))
struct RawAudioCorpusTests {
    typealias Entry = ContainerCorpus.Entry

    private static func scanned(_ containers: Set<String>) -> [(entry: Entry, file: RawAudioFile)] {
        ContainerCorpus.entries(in: containers).compactMap { entry in
            guard
                let window = try? ContainerCorpus.window(of: entry),
                let file = try? RawAudioFile.read(window, effort: .scan(isCancelled: { false }))
            else { return nil }
            return (entry, file)
        }
    }

    @Test("every valid file is recognised, by its heads alone and by a scan")
    func recognised() throws {
        var count = 0
        for entry in ContainerCorpus.entries(in: ContainerCorpus.audio) {
            let window = try ContainerCorpus.window(of: entry)
            for effort in [RawAudioFile.Effort.headers, .scan(isCancelled: { false })] {
                count += 1
                do {
                    _ = try RawAudioFile.read(window, effort: effort)
                } catch {
                    #expect(entry.class == "malformed", "\(entry.file): \(error)")
                }
            }
        }
        #expect(count >= 200)
    }

    @Test("rates and channels are those that ffprobe tells")
    func formats() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(ContainerCorpus.audio) where entry.class == "valid" {
            guard let stream = entry.soundStream else { continue }
            ledger.begin(entry.file)
            ledger.compare("rate", Int(file.sampleRate), stream.sample_rate.flatMap { Int($0) })
            ledger.compare("channels", file.channelCount, stream.channels)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 80)
        print("audio formats: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("counts of samples are SoX's, and exactly so")
    func samples() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(ContainerCorpus.audio) {
            guard entry.class == "valid", let theirs = entry.soxi?.sampleCount else { continue }
            ledger.begin(entry.file)
            // SoX counts whole blocks of the adaptive formats, whatever the file says of the last one.
            let isAdaptive = entry.codecs.contains { $0?.hasPrefix("adpcm") ?? false }
            ledger.compare("samples", isAdaptive ? file.decodedSampleCount : file.sampleCount, theirs)
            ledger.compare("certainty", file.certainty, .exact)
            let isWhole = file.sampleCount == theirs
            let duration = CMTime(value: theirs, timescale: CMTimeScale(file.sampleRate))
            if isWhole { ledger.compare("duration", file.duration, duration) }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 38)
        print("audio samples: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("STREAMINFO is read as it stands")
    func streamInfo() throws {
        var ledger = FactLedger()
        for entry in ContainerCorpus.entries(in: ["flac"]) {
            guard let theirs = entry.flac_streaminfo else { continue }
            let window = try ContainerCorpus.window(of: entry)
            let start = try TagEnvelope.read(window).audioOffset
            guard let ours = try FLACMetadata.read(window, at: start)?.streamInfo else { continue }
            ledger.begin(entry.file)
            ledger.compare("minimum block", ours.minimumBlockSize, theirs.min_block)
            ledger.compare("maximum block", ours.maximumBlockSize, theirs.max_block)
            ledger.compare("rate", ours.sampleRate, theirs.rate)
            ledger.compare("channels", ours.channelCount, theirs.channels)
            ledger.compare("bits", ours.bitsPerSample, theirs.bits)
            ledger.compare("samples", ours.sampleCount ?? 0, theirs.samples)
            ledger.compare("checksum", ours.checksum.map { String(format: "%02x", $0) }.joined(), theirs.md5)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 20)
        print("FLAC: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("a scan of FLAC finds the packets and samples that ffprobe reads")
    func flacFrames() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(["flac"]) {
            guard let packets = entry.soundPackets else { continue }
            ledger.begin(entry.file)
            ledger.compare("frames", file.frameCount, Int64(packets.packets))
            ledger.compare("samples", file.decodedSampleCount, packets.end_pts)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 20)
        print("FLAC frames: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("a scan finds the frames that ffprobe reads")
    func frames() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(ContainerCorpus.framedAudio) {
            guard let packets = entry.soundPackets else { continue }
            ledger.begin(entry.file)
            // ffprobe makes a packet of what is left at the end, be it a part of a frame or none.
            let ends = ["the last frame is cut off", "the stream ends before its file does"]
            let hasRest = file.problems.all.contains { ends.contains($0.text) }
            let frames = (file.frameCount ?? 0) + (hasRest ? 1 : 0)
            // Where the two other programs differ, one of them has to agree.
            let theirs = [Int64(packets.packets), entry.soundInfo("FrameCount") ?? -1]
            ledger.compare("frames", frames, theirs.contains(frames) ? frames : theirs[0])
            let isPlain = file.problems.isEmpty && frames == theirs[0]
            if isPlain, file.entries.isEmpty { ledger.compare("bytes", file.audio.count, packets.bytes) }
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 30)
        print("audio frames: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("the ends of Ogg streams are those that ffprobe reads, from the last page and from all of them")
    func ogg() throws {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(["ogg"]) {
            guard let packets = entry.soundPackets else { continue }
            ledger.begin(entry.file)
            let quick = try RawAudioFile.read(ContainerCorpus.window(of: entry))
            ledger.compare("samples by the last page", quick.sampleCount, file.sampleCount)
            // Of Speex, FFmpeg gives what the format says to drop at the start; mediainfo rounds to milliseconds.
            if entry.codecs.contains("speex") {
                let distance = (file.sampleCount ?? 0) - (entry.soundInfo("SamplingCount") ?? 0)
                ledger.compare("within a millisecond", abs(distance) <= 16, true)
            } else {
                ledger.compare("samples", file.sampleCount, entry.decodedSamples)
            }
            ledger.compare("packets", file.frameCount, Int64(packets.packets))
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 12)
        print("Ogg: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("chunked files hold what ffprobe reads of them")
    func chunked() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(ContainerCorpus.chunkedAudio) {
            guard let packets = entry.soundPackets else { continue }
            ledger.begin(entry.file)
            ledger.compare("bytes", file.audio.count, packets.bytes)
            // Of broken files ffprobe tells what bytes there are, also those beyond the count that the file states.
            guard entry.class == "valid" else { continue }
            ledger.compare("samples", file.decodedSampleCount, packets.end_pts)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 25)
        print("chunked: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("what LAME cuts off at both ends is what FFmpeg cuts off")
    func gapless() {
        var ledger = FactLedger()
        for (entry, file) in Self.scanned(["mp3"]) where entry.class == "valid" && file.priming != nil {
            // Bytes behind the last frame become one more frame there.
            guard file.problems.isEmpty else { continue }
            ledger.begin(entry.file)
            ledger.compare("samples", file.sampleCount, entry.decodedSamples)
        }
        #expect(ledger.disagreed.isEmpty, "\(ledger.disagreed.joined(separator: "\n"))")
        #expect(ledger.files >= 5)
        print("gapless: \(ledger.files) files, \(ledger.agreed) facts agree")
    }

    @Test("heads alone give the same answer wherever they call it exact")
    func headsAgree() throws {
        var count = 0
        for (entry, file) in Self.scanned(ContainerCorpus.audio) {
            let quick = try RawAudioFile.read(ContainerCorpus.window(of: entry))
            guard quick.certainty == .exact, entry.class == "valid" else { continue }
            count += 1
            #expect(quick.sampleCount == file.sampleCount, "\(entry.file)")
            #expect(quick.duration == file.duration, "\(entry.file)")
        }
        #expect(count >= 35)
    }
}
