/// A slice header of H.264 (7.3.3), complete, with the places of what a cut has to rewrite.
package struct H264SliceHeader: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case p, b, i, switchingP, switchingI

        package var isIntra: Bool { self == .i || self == .switchingI }
    }

    /// A frame, or one field of it.
    package enum Structure: Hashable, Sendable {
        case frame, topField, bottomField
    }

    /// Places in bits from the start of the payload: the unit without header byte and emulation prevention.
    package struct Layout: Hashable, Sendable {
        package var parameterSetID: Range<Int>
        package var frameNumber: Range<Int>
        /// Where idr_pic_id stands or, empty, would stand.
        var refreshID: Range<Int>
        var pictureOrder: Range<Int>?
        var marking: Range<Int>?
        /// The header ends and slice data begins.
        package var end: Int

        package init(
            parameterSetID: Range<Int>,
            frameNumber: Range<Int>,
            refreshID: Range<Int>,
            pictureOrder: Range<Int>? = nil,
            marking: Range<Int>? = nil,
            end: Int
        ) {
            self.parameterSetID = parameterSetID
            self.frameNumber = frameNumber
            self.refreshID = refreshID
            self.pictureOrder = pictureOrder
            self.marking = marking
            self.end = end
        }
    }

    package var unit: H264UnitHeader
    var firstMacroblock: Int
    package var kind: Kind
    package var parameterSetID: Int
    package var frameNumber: Int
    package var structure: Structure
    /// idr_pic_id, in IDR pictures.
    var refreshID: Int?
    var pictureOrderLeastBits: Int?
    /// delta_pic_order_cnt_bottom, or delta_pic_order_cnt[0] and [1].
    var pictureOrderDeltas: [Int]
    var marking: H264ReferenceMarking?
    /// The quantizer the slice begins with.
    package var quantizer: Int
    package var layout: Layout

    package init(
        unit: H264UnitHeader,
        firstMacroblock: Int,
        kind: Kind,
        parameterSetID: Int,
        frameNumber: Int,
        structure: Structure,
        refreshID: Int? = nil,
        pictureOrderLeastBits: Int? = nil,
        pictureOrderDeltas: [Int],
        marking: H264ReferenceMarking? = nil,
        quantizer: Int,
        layout: Layout
    ) {
        self.unit = unit
        self.firstMacroblock = firstMacroblock
        self.kind = kind
        self.parameterSetID = parameterSetID
        self.frameNumber = frameNumber
        self.structure = structure
        self.refreshID = refreshID
        self.pictureOrderLeastBits = pictureOrderLeastBits
        self.pictureOrderDeltas = pictureOrderDeltas
        self.marking = marking
        self.quantizer = quantizer
        self.layout = layout
    }
}

extension H264SliceHeader {
    /// The payload of a slice as far as its header can reach: nearly all end within 20 bytes, but a table of weights for
    /// 32 references in two lists may take more than a thousand.
    static let longestHeader = 4_096

    /// The id of the picture parameter set that the slice needs, to find it before parsing the rest.
    package static func parameterSetID(unit: ArraySlice<UInt8>) throws(BitstreamError) -> Int {
        var reader = BitReader(EmulationPrevention.removed(from: unit.dropFirst(), limit: 16))
        _ = try reader.golomb()
        _ = try reader.golomb()
        return try reader.golomb("pic_parameter_set_id", atMost: 255)
    }

