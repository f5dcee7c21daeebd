import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("H.264 slice headers")
struct H264SliceHeaderTests {
    private static func header(
        _ unit: ArraySlice<UInt8>,
        in record: ArraySlice<UInt8> = BitstreamVectors.avcHigh
    ) throws -> H264SliceHeader {
        let configuration = try AVCConfiguration(record: record)
        let sequence = try #require(configuration.sequenceParameterSets.first)
        let picture = try #require(configuration.pictureParameterSets.first)
        return try H264SliceHeader(
            unit: unit,
            sequence: H264SequenceParameterSet(unit: sequence[...]),
            picture: H264PictureParameterSet(unit: picture[...])
        )
    }

    @Test("an IDR picture, with the places of its fields")
    func refresh() throws {
        let slice = try Self.header(BitstreamVectors.avcHighSlices[0])
        #expect(slice.unit.kind == H264UnitHeader.Kind.instantaneousRefreshSlice)
        #expect(slice.kind == .i)
        #expect((slice.frameNumber, slice.refreshID, slice.pictureOrderLeastBits) == (0, 0, 0))
        #expect(slice.marking == .refresh(dropsEarlierOutput: false, isLongTerm: false))
        #expect(slice.layout.parameterSetID == 8..<9)
        #expect(slice.layout.frameNumber == 9..<13)
        #expect(slice.layout.refreshID == 13..<14)
        #expect(slice.layout.pictureOrder == 14..<20)
        #expect(slice.layout.marking == 20..<22)
        #expect(slice.layout.end == 30)
    }

    @Test("a P picture with a weight table")
    func weights() throws {
        let slice = try Self.header(BitstreamVectors.avcHighSlices[1])
        #expect(slice.kind == .p)
        #expect((slice.frameNumber, slice.pictureOrderLeastBits, slice.refreshID) == (1, 6, nil))
        #expect(slice.marking == .slidingWindow)
        #expect(slice.layout.refreshID == 11..<11)
        #expect(slice.layout.marking == 24..<25)
        #expect(slice.layout.end == 36)
    }

    @Test("a B picture")
    func bidirectional() throws {
        let slice = try Self.header(BitstreamVectors.avcHighSlices[2])
        #expect(slice.kind == .b)
        #expect((slice.frameNumber, slice.pictureOrderLeastBits) == (2, 2))
        #expect(slice.layout.end == 33)
    }

    @Test("a P picture that reorders its references")
    func reordering() throws {
        let slice = try Self.header(BitstreamVectors.avcHighSlices[3])
        #expect((slice.frameNumber, slice.pictureOrderLeastBits) == (3, 12))
        #expect(slice.layout.marking == 67..<68)
        #expect(slice.layout.end == 79)
    }

    @Test("a B picture that forgets two others")
    func commands() throws {
        let slice = try Self.header(BitstreamVectors.avcHighSlices[4])
        #expect(slice.marking == .commands([.forgetShortTerm(difference: 3), .forgetShortTerm(difference: 1)]))
        #expect(slice.layout.marking == 21..<37)
        #expect(slice.layout.end == 46)
    }

    @Test("a frame of an interlaced film")
    func interlaced() throws {
        let slice = try Self.header(BitstreamVectors.avcInterlacedSlice, in: BitstreamVectors.avcInterlaced)
        #expect(slice.structure == .frame)
        #expect(slice.pictureOrderLeastBits == 1)
        #expect(slice.pictureOrderDeltas == [-1])
        #expect(slice.layout.end == 32)
    }

    @Test("the bottom field of a picture whose order is coded in cycles")
    func field() throws {
        let configuration = try AVCConfiguration(record: BitstreamVectors.avcInterlaced)
        let unit = try #require(configuration.sequenceParameterSets.first)
        var sequence = try H264SequenceParameterSet(unit: unit[...])
        sequence.scan = .framesOrFields
        sequence.pictureOrder = .cycle(deltaIsAlwaysZero: false)
        let picture = try #require(configuration.pictureParameterSets.first)
        var builder = BitBuilder()
        for value in [0, 5, 0] { builder.golomb(value) }
        builder.unsigned(9, sequence.frameNumberBits)
        builder.flag(true)
        builder.flag(true)  // a field, the bottom one
        builder.signedGolomb(-4)  // one difference only: the other is for frames
        builder.flag(true)
        builder.golomb(31)  // fields have twice as many references
        builder.flag(false)
        builder.flag(false)
        builder.signedGolomb(3)
        builder.golomb(1)
        let slice = try H264SliceHeader(
            unit: [0x41] + builder.payload[...],
            sequence: sequence,
            picture: H264PictureParameterSet(unit: picture[...])
        )
        #expect(slice.structure == .bottomField)
        #expect((slice.frameNumber, slice.pictureOrderDeltas, slice.pictureOrderLeastBits) == (9, [-4], nil))
        #expect(slice.marking == .slidingWindow)
        #expect(slice.layout.end == builder.bits.count)
    }

    @Test("the id of the picture parameter set is found without it")
    func parameterSetID() throws {
        var builder = BitBuilder()
        for value in [0, 7, 15] { builder.golomb(value) }
        #expect(try H264SliceHeader.parameterSetID(unit: [0x65] + builder.payload[...]) == 15)
        #expect(throws: BitstreamError.invalid("pic_parameter_set_id")) {
            try Self.header([0x65] + builder.payload[...])
        }
    }

    @Test("all marking commands")
    func marking() throws {
        var builder = BitBuilder()
        builder.flag(true)
        for value in [1, 4, 2, 1, 3, 5, 2, 4, 0, 6, 7, 5, 0] { builder.golomb(value) }
        var reader = BitReader(builder.payload)
        let marking = try H264ReferenceMarking(from: &reader, isRefresh: false)
        #expect(
            marking
                == .commands([
                    .forgetShortTerm(difference: 4), .forgetLongTerm(number: 1), .keepLongTerm(difference: 5, index: 2),
                    .limitLongTerm(count: 0), .keepCurrentLongTerm(index: 7), .forgetAll,
                ])
        )
    }

    @Test("an endless list of commands is refused")
    func endlessMarking() {
        var builder = BitBuilder()
        builder.flag(true)
        for _ in 0..<100 { builder.golomb(5) }
        var reader = BitReader(builder.payload)
        #expect(throws: BitstreamError.invalid("memory_management_control_operation")) {
            try H264ReferenceMarking(from: &reader, isRefresh: false)
        }
    }
}
