import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("MPEG-1, MPEG-2 and MPEG-4 video headers")
struct MPEGVideoTests {
    @Test("MPEG-2 with its extensions")
    func mpeg2() throws {
        let header = try MPEG2SequenceHeader(stream: BitstreamVectors.mpeg2)
        #expect(header.codedSize == PictureSize(width: 720, height: 576))
        #expect(header.frameRate == PositiveRatio(25, 1))
        #expect(header.pixelAspectRatio == PositiveRatio(64, 45))
        #expect((header.profileName, header.levelName) == ("Main", "Main"))
        #expect(header.chromaFormat == .yuv420)
        #expect(header.mpeg2?.isProgressive == false)
        #expect(header.color == ColorDescription(primaries: 5, transfer: 5, matrix: 5))
        #expect(header.bitRate == 0x3FFFF * 400)
        let picture = try MPEG2PictureHeader(stream: BitstreamVectors.mpeg2)
        #expect((picture.kind, picture.temporalReference) == (.i, 0))
        #expect(picture.fields?.structure == .frame)
        #expect(picture.fields?.isTopFieldFirst == true)
        #expect(picture.fields?.isProgressiveFrame == false)
    }

    @Test("MPEG-1, whose pixels have a shape of their own")
    func mpeg1() throws {
        let header = try MPEG2SequenceHeader(stream: BitstreamVectors.mpeg1)
        #expect(header.codedSize == PictureSize(width: 352, height: 240))
        #expect(header.frameRate == PositiveRatio(30_000, 1_001))
        #expect(header.mpeg2 == nil && header.profileName == nil)
        #expect(header.pixelAspectRatio == PositiveRatio(1, 1))
        #expect(header.bitRate == nil)
        #expect(try MPEG2PictureHeader(stream: BitstreamVectors.mpeg1).fields == nil)
    }

    @Test("MPEG-4 in esds")
    func mpeg4() throws {
        let descriptor = try ElementaryStreamDescriptor(record: BitstreamVectors.esdsMPEG4)
        #expect(descriptor.objectTypeIndication == 0x20)
        let header = try MPEG4VideoHeader(stream: try #require(descriptor.decoderConfiguration)[...])
        #expect((header.profileName, header.level) == ("Advanced Simple", 1))
        #expect(header.layer.size == PictureSize(width: 320, height: 240))
        #expect(header.layer.pixelAspectRatio == PositiveRatio(4, 3))
        #expect(header.layer.timeResolution == 25)
        #expect(header.layer.timeIncrementBits == 5)
        #expect(header.layer.isLowDelay == false)
        #expect(header.layer.usesQuantizerMatrices && header.layer.hasQuarterSamples)
        #expect(!header.layer.isInterlaced)
    }

    /// A layer of 320 by 240 pixels with B pictures and 25 ticks a second, as FFmpeg writes it.
    static let layer = "00000120 08D48D0800CD0A041E14183F"

    @Test(
        "layers of MPEG-4 follow each other where only clocks, shapes of pixels and markers for errors differ",
        arguments: [
            layer,
            "00000120 08D48D0800F50A041E14183F",  // 30 ticks
            "00000120 08D4950800CD0A041E14183F",  // pixels of 12 to 11
            "00000120 08D48D0800CD0A041E14103F",  // resync markers
            "000001B0 F1" + layer,
        ]
    )
    func agreeing(hex: String) {
        #expect(MPEG4Layers.agree(Array(bytes(Self.layer)), Array(bytes(hex))))
        #expect(MPEG4Layers.agree(Array(bytes(hex)), Array(bytes(Self.layer))))
    }

    @Test(
        "and do not where decoders would lose pictures or decode them wrongly",
        arguments: [
            "00000120 08D48D8800CD0A041E14183F",  // low_delay
            "00000120 08D488800CD0A041E14183",  // nothing said of it
            "00000120 08D48D0800CD0A041E1C183F",  // interlaced
            "00000120 08D48D0800CD0A041E160F0C1F",  // sprite_enable: global motion
            "00000120 08D48D0800CD0A041E14460F",  // quant_type
            "00000120 08D48D0800CD0A041E146100060F",  // with a matrix of its own
            "00000120 08D48D0800CD0A041E14383F",  // quarter_sample
            "00000120 08D48D0800CD0A041E141C1F",  // data_partitioned
            "00000120 08D48D0800CD0A041E14083F",  // estimates of complexity, which are not read
            "00000120 08D4", "",
        ]
    )
    func disagreeing(hex: String) {
        #expect(!MPEG4Layers.agree(Array(bytes(Self.layer)), Array(bytes(hex))))
        #expect(!MPEG4Layers.agree(Array(bytes(hex)), Array(bytes(Self.layer))))
    }

    @Test("sequences of MPEG-1 and MPEG-2 have no such layers")
    func sequences() {
        #expect(MPEG4Layers.agree(Array(bytes("000001B3 14")), []))
        #expect(MPEG4Layers.agree(Array(BitstreamVectors.mpeg1), Array(BitstreamVectors.mpeg2)))
    }

    @Test("a stream without headers throws", arguments: ["", "000001", "000001B2 00", "000001B3 2D"])
    func nothing(hex: String) {
        #expect(throws: BitstreamError.endOfData) { try MPEG2SequenceHeader(stream: bytes(hex)) }
        #expect(throws: BitstreamError.endOfData) { try MPEG4VideoHeader(stream: bytes(hex)) }
        #expect(throws: BitstreamError.endOfData) { try MPEG2PictureHeader(stream: bytes(hex)) }
    }
}
