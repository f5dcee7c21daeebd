import Foundation

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Reads the committed samples by the owners under test.
enum SampleReader {
    /// Opens a sample and finds out what its streams are.
    static func open(_ name: String) throws -> Demuxer {
        let url = SampleMedia.url(name)
        let demuxer = try Demuxer(
            AKDataSource(try Data(contentsOf: url)),
            name: url.path,
            references: ReferencePolicy(origin: url, restrictions: .forbidAll),
            flag: CancellationFlag()
        )
        try demuxer.probe()
        return demuxer
    }

    /// Decodes the first stream of a kind and hands on every frame in the order it comes.
    static func decode(
        _ name: String,
        _ kind: DemuxedStream.Kind,
        options: SampleDecoder.Options = .init(),
        _ body: (borrowing Frame, DemuxedStream) throws -> Void
    ) throws {
        let demuxer = try open(name)
        guard let stream = demuxer.streams.first(where: { $0.kind == kind }) else { return }
        let decoder = try SampleDecoder(stream, options: options)
        demuxer.readOnly([stream.index])
        let packet = Packet()
        let frame = Frame()
        while try demuxer.read(into: packet) {
            // What probing read stays, also of the other streams.
            guard packet.streamIndex == stream.index else { continue }
            while try decoder.send(packet) == .again { try receive() }
            try receive()
        }
        try decoder.sendEnd()
        try receive()

        func receive() throws {
            while try decoder.receive(into: frame) == .done { try body(frame, stream) }
        }
    }

    /// The sound of a sample, resampled to floating-point numbers: one array for each channel.
    static func sound(_ name: String, sampleRate: Int? = nil) throws -> [[Float]] {
        var resampler: Resampler?
        var channels: [[Float]] = []
        let result = Frame()
        func append() {
            guard result.sampleCount > 0 else { return }
            for channel in channels.indices {
                result.withSamples(ofPlane: channel) { channels[channel] += $0.bindMemory(to: Float.self) }
            }
        }
        try decode(name, .audio) { frame, _ in
            let shape = frame.soundShape
            if resampler == nil {
                var target = shape.asFloats
                target.sampleRate = sampleRate ?? shape.sampleRate
                resampler = try Resampler(from: shape, to: target)
                channels = Array(repeating: [], count: shape.channels.count)
            }
            try resampler?.convert(frame, into: result)
            append()
        }
        while try resampler?.drain(into: result) == true { append() }
        return channels
    }

    /// The index that the blocks in the top left corner spell. `SampleMedia/README.md` describes them.
    static func index(of picture: CVPixelBuffer) -> Int {
        (0..<16).reduce(0) { index, bit in
            pixel(of: picture, bit * 16 + 8, 8).green > 126 ? index | 1 << bit : index
        }
    }

    /// One pixel of a 32BGRA picture.
    static func pixel(of picture: CVPixelBuffer, _ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
        let place = y * CVPixelBufferGetBytesPerRow(picture) + x * 4
        let bytes = picture.akWithPlane(0) { span in
            (0..<4).map { Int(span.unsafeLoad(fromByteOffset: place + $0, as: UInt8.self)) }
        }
        guard let bytes else { return (-1, -1, -1, -1) }
        return (bytes[2], bytes[1], bytes[0], bytes[3])
    }

    /// A new picture.
    static func picture(_ width: Int, _ height: Int, _ type: OSType = kCVPixelFormatType_32BGRA) throws -> CVPixelBuffer
    {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, type, nil, &made)
        guard let made else { throw FFmpegError(code: -12, function: "CVPixelBufferCreate") }
        return made
    }
}

/// What `truth.json` says of pictures and sound, as far as the tests of this folder read it.
struct CodecTruth: Decodable {
    struct File: Decodable {
        let name: String
        let container: String
        let startTime: [Int64]?
        let tracks: [Track]
    }

    struct Track: Decodable {
        let video: Video?
        let audio: Audio?
    }

    struct Video: Decodable {
        struct Run: Decodable {
            let first: Int
            let count: Int
            let start: [Int64]?
            let frameDuration: [Int64]?
        }
        let frameCount: Int
        let pictures: [Run]
        let codedSize: [Int]
    }

    struct Audio: Decodable {
        let sampleRate: Int
        let channels: Int
        let sourceSampleCount: Int
        let lossless: Bool
        let channelsWithoutClicks: [Int]?
    }

    let files: [File]

    static func file(_ name: String) throws -> File? {
        let truth = try JSONDecoder().decode(CodecTruth.self, from: Data(contentsOf: SampleMedia.url("truth.json")))
        return truth.files.first { $0.name == name }
    }
}
