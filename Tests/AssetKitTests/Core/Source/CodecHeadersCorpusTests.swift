import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// What codec headers say of the files of others is what `ffprobe`, which decodes them, says.
@Suite("Codec headers, files of others", .enabled(if: BitstreamCorpus.isPresent))
struct CodecHeadersCorpusTests {
    @Test("video headers agree with ffprobe")
    func video() throws {
        var ledger = FactLedger()
        try Self.forEachHeader(.video) { entry, header, stream in
            ledger.begin("\(entry.file) #\(header.index)")
            let (track, warnings) = ProbedMedia.facts(header)
            for warning in warnings { ledger.note(warning) }
            ledger.compare("codec", track.traits.name, stream.codec_name)
            Self.compare(track, stream, wasDecoded: entry.class == "valid", &ledger)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 181)
        #expect(ledger.agreed >= 1_640)
    }

    @Test("audio headers agree with ffprobe")
    func audio() throws {
        var ledger = FactLedger()
        try Self.forEachHeader(.audio) { entry, header, stream in
            ledger.begin("\(entry.file) #\(header.index)")
            let (track, warnings) = ProbedMedia.facts(header)
            for warning in warnings { ledger.note(warning) }
            // MP4 has one number for all layers of MPEG audio: ffprobe believes it, the frames know better.
            let isLayerGuessed = header.codec == "mp3" && stream.codec_name == "mp3"
            ledger.compare("codec", track.traits.name, isLayerGuessed ? nil : stream.codec_name)
            guard let audio = track.audio, !Self.leavesBandReplicationOpen(header, audio) else { return }
            ledger.compare("profile", track.profile, stream.profile)
            ledger.compare("rate", String(Int(audio.sampleRate)), stream.sample_rate)
            ledger.compare("channels", audio.channelCount > 0 ? audio.channelCount : nil, stream.channels)
            ledger.compare("layout", audio.channelLayout, stream.channel_layout)
            ledger.compare("depth", audio.bitDepth.map(String.init), stream.bits_per_raw_sample)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 228)
        #expect(ledger.agreed >= 800)
    }

    @Test("broken and encrypted files give facts or warnings, and nothing worse")
    func broken() throws {
        let folder = try #require(BitstreamCorpus.folder)
        var described = 0
        for entry in try ProbedMedia.entries() where ["malformed", "encrypted"].contains(entry.class) {
            guard let headers = try? ProbedMedia.headers(of: folder.appendingPathComponent(entry.file)) else {
                continue
            }
            for header in headers {
                let (_, warnings) = ProbedMedia.facts(header)
                #expect(warnings.allSatisfy { $0.hasPrefix("track \(header.index + 1)") }, "\(entry.file)")
                described += 1
            }
        }
        #expect(described >= 120)
    }

