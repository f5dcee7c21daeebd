import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("HEVC headers")
struct HEVCTests {
    private static func sets(
        _ record: ArraySlice<UInt8>
    ) throws -> (HEVCConfiguration, HEVCSequenceParameterSet, HEVCPictureParameterSet) {
        let configuration = try HEVCConfiguration(record: record)
        let sequence = try #require(configuration.sequenceParameterSets.first)
        let picture = try #require(configuration.pictureParameterSets.first)
        return (
            configuration, try HEVCSequenceParameterSet(unit: sequence[...]),
            try HEVCPictureParameterSet(unit: picture[...])
        )
    }

    @Test("a high dynamic range film of x265")
    func highDynamicRange() throws {
        let (configuration, sequence, picture) = try Self.sets(BitstreamVectors.hevcHDR)
        #expect(configuration.lengthSize == 4)
        #expect((configuration.lumaBitDepth, configuration.chromaFormat) == (10, .yuv420))
        #expect(configuration.profile == sequence.profile)
        #expect(sequence.profile.name == "Main 10")
        #expect(sequence.profile.levelName == "4")
        #expect(!sequence.profile.isHighTier)
        #expect(sequence.displaySize == PictureSize(width: 1_920, height: 1_080))
        #expect(sequence.codedSize == PictureSize(width: 1_920, height: 1_088))
        #expect((sequence.lumaBitDepth, sequence.chromaBitDepth) == (10, 10))
        let signal = try #require(sequence.usability?.signal)
        #expect(signal.pixelAspectRatio == PositiveRatio(16, 11))
        #expect(signal.color == ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(signal.color.transferName == "smpte2084")
        #expect(signal.chromaLocation == .topLeft)
        #expect(sequence.pictureRate == PositiveRatio(24, 1))
        #expect(sequence.usability?.hypotheticalDecoder?.hasBuffers == true)
        #expect(picture.sequenceID == sequence.id)
        #expect(!picture.allowsLosslessBlocks)
        // The set that x265 writes for pictures without loss.
        #expect(try HEVCPictureParameterSet(unit: bytes("4401c171ab12")).allowsLosslessBlocks)
        let video = try #require(configuration.videoParameterSets.first)
        #expect(try HEVCVideoParameterSet(unit: video[...]).profile == sequence.profile)
    }

    @Test("the messages of a high dynamic range film")
    func messages() throws {
        let configuration = try HEVCConfiguration(record: BitstreamVectors.hevcHDR)
        var found: [SupplementalInformation] = []
        for unit in configuration.units(of: HEVCUnitHeader.Kind.prefixInformation) {
            var messages = try SupplementalMessages(hevcUnit: unit[...])
            while let message = try messages.next() { found.append(try SupplementalInformation(message)) }
        }
        let display = MasteringDisplay(
            red: .init(x: 34_000, y: 16_000),
            green: .init(x: 13_250, y: 34_500),
            blue: .init(x: 7_500, y: 3_000),
            whitePoint: .init(x: 15_635, y: 16_450),
            maximumLuminance: 10_000_000,
            minimumLuminance: 50,
            chromaticityScale: 50_000,
            maximumLuminanceScale: 10_000,
            minimumLuminanceScale: 10_000
        )
        let light = ContentLightLevel(maximumContent: 1_000, maximumPictureAverage: 400)
        #expect(found == [.contentLight(light), .masteringDisplay(display)])
    }

    @Test("a profile of the range extensions")
    func rangeExtensions() throws {
        let (_, sequence, _) = try Self.sets(BitstreamVectors.hevc422)
        #expect(sequence.profile.name == "Main 4:2:2 12")
        #expect(sequence.chromaFormat == .yuv422)
        #expect(sequence.lumaBitDepth == 12)
        #expect(sequence.displaySize == PictureSize(width: 322, height: 182))
        #expect(sequence.tools.hasScalingLists)
        #expect(sequence.pictureRate == PositiveRatio(25, 1))
        #expect(sequence.ordering.maximumReorderPictures == 2)
    }

