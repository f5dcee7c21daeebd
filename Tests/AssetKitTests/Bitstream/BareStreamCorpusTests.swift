import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitContainers
@testable import AssetKitMedia

/// Streams without a container that keeps headers apart: they are read where the decoder reads them.
@Suite("Bitstream, bare streams of others", .enabled(if: BitstreamCorpus.isPresent))
struct BareStreamCorpusTests {
    private typealias Stream = BitstreamCorpus.Stream

    private static func compareAll(
        containers: Set<String>,
        codecs: Set<String>,
        _ compare: (_ bytes: ArraySlice<UInt8>, _ stream: Stream, _ ledger: inout FactLedger) throws -> Void
    ) throws -> FactLedger {
        var ledger = FactLedger()
        for file in try BitstreamCorpus.entries() where file.class == "valid" {
            guard containers.contains(file.container ?? "") else { continue }
            guard let stream = file.streams.first(where: { codecs.contains($0.codec_name ?? "") }) else { continue }
            ledger.begin(file.file)
            do {
                try compare(try BitstreamCorpus.bytes(of: file)[...], stream, &ledger)
            } catch {
                ledger.fail(error)
            }
        }
        return ledger
    }

    @Test("H.264 and HEVC with start codes")
    func annexB() throws {
        let ledger = try Self.compareAll(
            containers: ["h264-es", "hevc-es"],
            codecs: ["h264", "hevc"]
        ) { bytes, stream, ledger in
            for unit in AnnexBUnits(bytes) {
                if stream.codec_name == "h264", try H264UnitHeader(unit).kind == 7 {
                    return ledger.compare(try H264SequenceParameterSet(unit: unit), stream)
                }
                if stream.codec_name == "hevc", try HEVCUnitHeader(unit).kind == 33 {
                    return ledger.compare(try HEVCSequenceParameterSet(unit: unit), stream)
                }
            }
            throw BitstreamError.endOfData
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 2)
        #expect(ledger.agreed >= 15)
    }

    @Test("VP8, VP9 and AV1 in IVF")
    func ivf() throws {
        let ledger = try Self.compareAll(containers: ["ivf"], codecs: ["vp8", "vp9", "av1"]) { bytes, stream, ledger in
            let size = bytes.dropFirst(32).prefix(4).reversed().reduce(0) { ($0 << 8) | Int($1) }
            let frame = bytes.dropFirst(32 + 12).prefix(size)
            var picture: PictureSize?
            switch stream.codec_name {
            case "vp8": picture = try VP8FrameHeader(frame: frame).size?.coded
            case "vp9":
                let first = try #require(try VP9Superframe.frames(of: frame).first)
                let header = try VP9FrameHeader(frame: first)
                ledger.compare("profile", "Profile \(header.profile)", stream.profile)
                picture = header.format?.codedSize
            default:
                var units = AV1Units(frame)
                while let unit = try units.next() {
                    guard unit.kind == AV1Units.Kind.sequenceHeader else { continue }
                    let header = try AV1SequenceHeader(payload: unit.payload)
                    ledger.compare(header, stream)
                    picture = header.maximumSize
                }
            }
            ledger.compare("width", try #require(picture).width, stream.width)
            ledger.compare("height", try #require(picture).height, stream.height)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 3)
        #expect(ledger.agreed >= 11)
    }

    @Test("MPEG-1 and MPEG-2 in streams of their own, in program streams and in MXF")
    func mpeg() throws {
        let ledger = try Self.compareAll(
            containers: ["mpeg-video-es", "mpeg-ps", "mxf"],
            codecs: ["mpeg1video", "mpeg2video"]
        ) { bytes, stream, ledger in
            let header = try MPEG2SequenceHeader(stream: bytes)
            ledger.compare("codec", header.mpeg2 == nil ? "mpeg1video" : "mpeg2video", stream.codec_name)
            ledger.compare("profile", header.profileName, stream.profile)
            ledger.compare("level", header.mpeg2.map { $0.profileAndLevel & 15 }, stream.level)
            ledger.compare("width", header.codedSize.width, stream.width)
            ledger.compare("height", header.codedSize.height, stream.height)
            ledger.compare("pixel aspect", header.pixelAspectRatio?.description, stream.sample_aspect_ratio)
            ledger.compare(header.color, stream)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 4)
        #expect(ledger.agreed >= 20)
    }

    @Test("AAC, AC-3 and E-AC-3 in bare frames")
    func audioFrames() throws {
        let ledger = try Self.compareAll(
            containers: ["adts", "ac3", "eac3"],
            codecs: ["aac", "ac3", "eac3"]
        ) { bytes, stream, ledger in
            let frame = Self.afterTags(bytes)
            switch stream.codec_name {
            case "ac3":
                let header = try AC3FrameHeader(frame)
                ledger.compare("rate", String(header.sampleRate), stream.sample_rate)
                ledger.compare("channels", header.channels.channelCount, stream.channels)
                ledger.compare("bit rate", String(header.bitRate), stream.bit_rate)
                ledger.compare("next frame", frame.dropFirst(header.frameByteCount).prefix(2), [0x0B, 0x77])
            case "eac3":
                let header = try EnhancedAC3FrameHeader(frame)
                ledger.compare("rate", String(header.sampleRate), stream.sample_rate)
                ledger.compare("channels", header.channels.channelCount, stream.channels)
                ledger.compare("next frame", frame.dropFirst(header.frameByteCount).prefix(2), [0x0B, 0x77])
            default:
                let header = try ADTSHeader(frame)
                ledger.compare("profile", header.objectType.name, stream.profile)
                ledger.compare("rate", String(header.sampleRate), stream.sample_rate)
                ledger.compare("channels", header.channelCount, stream.channels)
                let next = Self.afterTags(frame.dropFirst(header.frameByteCount))
                ledger.compare("next frame", next.first, 0xFF)
            }
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 11)
        #expect(ledger.agreed >= 40)
    }

    @Test("Opus in Ogg")
    func opus() throws {
        let ledger = try Self.compareAll(containers: ["ogg"], codecs: ["opus"]) { bytes, stream, ledger in
            // The first page: a header of 27 bytes, its table of lacing values, the packet.
            let start = 27 + Int(bytes[bytes.startIndex + 26])
            let header = try OpusHeader(packet: bytes.dropFirst(start))
            ledger.compare("channels", header.channelCount, stream.channels)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 5)
        #expect(ledger.agreed >= 5)
    }

    /// The stream behind ID3 tags, whose size has seven bits a byte.
    private static func afterTags(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while rest.starts(with: Array("ID3".utf8)), rest.count >= 10 {
            let size = rest.dropFirst(6).prefix(4).reduce(0) { ($0 << 7) | Int($1 & 0x7F) }
            rest = rest.dropFirst(10 + size)
        }
        return rest
    }
}
