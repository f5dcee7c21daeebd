import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("AV1 headers")
struct AV1Tests {
    @Test("a high dynamic range film of SVT-AV1")
    func highDynamicRange() throws {
        let configuration = try AV1Configuration(record: BitstreamVectors.av1HDR)
        let header = try #require(try configuration.sequenceHeader())
        #expect(header.profileName == "Main")
        #expect(header.levelName == "2.0")
        #expect(header.maximumSize == PictureSize(width: 352, height: 288))
        #expect(header.color.bitDepth == 10)
        #expect(header.color.chromaFormat == .yuv420)
        #expect(header.color.color == ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect((configuration.profile, configuration.level, configuration.bitDepth) == (0, 0, 10))
        #expect(configuration.chromaFormat == .yuv420 && !configuration.isHighTier)
    }

    @Test("metadata stands before the frame")
    func metadata() throws {
        var units = AV1Units(BitstreamVectors.av1HDRUnits)
        #expect(try units.next()?.kind == AV1Units.Kind.sequenceHeader)
        let light = try AV1Metadata(payload: try #require(try units.next()).payload)
        #expect(light == .contentLight(ContentLightLevel(maximumContent: 1_000, maximumPictureAverage: 400)))
        guard case .masteringDisplay(let display) = try AV1Metadata(payload: try #require(try units.next()).payload)
        else {
            Issue.record("no mastering display")
            return
        }
        #expect(abs(Double(display.red.x) / Double(display.chromaticityScale) - 0.68) < 0.0001)
        #expect(abs(Double(display.green.y) / Double(display.chromaticityScale) - 0.69) < 0.0001)
        #expect(display.maximumLuminance / display.maximumLuminanceScale == 1_000)
        #expect(abs(Double(display.minimumLuminance) / Double(display.minimumLuminanceScale) - 0.005) < 0.0001)
    }

    @Test("4:4:4 with 12 bits, and no colour at all")
    func otherFormats() throws {
        let professional = try AV1Configuration(record: BitstreamVectors.av1Professional)
        let header = try #require(try professional.sequenceHeader())
        #expect(header.profileName == "Professional")
        #expect(header.color.bitDepth == 12 && header.color.chromaFormat == .yuv444)
        #expect(header.maximumSize == PictureSize(width: 321, height: 181))
        let gray = try AV1Configuration(record: BitstreamVectors.av1Monochrome)
        #expect(gray.chromaFormat == .monochrome)
        #expect(try gray.sequenceHeader()?.color.chromaFormat == .monochrome)
        #expect(try gray.sequenceHeader()?.maximumSize == PictureSize(width: 64, height: 64))
    }

    @Test("timing, decoder model and several operating points")
    func everything() throws {
        var builder = BitBuilder()
        Self.writeOptionalFront(to: &builder)
        Self.writeSizeAndTools(to: &builder)
        let header = try AV1SequenceHeader(payload: builder.payload[...])
        #expect(header.frameRate == PositiveRatio(30_000, 1_001))
        #expect(header.operatingPoints.map(\.level) == [13, 5])
        #expect(header.operatingPoints.map(\.isHighTier) == [true, false])
        #expect(header.levelName == "5.1")
        #expect(header.maximumSize == PictureSize(width: 1_920, height: 1_080))
        #expect(header.frameIDBits == 8)
        #expect(header.tools.orderHintBits == 7)
        #expect(header.color.chromaLocation == .left)
        #expect(header.hasFilmGrain)
    }

    /// All that may stand before the size.
    private static func writeOptionalFront(to builder: inout BitBuilder) {
        builder.unsigned(0, 3 + 2)
        builder.flag(true)
        builder.unsigned(1_001, 32)
        builder.unsigned(60_000, 32)
        builder.flag(true)
        builder.golomb(1)
        builder.flag(true)  // decoder model
        builder.unsigned(9, 5)
        builder.unsigned(1, 32)
        builder.unsigned(0, 10)
        builder.flag(true)  // display delay
        builder.unsigned(1, 5)
        for level in [13, 5] {
            builder.unsigned(0x101, 12)
            builder.unsigned(level, 5)
            if level > 7 { builder.flag(true) }
            builder.flag(true)
            builder.unsigned(0, 21)
            builder.flag(true)
            builder.unsigned(3, 4)
        }
    }

    private static func writeSizeAndTools(to builder: inout BitBuilder) {
        builder.unsigned(10, 4)
        builder.unsigned(10, 4)
        builder.unsigned(1_919, 11)
        builder.unsigned(1_079, 11)
        builder.flag(true)  // frame ids
        builder.unsigned(3, 4)
        builder.unsigned(2, 3)
        builder.unsigned(0, 3 + 4)
        builder.flag(true)  // order hints
        builder.unsigned(0, 2)
        builder.flag(true)
        builder.flag(true)
        builder.unsigned(6, 3)
        builder.unsigned(0, 3)
        builder.unsigned(0, 4)  // 8 bits, colour, no description, video range
        builder.unsigned(1, 2)
        builder.unsigned(1, 2)  // film grain
    }

    @Test("key frames are known by their first bits")
    func frames() throws {
        let sequence = try #require(try AV1Configuration(record: BitstreamVectors.av1HDR).sequenceHeader())
        let key = try AV1FrameHeader(payload: bytes("10"), sequence: sequence)
        #expect(key.kind == .key && key.isShown && key.shownSlot == nil)
        let hidden = try AV1FrameHeader(payload: bytes("20"), sequence: sequence)
        #expect(hidden.kind == .inter && !hidden.isShown)
        #expect(try AV1FrameHeader(payload: bytes("B0"), sequence: sequence).shownSlot == 3)
    }

    /// The payload of a sequence header, and the beginning of that of the first frame: of libaom without loss, in
    /// 4:2:0 and in 4:4:4, and of SVT-AV1 as good as it gets.
    @Test(
        "key frames say whether they are without loss",
        arguments: [
            ("00000003b4ff736be401", "1400200000dd350069cfe20b317d4627", true),
            ("20000003b4ff736be408", "1400200000dd4082e64384b043080682", true),
            ("00000003b4ff73efe401", "1400a02010dd48a5dfd9d086b65d72cd", false),
        ]
    )
    func lossless(header: String, frame: String, isLossless: Bool) throws {
        let sequence = try AV1SequenceHeader(payload: bytes(header))
        #expect(try AV1FrameHeader.isLossless(payload: bytes(frame), sequence: sequence) == isLossless)
        // One that shows another, one that is not a key frame, and one that ends too early.
        #expect(try AV1FrameHeader.isLossless(payload: bytes("B0"), sequence: sequence) == nil)
        #expect(try AV1FrameHeader.isLossless(payload: bytes("30"), sequence: sequence) == nil)
        #expect(throws: BitstreamError.endOfData) {
            try AV1FrameHeader.isLossless(payload: bytes(String(frame.prefix(4))), sequence: sequence)
        }
    }

    @Test("sequences agree that only differ in tools and in level, and the higher level is known")
    func agreement() {
        func record(_ header: String) -> [UInt8] { Array(bytes("81000c000a0a" + header)) }
        let usual = record("00000003b4ff736be401")
        // Other tools; level 3.0; the profile of 4:4:4.
        #expect(AV1Sequences.agree(usual, record("00000003b4ff73efe401")))
        let higher = record("00000023b4ff736be401")
        #expect(AV1Sequences.agree(usual, higher))
        #expect(AV1Sequences.asksForMore(higher, than: usual) && !AV1Sequences.asksForMore(usual, than: higher))
        #expect(!AV1Sequences.agree(usual, record("20000003b4ff736be408")))
        #expect(!AV1Sequences.agree(usual, Array(bytes("81000c00"))), "a record without a sequence header")
    }
}

@Suite("VP9 and VP8 headers")
struct VPxTests {
    @Test("the record of VP9")
    func record() throws {
        let first = try VPConfiguration(record: BitstreamVectors.vpcProfile0)
        #expect((first.profile, first.levelName, first.bitDepth) == (0, "2", 8))
        #expect(first.chromaFormat == .yuv420)
        #expect(first.color.isFullRange == false)
        let third = try VPConfiguration(record: BitstreamVectors.vpcProfile3)
        #expect((third.profile, third.bitDepth, third.chromaFormat) == (3, 10, .yuv444))
        #expect(third.color.matrixName == "bt2020nc" && third.color.isFullRange == true)
        #expect(throws: BitstreamError.unsupported("a version of vpcC other than 1")) {
            try VPConfiguration(record: bytes("0000000000148200000000"))
        }
    }

