/// Writes a slice with another header. The slice data stays what it is, byte for byte.
struct H264SliceRewriter {
    /// What the header says instead; `nil` leaves it.
    struct Changes: Hashable {
        /// nal_unit_type; from or to that of an IDR picture it takes a `refreshID` and a `marking` with it.
        var unitKind: Int?
        /// slice_type, with or without the 5 that says that all slices of the picture are of that kind.
        var kindCode: Int?
        var parameterSetID: Int?
        var frameNumber: Int?
        var refreshID: Int?
        var pictureOrderLeastBits: Int?
        var marking: H264ReferenceMarking?
    }

    let slice: H264Sets.Slice

    /// Throws where the data would not begin at the same place in a byte. CABAC data begins at a byte boundary, behind
    /// ones; in CAVLC data there may be macroblocks of plain samples, which have to stay at byte boundaries.
    func rewritten(_ unit: UnsafeRawBufferPointer, _ changes: Changes) throws -> [UInt8] {
        guard let first = unit.first else { throw BitstreamError.endOfData }
        let body = UnsafeRawBufferPointer(rebasing: unit.dropFirst())
        var result: [UInt8] = []
        result.reserveCapacity(unit.count + 16)
        result.append(changes.unitKind.map { first & 0xE0 | UInt8(truncatingIfNeeded: $0 & 0x1F) } ?? first)
        let end = slice.header.layout.end
        let head = EmulationPrevention.head(of: body, count: (end + 7) / 8)
        guard head.payload.count == (end + 7) / 8, let last = head.payload.last else { throw BitstreamError.endOfData }
        var writer = try header(changes, payload: head.payload)
        if slice.picture.isArithmeticCoded {
            // Other bits than ones there: the slice was read with parameter sets that are not its own.
            let filling = UInt8((1 << ((8 - end % 8) % 8)) - 1)
            guard last & filling == filling else { throw BitstreamError.invalid("cabac_alignment_one_bit") }
            writer.fillWithOnes()
        } else {
            guard (writer.position - end) % 8 == 0 else {
                throw SpliceObstacle(
                    reason: "the headers of pictures to copy cannot be changed without moving their data"
                )
            }
            writer.copy(end..<head.payload.count * 8, of: head.payload)
        }
        EmulationPrevention.append(writer.bytes, inPlaceOf: head, of: body, to: &result)
        return result
    }

    private func header(_ changes: Changes, payload: [UInt8]) throws(BitstreamError) -> BitWriter {
        let layout = slice.header.layout
        var writer = BitWriter(capacity: payload.count + 16)
        var position = 0
        func copy(to place: Range<Int>) {
            writer.copy(position..<place.lowerBound, of: payload)
            position = place.upperBound
        }
        if let code = changes.kindCode {
            copy(to: try Self.kindPlace(in: payload))
            writer.golomb(code)
        }
        if let id = changes.parameterSetID {
            copy(to: layout.parameterSetID)
            writer.golomb(id)
        }
        if let number = changes.frameNumber {
            copy(to: layout.frameNumber)
            writer.unsigned(number, layout.frameNumber.count)
        }
        if let id = changes.refreshID {
            copy(to: layout.refreshID)
            writer.golomb(id)
        }
        if let order = changes.pictureOrderLeastBits, let place = layout.pictureOrder {
            copy(to: place)
            writer.unsigned(order, place.count)
        }
        if let marking = changes.marking {
            guard let place = layout.marking else { throw .invalid("nal_ref_idc") }
            copy(to: place)
            marking.write(to: &writer)
        }
        writer.copy(position..<layout.end, of: payload)
        return writer
    }

    private static func kindPlace(in payload: [UInt8]) throws(BitstreamError) -> Range<Int> {
        var reader = BitReader(payload)
        _ = try reader.golomb()  // first_mb_in_slice
        let start = reader.position
        _ = try reader.golomb()
        return start..<reader.position
    }

    /// slice_type as it stands in a slice.
    static func kindCode(_ unit: UnsafeRawBufferPointer) throws(BitstreamError) -> Int {
        var reader = BitReader(
            EmulationPrevention.head(of: UnsafeRawBufferPointer(rebasing: unit.dropFirst()), count: 12).payload
        )
        _ = try reader.golomb()
        return try reader.golomb("slice_type", atMost: 9)
    }
}

extension H264SequenceParameterSet {
    /// The length of pic_order_cnt_lsb; 0 where pictures do not carry it.
    var pictureOrderBits: Int {
        guard case .leastSignificantBits(let count) = pictureOrder else { return 0 }
        return count
    }
}

extension H264ReferenceMarking {
    /// The number of bits that it takes.
    var bitCount: Int {
        var writer = BitWriter()
        write(to: &writer)
        return writer.position
    }

    package func write(to writer: inout BitWriter) {
        switch self {
        case .slidingWindow: writer.flag(false)
        case .refresh(let dropsEarlierOutput, let isLongTerm):
            writer.flag(dropsEarlierOutput)
            writer.flag(isLongTerm)
        case .commands(let commands):
            writer.flag(true)
            for command in commands {
                for value in command.values { writer.golomb(value) }
            }
            writer.golomb(0)
        }
    }
}

extension H264ReferenceMarking.Command {
    /// The operation and its operands, in the order of the syntax.
    fileprivate var values: [Int] {
        switch self {
        case .forgetShortTerm(let difference): [1, difference]
        case .forgetLongTerm(let number): [2, number]
        case .keepLongTerm(let difference, let index): [3, difference, index]
        case .limitLongTerm(let count): [4, count]
        case .forgetAll: [5]
        case .keepCurrentLongTerm(let index): [6, index]
        }
    }
}
