/// The parameter sets of an H.264 stream by their ids, with the bytes that they came as.
struct H264Sets: Sendable {
    private(set) var sequences: [Int: H264SequenceParameterSet] = [:]
    private(set) var pictures: [Int: H264PictureParameterSet] = [:]

    init() {}

    init(_ units: [[UInt8]]) throws(BitstreamError) {
        for unit in units { try add(unit) }
    }

    /// Takes a set in; one of the same id makes room. Other units change nothing.
    mutating func add(_ unit: [UInt8]) throws(BitstreamError) {
        switch try H264UnitHeader(unit[...]).kind {
        case H264UnitHeader.Kind.sequenceParameterSet:
            let set = try H264SequenceParameterSet(unit: unit[...])
            sequences[set.id] = set
        case H264UnitHeader.Kind.pictureParameterSet:
            let set = try H264PictureParameterSet(unit: unit[...])
            pictures[set.id] = set
        default: break
        }
    }

    /// A slice with the sets that it names.
    struct Slice {
        var header: H264SliceHeader
        var sequence: H264SequenceParameterSet
        var picture: H264PictureParameterSet
    }

    /// Reads the header of a slice. Nearly all are short; only where one is not, more bytes are looked at.
    func slice(_ unit: UnsafeRawBufferPointer) throws(BitstreamError) -> Slice {
        let front = Array(unit.prefix(80))
        do throws(BitstreamError) {
            return try slice(front[...])
        } catch .endOfData where unit.count > front.count {
            // Every third byte may be one that keeps start codes out.
            return try slice(Array(unit.prefix(H264SliceHeader.longestHeader * 3 / 2))[...])
        }
    }

    private func slice(_ unit: ArraySlice<UInt8>) throws(BitstreamError) -> Slice {
        let id = try H264SliceHeader.parameterSetID(unit: unit)
        guard let picture = pictures[id] else { throw .invalid("pic_parameter_set_id") }
        guard let sequence = sequences[picture.sequenceID] else { throw .invalid("seq_parameter_set_id") }
        let header = try H264SliceHeader(unit: unit, sequence: sequence, picture: picture)
        return Slice(header: header, sequence: sequence, picture: picture)
    }
}

extension H264UnitHeader {
    /// The kind of a unit in memory.
    package static func kind(_ unit: UnsafeRawBufferPointer) throws(BitstreamError) -> Int {
        guard let byte = unit.first else { throw .endOfData }
        return try H264UnitHeader([byte]).kind
    }
}
