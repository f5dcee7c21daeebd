import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// What the codec headers of a file say, taken from it without decoding anything, beside what `ffprobe` says of it.
enum ProbedMedia {
    struct Entry: Decodable {
        struct Probe: Decodable {
            let streams: [Stream]?
        }

        let file: String
        let `class`: String
        let ffprobe: Probe?
    }

    /// A stream in the words of `ffprobe`.
    struct Stream: Decodable {
        let index: Int
        let codec_name: String?
        let profile: String?
        let level: Int?
        let width: Int?
        let height: Int?
        let pix_fmt: String?
        let has_b_frames: Int?
        let field_order: String?
        let sample_aspect_ratio: String?
        let color_range: String?
        let color_space: String?
        let color_transfer: String?
        let color_primaries: String?
        let sample_rate: String?
        let sample_fmt: String?
        let channels: Int?
        let channel_layout: String?
        let bits_per_raw_sample: String?
    }

    static func entries() throws -> [Entry] {
        guard let folder = BitstreamCorpus.folder else { return [] }
        let index = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        return try JSONDecoder().decode([Entry].self, from: index)
    }

    /// One stream as the demuxer shows it before it reads a packet.
    struct Header {
        let index: Int
        let kind: DemuxedStream.Kind
        let codec: String
        /// The code that the container stores.
        let code: FourCharCode
        /// Extradata, or the first samples of a stream that has none: a packager may put something else in front.
        var candidates: [[UInt8]]
        var form: CodecHeaders.Form
        /// The shape of pixels that the container gives.
        let pixelAspect: VideoFacts.PixelAspect?
    }

    /// The headers of a file's streams.
    static func headers(of file: URL) throws -> [Header] {
        let flag = CancellationFlag()
        let source = try FileSource(path: file.path, flag: flag)
        let input = MediaInput(url: file, fileType: nil, restrictions: [])
        let demuxer = try Demuxer(
            source,
            name: file.path,
            references: input.policy(isPlaylist: false),
            flag: flag
        )
        var headers = demuxer.streams.filter { !$0.disposition.contains(.attachedPicture) }.map(header)
        let packet = Packet()
        func isHungry(_ header: Header) -> Bool { header.form == .sample && header.candidates.count < 4 }
        for _ in 0..<64 where headers.contains(where: isHungry) {
            // A file that breaks off still has the streams that came before.
            guard (try? demuxer.read(into: packet)) == true else { break }
            let place = headers.firstIndex { $0.index == packet.streamIndex && isHungry($0) }
            if let place { headers[place].candidates.append(packet.withBytes { Array($0) }) }
        }
        return headers
    }

    private static func header(of stream: DemuxedStream) -> Header {
        let bytes = stream.codecPrivate
        let aspect = stream.kind == .video ? stream.pictureFormat.pixelAspect : nil
        return Header(
            index: stream.index,
            kind: stream.kind,
            codec: stream.codecName,
            code: stream.codecTag.byteSwapped,
            candidates: bytes.isEmpty ? [] : [bytes],
            form: bytes.isEmpty ? .sample : .codecPrivate,
            pixelAspect: aspect.map { VideoFacts.PixelAspect(horizontal: $0.horizontal, vertical: $0.vertical) }
        )
    }

    /// The facts of a header, and of the container only the code and the shape of pixels.
    static func facts(_ header: Header) -> (track: TrackFacts, warnings: [String]) {
        var track = TrackFacts(trackID: Int32(header.index + 1), mediaType: header.kind == .video ? .video : .audio)
        track.traits = CodecTraits.named(header.codec)
        track.codec = CodecTraits.of(code: header.code)?.name == header.codec ? header.code : 0
        if header.kind == .video { track.video = VideoFacts() }
        if let aspect = header.pixelAspect { track.video?.pixelAspect = aspect }
        CodecHeaders.describeCodec(of: &track)
        var warnings: [String] = []
        for bytes in header.candidates {
            let keepsAspect = header.pixelAspect != nil
            warnings = CodecHeaders.describe(&track, record: bytes, form: header.form, keepsPixelAspect: keepsAspect)
            if warnings.isEmpty { break }
        }
        return (track, warnings)
    }
}
