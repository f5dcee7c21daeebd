/// HRD parameters of HEVC (E.2.2): of interest are only the lengths of fields in other messages.
struct HEVCHypotheticalDecoder: Hashable, Sendable {
    /// The fields of decoding units inside pictures.
    struct SubPicture: Hashable, Sendable {
        var removalDelayIncrementBits: Int
        var isInPictureTiming: Bool
        var outputDelayBits: Int
    }

    var hasBuffers = false
    var subPicture: SubPicture?
    var removalDelayBits = 24
    var outputDelayBits = 24

    /// Reads hrd_parameters(1, subLayers - 1).
    init(from reader: inout BitReader, subLayers: Int) throws(BitstreamError) {
        let hasNetwork = try reader.flag()
        let hasCoding = try reader.flag()
        let kinds = (hasNetwork ? 1 : 0) + (hasCoding ? 1 : 0)
        hasBuffers = kinds > 0
        if hasBuffers { try readLengths(from: &reader) }
        for _ in 0..<subLayers {
            let count = try Self.bufferCount(from: &reader)
            try Self.skipBuffers(count * kinds, withSubPictures: subPicture != nil, in: &reader)
        }
    }

    private mutating func readLengths(from reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() {
            try reader.skip(8)  // tick divisor
            subPicture = SubPicture(
                removalDelayIncrementBits: try reader.unsigned(5) + 1,
                isInPictureTiming: try reader.flag(),
                outputDelayBits: try reader.unsigned(5) + 1
            )
        }
        try reader.skip(4 + 4 + (subPicture == nil ? 0 : 4))  // scales of bit rate and buffer sizes
        try reader.skip(5)  // initial removal delay
        removalDelayBits = try reader.unsigned(5) + 1
        outputDelayBits = try reader.unsigned(5) + 1
    }

    /// Reads what stands before the buffers of one sub-layer: how many there are of each kind.
    private static func bufferCount(from reader: inout BitReader) throws(BitstreamError) -> Int {
        let isGenerallyFixed = try reader.flag()
        let isFixed = isGenerallyFixed ? true : try reader.flag()
        var isLowDelay = false
        if isFixed {
            _ = try reader.golomb("elemental_duration_in_tc_minus1", atMost: 2_047)
        } else {
            isLowDelay = try reader.flag()
        }
        return isLowDelay ? 1 : try reader.golomb("cpb_cnt_minus1", atMost: 31) + 1
    }

    private static func skipBuffers(
        _ count: Int,
        withSubPictures: Bool,
        in reader: inout BitReader
    ) throws(BitstreamError) {
        for _ in 0..<count {
            for _ in 0..<(withSubPictures ? 4 : 2) { _ = try reader.golomb() }
            _ = try reader.flag()  // constant bit rate
        }
    }
}