    /// Parses the header of a slice unit (kinds 1 and 5) with the parameter sets that it names.
    package init(
        unit bytes: ArraySlice<UInt8>,
        sequence: H264SequenceParameterSet,
        picture: H264PictureParameterSet
    ) throws(BitstreamError) {
        unit = try H264UnitHeader(bytes)
        let isRefresh = unit.kind == H264UnitHeader.Kind.instantaneousRefreshSlice
        guard isRefresh || unit.kind == H264UnitHeader.Kind.slice else { throw .invalid("nal_unit_type") }
        guard picture.sequenceID == sequence.id else { throw .invalid("seq_parameter_set_id") }
        let payload = EmulationPrevention.removed(from: bytes.dropFirst(), limit: Self.longestHeader)
        var reader = BitReader(payload)
        let macroblocks = sequence.widthInMacroblocks * sequence.heightInMacroblocks
        firstMacroblock = try reader.golomb("first_mb_in_slice", atMost: macroblocks - 1)
        kind = try Self.kind(from: &reader)
        let idStart = reader.position
        parameterSetID = try reader.golomb()
        guard parameterSetID == picture.id else { throw .invalid("pic_parameter_set_id") }
        let idRange = idStart..<reader.position
        if sequence.chroma.areSeparatePlanes { try reader.skip(2) }  // colour_plane_id
        let place = try PictureNumber(from: &reader, sequence: sequence, isRefresh: isRefresh)
        (frameNumber, structure, refreshID) = (place.frameNumber, place.structure, place.refreshID)
        let order = try PictureOrder(from: &reader, sequence: sequence, picture: picture, structure: structure)
        (pictureOrderLeastBits, pictureOrderDeltas) = (order.leastBits, order.deltas)
        let tail = try Tail(
            from: &reader,
            unit: unit,
            kind: kind,
            structure: structure,
            sequence: sequence,
            picture: picture
        )
        (marking, quantizer) = (tail.marking, tail.quantizer)
        layout = Layout(
            parameterSetID: idRange,
            frameNumber: place.frameNumberRange,
            refreshID: place.refreshRange,
            pictureOrder: order.range,
            marking: tail.markingRange,
            end: reader.position
        )
    }

    private static func kind(from reader: inout BitReader) throws(BitstreamError) -> Kind {
        // 5 to 9 say that all slices of the picture are of that kind.
        guard let kind = Kind(rawValue: try reader.golomb("slice_type", atMost: 9) % 5) else {
            throw .invalid("slice_type")
        }
        return kind
    }
}

/// The fields of a slice header that tell pictures apart.
private struct PictureNumber {
    var frameNumber: Int
    var frameNumberRange: Range<Int>
    var structure = H264SliceHeader.Structure.frame
    var refreshID: Int?
    var refreshRange: Range<Int>

    init(
        from reader: inout BitReader,
        sequence: H264SequenceParameterSet,
        isRefresh: Bool
    ) throws(BitstreamError) {
        let start = reader.position
        frameNumber = try reader.unsigned(sequence.frameNumberBits)
        frameNumberRange = start..<reader.position
        if sequence.scan != .frames, try reader.flag() {
            structure = try reader.flag() ? .bottomField : .topField
        }
        let refreshStart = reader.position
        refreshID = isRefresh ? try reader.golomb("idr_pic_id", atMost: 65_535) : nil
        refreshRange = refreshStart..<reader.position
    }
}

/// The picture order fields of a slice header.
private struct PictureOrder {
    var leastBits: Int?
    var range: Range<Int>?
    var deltas: [Int] = []

    init(
        from reader: inout BitReader,
        sequence: H264SequenceParameterSet,
        picture: H264PictureParameterSet,
        structure: H264SliceHeader.Structure
    ) throws(BitstreamError) {
        let hasBottom = picture.hasBottomFieldOrder && structure == .frame
        switch sequence.pictureOrder {
        case .leastSignificantBits(let count):
            let start = reader.position
            leastBits = try reader.unsigned(count)
            range = start..<reader.position
            if hasBottom { deltas.append(try reader.signedGolomb()) }
        case .cycle(deltaIsAlwaysZero: false):
            deltas.append(try reader.signedGolomb())
            if hasBottom { deltas.append(try reader.signedGolomb()) }
        case .cycle(deltaIsAlwaysZero: true), .decodingOrder:
            break
        }
    }
}
