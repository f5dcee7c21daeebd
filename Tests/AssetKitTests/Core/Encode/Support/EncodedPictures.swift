import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Encodes test pictures and decodes them again.
struct EncodedPictures {
    var samples: [SinkSample] = []
    var format: CMFormatDescription
    let encoding: PictureEncoding

    /// Times that follow no rate.
    static func places(_ count: Int) -> [(start: Int64, duration: Int64)] {
        let steps: [Int64] = [3003, 3003, 6006, 1500, 4504]
        var start: Int64 = 12345
        return (0..<count).map { index in
            defer { start += steps[index % steps.count] }
            return (start, index == count - 1 ? 7777 : steps[index % steps.count])
        }
    }

    static func encode(
        _ encoding: PictureEncoding,
        count: Int = 36,
        _ formatName: String = "yuv420p",
        keys: Set<Int> = []
    ) throws -> EncodedPictures {
        let encoder = try PictureEncoder(encoding)
        var result = EncodedPictures(format: try encoder.format, encoding: encoding)
        for (index, place) in places(count).enumerated() {
            let picture = try TestPictures.frame(index, formatName, width: encoding.width, height: encoding.height)
            try encoder.encode(
                picture,
                at: CMTime(value: place.start, timescale: 90000),
                duration: CMTime(value: place.duration, timescale: 90000),
                isKey: keys.contains(index)
            ) { result.samples.append($0) }
        }
        try encoder.finish { result.samples.append($0) }
        return result
    }

    /// All bytes, one sample after the other.
    var bytes: Data {
        get throws { try samples.reduce(into: Data()) { $0.append(try $1.data.dataBytes()) } }
    }

    /// Decodes everything, and hands on the pictures with their times in ticks.
    func decode(_ body: (borrowing Frame, Int64?) throws -> Void) throws {
        let decoder = try SampleDecoder(
            stored,
            header: header,
            size: (Int(format.dimensions.width), Int(format.dimensions.height)),
            options: .init(threadCount: 1)
        )
        let packet = Packet()
        let frame = Frame()
        func receive() throws {
            while try decoder.receive(into: frame) == .done { try body(frame, frame.presentationTicks) }
        }
        for sample in samples {
            let label = PacketLabel(
                presentationTicks: sample.presentationTime.value,
                decodeTicks: sample.decodeTime.value,
                isKey: sample.isSync
            )
            let bytes = try sample.data.dataBytes()
            try packet.fill(byteCount: bytes.count, label) { $0.copyBytes(from: bytes) }
            while try decoder.send(packet) == .again { try receive() }
            try receive()
        }
        try decoder.sendEnd()
        try receive()
    }

    /// What is known of the codec as a decoder takes it.
    private var stored: CodecTraits {
        switch encoding.codec {
        case .h264, .hevc, .av1, .vp9, .vp8, .mpeg4, .ffv1: CodecTraits.named(encoding.codec.rawValue)
        case .mpeg2: MediaCodec.mpeg2.traits
        case .jpeg: MediaCodec.jpeg.traits
        default: MediaCodec.proRes.traits
        }
    }

    /// The codec's header in FFmpeg's form.
    private var header: [UInt8] {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        let atoms = format.extensionValues[key] as? [String: Data] ?? [:]
        for name in ["avcC", "hvcC", "av1C", "glbl"] {
            if let atom = atoms[name] { return Array(atom) }
        }
        let descriptor = atoms["esds"].flatMap { try? ElementaryStreamDescriptor(record: Array($0)[...]) }
        return descriptor?.decoderConfiguration ?? []
    }
}
