import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("H.264 parameter sets")
struct H264ParameterSetTests {
    private static func sets(
        _ record: ArraySlice<UInt8>
    ) throws -> (AVCConfiguration, H264SequenceParameterSet, H264PictureParameterSet) {
        let configuration = try AVCConfiguration(record: record)
        let sequence = try #require(configuration.sequenceParameterSets.first)
        let picture = try #require(configuration.pictureParameterSets.first)
        return (
            configuration, try H264SequenceParameterSet(unit: sequence[...]),
            try H264PictureParameterSet(unit: picture[...])
        )
    }

    @Test("a film of x264")
    func high() throws {
        let (configuration, sequence, picture) = try Self.sets(BitstreamVectors.avcHigh)
        #expect(configuration.lengthSize == 4)
        #expect(configuration.highProfileExtension?.chromaFormat == .yuv420)
        #expect(configuration.profile == sequence.profile)
        #expect(sequence.profile.name == "High")
        #expect(sequence.profile.levelName == "3")
        #expect(sequence.displaySize == PictureSize(width: 640, height: 360))
        #expect(sequence.codedSize == PictureSize(width: 640, height: 368))
        #expect(sequence.scan == .frames)
        #expect(sequence.usability?.signal.pixelAspectRatio == PositiveRatio(3, 4))
        #expect(
            sequence.usability?.signal.color
                == ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
        )
        #expect(sequence.frameRate == PositiveRatio(24, 1))
        #expect(sequence.maximumReorderFrames == 2)
        #expect(sequence.pictureOrder == .leastSignificantBits(count: 6))
        #expect(picture.isArithmeticCoded)
        #expect(picture.bidirectionalWeighting == 0 && picture.isPredictionWeighted)
    }

    @Test("an interlaced one with hypothetical decoder")
    func interlaced() throws {
        let (configuration, sequence, picture) = try Self.sets(BitstreamVectors.avcInterlaced)
        #expect(configuration.highProfileExtension?.lumaBitDepth == 10)
        #expect(sequence.profile.name == "High 4:2:2")
        #expect(sequence.chroma.format == .yuv422)
        #expect((sequence.chroma.lumaBitDepth, sequence.chroma.chromaBitDepth) == (10, 10))
        #expect(sequence.displaySize == PictureSize(width: 1_920, height: 1_080))
        #expect(sequence.scan == .framesOrFieldsAdaptive)
        let decoder = try #require(sequence.usability?.hypotheticalDecoder)
        #expect((decoder.removalDelayBits, decoder.outputDelayBits, decoder.timeOffsetBits) == (13, 6, 0))
        #expect(sequence.usability?.hasPictureStructure == true)
        #expect(sequence.usability?.restriction == .init(maximumReorderFrames: 1, maximumDecodedFrames: 2))
        #expect(sequence.frameRate == PositiveRatio(25, 1))
        #expect(picture.hasBottomFieldOrder)
        #expect(!picture.isArithmeticCoded)
    }

    @Test("the smallest and the lossless")
    func others() throws {
        let (_, baseline, _) = try Self.sets(BitstreamVectors.avcBaseline)
        #expect(baseline.profile.name == "Constrained Baseline")
        #expect(baseline.profile.levelName == "1b")
        #expect(baseline.displaySize == PictureSize(width: 160, height: 120))
        #expect(baseline.pictureOrder == .decodingOrder)
        #expect(baseline.maximumReorderFrames == 0)
        let (_, lossless, _) = try Self.sets(BitstreamVectors.avcLossless)
        #expect(lossless.profile.name == "High 4:4:4 Predictive")
        #expect(lossless.chroma.format == .yuv444)
        #expect(lossless.displaySize == PictureSize(width: 320, height: 180))
        #expect(lossless.frameRate == PositiveRatio(30_000, 1_001))
    }

    @Test(
        "profiles by number and constraints",
        arguments: [
            (66, 0x00, "Baseline"), (66, 0x40, "Constrained Baseline"), (77, 0x00, "Main"), (88, 0x00, "Extended"),
            (100, 0x00, "High"), (100, 0x08, "Progressive High"), (100, 0x0C, "Constrained High"),
            (110, 0x00, "High 10"), (110, 0x10, "High 10 Intra"), (244, 0x10, "High 4:4:4 Intra"),
            (44, 0x10, "CAVLC 4:4:4 Intra"), (118, 0x00, "Multiview High"), (1, 0x00, nil),
        ] as [(UInt8, UInt8, String?)]
    )
    func profileNames(number: UInt8, constraints: UInt8, name: String?) {
        #expect(H264Profile(profileIDC: number, constraints: constraints, levelIDC: 40).name == name)
    }

    @Test(
        "levels as the standard writes them",
        arguments: [
            (66, 0x10, 11, "1b"), (100, 0x10, 11, "1.1"), (100, 0, 9, "1b"), (100, 0, 40, "4"), (77, 0, 31, "3.1"),
        ]
            as [(UInt8, UInt8, UInt8, String)]
    )
    func levelNames(number: UInt8, constraints: UInt8, level: UInt8, name: String) {
        #expect(H264Profile(profileIDC: number, constraints: constraints, levelIDC: level).levelName == name)
    }

    /// A sequence parameter set of the Main profile, whose macroblocks and order of pictures the caller writes.
    private static func mainUnit(
        level: Int,
        width: Int,
        height: Int,
        order: (inout BitBuilder) -> Void
    ) -> [UInt8] {
        var builder = BitBuilder()
        for (value, bits) in [(77, 8), (0, 8), (level, 8)] { builder.unsigned(value, bits) }
        builder.golomb(0)
        builder.golomb(0)
        order(&builder)
        builder.golomb(2)
        builder.flag(false)
        builder.golomb(width - 1)
        builder.golomb(height - 1)
        builder.flag(true)  // frames only
        for _ in 0..<3 { builder.flag(false) }
        return [0x67] + EmulationPrevention.inserted(into: builder.payload)
    }

    @Test(
        "without a word from the stream, reordering fills the memory of the level",
        arguments: [
            (40, 120, 68, 4), (31, 80, 45, 5), (10, 11, 9, 4), (51, 120, 68, 16), (30, 120, 68, 2), (99, 10, 10, 16),
        ]
    )
    func derivedReordering(level: Int, width: Int, height: Int, frames: Int) throws {
        let unit = Self.mainUnit(level: level, width: width, height: height) {
            $0.golomb(0)
            $0.golomb(4)
        }
        let set = try H264SequenceParameterSet(unit: unit[...])
        #expect(set.maximumReorderFrames == frames)
        #expect(set.maximumDecodedFrames == frames)
        #expect(set.pictureOrder == .leastSignificantBits(count: 8))
    }

    @Test("pictures ordered in cycles")
    func cycles() throws {
        let unit = Self.mainUnit(level: 30, width: 20, height: 15) { builder in
            builder.golomb(1)
            builder.flag(true)
            builder.signedGolomb(-1)
            builder.signedGolomb(1)
            builder.golomb(255)
            for value in 0..<255 { builder.signedGolomb(value - 100) }
        }
        let set = try H264SequenceParameterSet(unit: unit[...])
        #expect(set.pictureOrder == .cycle(deltaIsAlwaysZero: true))
        #expect(set.codedSize == PictureSize(width: 320, height: 240))
    }

    @Test("a cycle of more pictures than allowed is refused")
    func longCycle() {
        let unit = Self.mainUnit(level: 30, width: 20, height: 15) { builder in
            builder.golomb(1)
            builder.flag(true)
            builder.signedGolomb(0)
            builder.signedGolomb(0)
            builder.golomb(256)
        }
        #expect(throws: BitstreamError.invalid("num_ref_frames_in_pic_order_cnt_cycle")) {
            try H264SequenceParameterSet(unit: unit[...])
        }
    }

    @Test("a picture of impossible size is refused", arguments: [4_097, 1 << 31])
    func hugeSize(width: Int) {
        let unit = Self.mainUnit(level: 30, width: width, height: 15) { $0.golomb(2) }
        #expect(throws: BitstreamError.invalid("pic_width_in_mbs_minus1")) {
            try H264SequenceParameterSet(unit: unit[...])
        }
    }

    @Test("slice groups of every map type are passed over", arguments: 0...6)
    func sliceGroups(kind: Int) throws {
        var builder = BitBuilder()
        builder.golomb(3)
        builder.golomb(1)
        builder.flag(false)
        builder.flag(true)
        builder.golomb(2)  // three groups
        builder.golomb(kind)
        switch kind {
        case 0: (0..<3).forEach { builder.golomb($0) }
        case 2: (0..<4).forEach { builder.golomb($0) }
        case 3, 4, 5:
            builder.flag(true)
            builder.golomb(4)
        case 6:
            builder.golomb(9)
            (0..<10).forEach { builder.unsigned($0 % 3, 2) }
        default: break
        }
        builder.golomb(3)
        builder.golomb(1)
        builder.flag(true)
        builder.unsigned(2, 2)
        for value in [-3, 0, 2] { builder.signedGolomb(value) }
        for value in [true, false, true] { builder.flag(value) }
        let unit = [0x68] + EmulationPrevention.inserted(into: builder.payload)
        let set = try H264PictureParameterSet(unit: unit[...])
        #expect((set.id, set.sequenceID) == (3, 1))
        #expect(set.sliceGroupMapKind == kind)
        #expect(set.sliceGroupChangeRate == ((3...5).contains(kind) ? 5 : nil))
        #expect(set.referenceCounts == [4, 2])
        #expect(set.initialQuantizer == 23)
        #expect(set.hasDeblockingControl && set.hasRedundantPictureCount)
    }

    @Test("a unit of another kind is refused")
    func otherUnit() {
        #expect(throws: BitstreamError.invalid("nal_unit_type")) {
            try H264SequenceParameterSet(unit: bytes("68EBC3F2C0"))
        }
        #expect(throws: BitstreamError.endOfData) { try H264SequenceParameterSet(unit: []) }
    }
}