    @Test("real headers with bytes changed give facts or warnings")
    func changed() throws {
        var generator = SeededGenerator(seed: 5)
        var changed = 0
        for kind in [DemuxedStream.Kind.video, .audio] {
            try Self.forEachHeader(kind) { entry, header, _ in
                for _ in 0..<20 {
                    var header = header
                    // Beyond its front a sample is no header.
                    var bytes = Array((header.candidates.first ?? []).prefix(256))
                    guard !bytes.isEmpty else { return }
                    for _ in 0...Int.random(in: 0...3, using: &generator) {
                        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                            in: 0...255,
                            using: &generator
                        )
                    }
                    header.candidates = [Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &generator)))]
                    let (_, warnings) = ProbedMedia.facts(header)
                    #expect(warnings.allSatisfy { $0.hasPrefix("track \(header.index + 1)") }, "\(entry.file)")
                    changed += 1
                }
            }
        }
        #expect(changed >= 8_000)
    }

    /// A frame of AAC at a low rate does not say whether the decoder is to double it: ffprobe has decoded it.
    private static func leavesBandReplicationOpen(_ header: ProbedMedia.Header, _ audio: AudioFacts) -> Bool {
        header.codec == "aac" && header.form == .sample && audio.sampleRate <= 24_000
    }

    private static func compare(
        _ track: TrackFacts,
        _ stream: ProbedMedia.Stream,
        wasDecoded: Bool,
        _ ledger: inout FactLedger
    ) {
        // Only of a codec whose header has spoken.
        guard let video = track.video, let depth = video.bitDepth else { return }
        // For VP8 ffprobe has just the number.
        ledger.compare(
            "profile",
            track.profile,
            stream.codec_name == "vp8" ? stream.profile.map { "Profile \($0)" } : stream.profile
        )
        ledger.compare("level", track.level, level(stream))
        ledger.compare("width", video.codedWidth == 0 ? nil : video.codedWidth, stream.width)
        ledger.compare("height", video.codedHeight == 0 ? nil : video.codedHeight, stream.height)
        if let format = stream.pix_fmt.flatMap(PixelFormatName.init) {
            ledger.compare("depth", depth, format.bitDepth)
            ledger.compare("chroma", video.chroma, format.chroma)
        }
        ledger.compare("primaries", video.primaries, stream.color_primaries)
        ledger.compare("transfer", video.transfer, stream.color_transfer)
        ledger.compare("matrix", video.matrix, stream.color_space)
        ledger.compare("range", video.range, stream.color_range)
        let aspect = video.pixelAspect
        ledger.compare("pixel aspect", "\(aspect.horizontal):\(aspect.vertical)", stream.sample_aspect_ratio)
        ledger.compare("fields", video.fieldCount, stream.field_order.map { $0 == "progressive" ? 1 : 2 })
        // Of a file without media ffprobe has seen no order.
        if track.requiresReordering, wasDecoded {
            ledger.compare("reordering", true, stream.has_b_frames.map { $0 > 0 })
        }
    }

    /// ffprobe shows the number that the stream codes; below 0 it has none.
    private static func level(_ stream: ProbedMedia.Stream) -> Double? {
        guard let level = stream.level, level > 0 else { return nil }
        switch stream.codec_name {
        case "h264": return Double(level) / 10
        case "hevc": return Double(level) / 30
        case "av1": return Double((2 + level / 4) * 10 + level % 4) / 10
        case "mpeg4": return Double(level)
        default: return nil
        }
    }

    /// The headers that files have which are not broken on purpose. Where the frames are filler, they are no headers.
    private static func forEachHeader(
        _ kind: DemuxedStream.Kind,
        _ body: (_ entry: ProbedMedia.Entry, _ header: ProbedMedia.Header, _ stream: ProbedMedia.Stream) throws -> Void
    ) throws {
        let folder = try #require(BitstreamCorpus.folder)
        let classes: Set = ["valid", "init-segment", "dummy-payload"]
        for entry in try ProbedMedia.entries() where classes.contains(entry.class) {
            guard let streams = entry.ffprobe?.streams, !streams.isEmpty else { continue }
            for header in try ProbedMedia.headers(of: folder.appendingPathComponent(entry.file)) {
                guard header.kind == kind, let stream = streams.first(where: { $0.index == header.index }) else {
                    continue
                }
                guard !header.candidates.isEmpty else {
                    #expect(entry.class == "init-segment", "\(entry.file) has no header and no sample")
                    continue
                }
                guard entry.class != "dummy-payload" || header.form == .codecPrivate else { continue }
                try body(entry, header, stream)
            }
        }
    }
}

/// Depth and sampling, from FFmpeg's name of a pixel format.
struct PixelFormatName {
    let bitDepth: Int
    let chroma: String

    init?(_ name: String) {
        let families = [
            ("yuvj420p", "4:2:0"), ("yuv420p", "4:2:0"), ("yuva420p", "4:2:0"), ("yuvj422p", "4:2:2"),
            ("yuv422p", "4:2:2"), ("yuvj444p", "4:4:4"), ("yuv444p", "4:4:4"), ("yuva444p", "4:4:4"), ("gbrp", "4:4:4"),
            ("gray", "4:0:0"), ("yuv440p", "4:4:0"),
        ]
        guard let family = families.first(where: { name.hasPrefix($0.0) }) else { return nil }
        let digits = name.dropFirst(family.0.count).prefix { $0.isNumber }
        bitDepth = Int(digits) ?? 8
        chroma = family.1
    }
}

extension FactLedger {
    /// Keeps a sentence that says what was wrong.
    mutating func note(_ sentence: String) {
        fail(Note(description: sentence))
    }

    private struct Note: Error, CustomStringConvertible {
        let description: String
    }
}