    @Test("fields, shown through a window")
    func fields() throws {
        let (_, sequence, _) = try Self.sets(BitstreamVectors.hevcFields)
        #expect(sequence.profile.isInterlacedSource && !sequence.profile.isProgressiveSource)
        #expect(sequence.chromaFormat == .monochrome)
        let usability = try #require(sequence.usability)
        #expect(usability.isFieldSequence && usability.hasFrameFieldInformation)
        #expect(usability.defaultDisplayWindow == PictureCrop(left: 0, right: 0, top: 8, bottom: 16))
        var messages = try SupplementalMessages(hevcUnit: BitstreamVectors.hevcFieldsTiming)
        let timing = try HEVCPictureTiming(try #require(try messages.next()), usability: usability)
        #expect(timing.structure == .topField)
        #expect(timing.sourceScan == .interlaced)
        #expect(try messages.next() == nil)
    }

    @Test("slice segments up to their place in output order")
    func slices() throws {
        let (_, sequence, picture) = try Self.sets(BitstreamVectors.hevc422)
        let slices = try BitstreamVectors.hevc422Slices.map {
            try HEVCSliceHeader(unit: $0, sequence: sequence, picture: picture)
        }
        #expect(slices.map(\.kind) == [.i, .p, .b])
        #expect(slices.map(\.pictureOrderLeastBits) == [nil, 4, 2])
        #expect(slices.map(\.isRandomAccess) == [true, false, false])
        #expect(slices.map(\.parameterSetIDRange) == [2..<3, 1..<2, 1..<2])
        #expect(slices.map(\.pictureOrderRange) == [nil, 5..<13, 3..<11])
        #expect(try HEVCSliceHeader.parameterSetID(unit: BitstreamVectors.hevc422Slices[0]) == 0)
    }

    @Test("a reference set that is predicted from another")
    func referenceSets() throws {
        var builder = BitBuilder()
        for value in [2, 1] { builder.golomb(value) }
        for (value, isUsed) in [(0, true), (1, false), (1, true)] {
            builder.golomb(value)
            builder.flag(isUsed)
        }
        builder.flag(true)  // the second is predicted, one picture earlier
        builder.flag(true)
        builder.golomb(0)
        for _ in 0..<3 { builder.flag(true) }
        builder.flag(false)  // itself: not used, yet kept
        builder.flag(true)
        var reader = BitReader(builder.payload)
        let first = try HEVCReferenceSet.read(from: &reader, index: 0, earlier: [])
        #expect(first == HEVCReferenceSet(before: [-1, -3], after: [2]))
        let second = try HEVCReferenceSet.read(from: &reader, index: 1, earlier: [first])
        #expect(second == HEVCReferenceSet(before: [-1, -2, -4], after: [1]))
        #expect(!reader.hasMoreData)
    }

    @Test("sub-layers with profiles of their own are passed over")
    func subLayers() throws {
        var builder = BitBuilder()
        builder.unsigned(0x0160_0000, 32)
        builder.unsigned(0, 32)
        builder.unsigned(0, 24)
        builder.unsigned(93, 8)
        for pair in [3, 1, 0, 0, 0, 0, 0, 0] { builder.unsigned(pair, 2) }  // both, the level, padding
        for _ in 0..<13 { builder.unsigned(0xAA, 8) }
        builder.unsigned(0x5, 3)
        var reader = BitReader(builder.padded)
        let profile = try HEVCProfile.read(from: &reader, subLayers: 3)
        #expect(profile.name == "Main")
        #expect(profile.levelName == "3.1")
        #expect(try reader.unsigned(3) == 5)
    }

    @Test("units of higher layers are left to others")
    func layers() {
        #expect(throws: BitstreamError.unsupported("layered HEVC")) {
            try HEVCSequenceParameterSet(unit: bytes("4209 0101"))
        }
    }
}