    @Test("key frames of VP9 describe the picture")
    func keyFrames() throws {
        let first = try VP9FrameHeader(frame: BitstreamVectors.vp9Key)
        #expect(first.isKey && first.isShown && first.profile == 0)
        #expect(first.format?.codedSize == PictureSize(width: 352, height: 288))
        #expect(first.format?.color == ColorDescription(matrix: 1, isFullRange: false))
        let third = try VP9FrameHeader(frame: BitstreamVectors.vp9KeyProfile3)
        #expect((third.profile, third.format?.bitDepth, third.format?.chromaFormat) == (3, 10, .yuv444))
        #expect(third.format?.color == ColorDescription(matrix: 9, isFullRange: true))
        let rgb = try VP9FrameHeader(frame: BitstreamVectors.vp9KeyRGB)
        #expect((rgb.profile, rgb.format?.chromaFormat, rgb.format?.color.matrixName) == (1, .yuv444, "gbr"))
        let inter = try VP9FrameHeader(frame: BitstreamVectors.vp9Inter)
        #expect(!inter.isKey && inter.format == nil)
    }

    @Test("key frames of VP9 say whether they are without loss")
    func lossless() throws {
        // Of libvpx: without loss in 4:2:0 and in 4:4:0, and with a constant quality.
        let found = try [
            "824983420009f007760038241c18000007707d8bf4fe6fff", "a249834204013e00eec007048383000001187d8bf4fe6fff",
            "824983420009f007760038241c181e0008107fdd9fea7e5f",
        ].map { try VP9FrameHeader.isLossless(frame: bytes($0)) }
        #expect(found == [true, true, false])
        #expect(try VP9FrameHeader.isLossless(frame: BitstreamVectors.vp9Inter) == nil)
        #expect(try VP9FrameHeader.isLossless(frame: bytes("8D")) == nil)
    }

    @Test("a frame that only shows another")
    func shown() throws {
        #expect(try VP9FrameHeader(frame: bytes("8D")).shownSlot == 5)
    }

    @Test("a key frame of VP8")
    func vp8() throws {
        let header = try VP8FrameHeader(frame: BitstreamVectors.vp8Key)
        #expect(header.isKey && header.isShown)
        #expect(header.size?.coded == PictureSize(width: 176, height: 144))
        #expect(try VP8FrameHeader(frame: bytes("B14300")).size == nil)
        #expect(throws: BitstreamError.invalid("start code")) {
            try VP8FrameHeader(frame: bytes("b043009d012bb0009000"))
        }
    }
}
