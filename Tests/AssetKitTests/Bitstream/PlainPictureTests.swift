import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBitstream

@Suite("Pictures that are their own headers")
struct PlainPictureTests {
    private func track(_ codec: String, code: String = "") -> TrackFacts {
        var track = TrackFacts(trackID: 1, mediaType: .video)
        track.traits = CodecTraits.named(codec)
        track.codec = code.fourCharCode
        track.video = VideoFacts()
        CodecHeaders.describeCodec(of: &track)
        return track
    }

    // MARK: H.263

    private static func picture(format: Int, extended: (inout BitBuilder) -> Void = { _ in }) -> [UInt8] {
        var bits = BitBuilder()
        bits.unsigned(0x20, 22)
        bits.unsigned(0, 8)
        bits.unsigned(0b10000, 5)
        bits.unsigned(format, 3)
        extended(&bits)
        bits.unsigned(0, 32)
        return bits.padded
    }

    /// A format of its own: the shape of pixels, width / 4 - 1, height / 4.
    private static func ownFormat(shape: Int, extendedShape: [Int] = []) -> [UInt8] {
        picture(format: 7) { bits in
            bits.unsigned(1, 3)
            bits.unsigned(6, 3)
            bits.unsigned(0, 24)
            bits.flag(false)
            bits.unsigned(shape, 4)
            bits.unsigned(39, 9)
            bits.flag(true)
            bits.unsigned(30, 9)
            for number in extendedShape { bits.unsigned(number, 8) }
        }
    }

    @Test("a picture of H.263 tells its size, and its pixels are 12:11")
    func h263() {
        var facts = track("h263")
        #expect(CodecHeaders.needsSample(facts))
        #expect(CodecHeaders.describe(&facts, record: Self.picture(format: 2), form: .sample) == [])
        #expect(facts.video?.codedWidth == 176)
        #expect(facts.video?.codedHeight == 144)
        #expect(facts.video?.bitDepth == 8)
        #expect(facts.video?.chroma == "4:2:0")
        #expect(facts.video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 12, vertical: 11))
    }

    @Test("the shape of pixels that the container states stays")
    func containerShape() {
        var facts = track("h263")
        facts.video?.pixelAspect = VideoFacts.PixelAspect(horizontal: 63, vertical: 44)
        #expect(CodecHeaders.describe(&facts, record: Self.picture(format: 3), form: .sample) == [])
        #expect(facts.video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 63, vertical: 44))
    }

    @Test("a format of one's own has a shape of its own")
    func ownFormat() throws {
        let known = try H263PictureHeader(Self.ownFormat(shape: 4)[...])
        #expect(known.size == PictureSize(width: 160, height: 120))
        #expect(known.pixelAspectRatio == PositiveRatio(16, 11))
        let written = try H263PictureHeader(Self.ownFormat(shape: 15, extendedShape: [5, 4])[...])
        #expect(written.pixelAspectRatio == PositiveRatio(5, 4))
        #expect(try H263PictureHeader(Self.ownFormat(shape: 9)[...]).pixelAspectRatio == nil)
    }

    @Test("what is no picture of H.263 is refused")
    func brokenH263() {
        #expect(throws: BitstreamError.invalid("PSC")) { try H263PictureHeader([9, 9, 9, 9, 9][...]) }
        #expect(throws: BitstreamError.invalid("source format")) {
            try H263PictureHeader(Self.picture(format: 0)[...])
        }
        for count in 0..<5 {
            #expect(throws: BitstreamError.endOfData) {
                try H263PictureHeader(Self.picture(format: 2).prefix(min(count, 4)))
            }
        }
    }

    // MARK: ProRes

    private static func frame(scan: Int, matrix: UInt8) -> [UInt8] {
        [0, 0, 1, 0] + Array("icpf".utf8) + [0, 148, 0, 0] + Array("test".utf8)
            + [0, 180, 0, 144, UInt8(0x80 | scan << 2), 0, 2, 2, matrix, 0, 0, 0]
    }

    @Test("a frame of ProRes tells its matrix and its fields; its range is that of video")
    func proRes() {
        var facts = track("prores", code: "apcn")
        #expect(CodecHeaders.needsSample(facts))
        #expect(CodecHeaders.describe(&facts, record: Self.frame(scan: 2, matrix: 6), form: .sample) == [])
        #expect(facts.video?.matrix == "smpte170m")
        #expect(facts.video?.range == "tv")
        #expect(facts.video?.primaries == nil)
        #expect(facts.video?.fieldCount == 2)
        #expect(facts.video?.isTopFieldFirst == false)
        facts.video?.codedWidth = 180
        #expect(!CodecHeaders.needsSample(facts))
    }

    @Test("a frame of ProRes 4444 tells whether it has alpha")
    func proResAlpha() {
        var (opaque, facts) = (track("prores", code: "ap4h"), track("prores", code: "ap4h"))
        var frame = Self.frame(scan: 0, matrix: 1)
        #expect(CodecHeaders.describe(&opaque, record: frame, form: .sample) == [])
        #expect(opaque.video?.alpha == nil)
        frame[25] = 2
        #expect(CodecHeaders.describe(&facts, record: frame, form: .sample) == [])
        #expect(facts.video?.alpha == VideoFacts.Alpha(place: .inside, isPremultiplied: false))
        // Matroska leaves out the size and the name in front.
        var bare = track("prores", code: "ap4h")
        #expect(CodecHeaders.describe(&bare, record: Array(frame.dropFirst(8)), form: .sample) == [])
        #expect(bare.video?.alpha == facts.video?.alpha)
    }

    @Test("what is no frame of ProRes is refused")
    func brokenProRes() {
        let frame = Self.frame(scan: 0, matrix: 1)
        for count in 0..<25 { #expect(throws: BitstreamError.self) { try ProResFrameHeader(frame.prefix(count)) } }
    }

    // MARK: JPEG

    private static func jpeg(names: [UInt8] = [1, 2, 3], adobe: UInt8? = nil) -> [UInt8] {
        var picture: [UInt8] = [0xff, 0xd8]
        if let adobe {
            let head: [UInt8] = [0xff, 0xee, 0, 14]
            picture += head + Array("Adobe".utf8)
            picture += [0, 100, 0, 0, 0, 0, adobe] as [UInt8]
        }
        picture += [0xff, 0xc0, 0, 17, 8, 0, 48, 0, 64, 3] as [UInt8]
        for (index, name) in names.enumerated() {
            picture += [name, index == 0 ? 0x22 : 0x11, 0] as [UInt8]
        }
        return picture
    }

    @Test("a picture of Motion JPEG uses all values and the matrix of standard definition")
    func motionJPEG() {
        var facts = track("mjpeg")
        #expect(CodecHeaders.describe(&facts, record: Self.jpeg(), form: .sample) == [])
        #expect(facts.video?.range == "pc")
        #expect(facts.video?.matrix == "bt470bg")
        #expect(facts.video?.chroma == "4:2:0")
    }

    @Test("a JPEG picture may be red, green and blue, by the names of its components or by Adobe's word")
    func redGreenBlue() throws {
        #expect(try JPEGFrameHeader(Self.jpeg(names: Array("RGB".utf8))[...]).isRGB)
        #expect(try JPEGFrameHeader(Self.jpeg(adobe: 0)[...]).isRGB)
        #expect(try !JPEGFrameHeader(Self.jpeg(adobe: 1)[...]).isRGB)
        #expect(try !JPEGFrameHeader(Self.jpeg()[...]).isRGB)
    }
}
