/// HRD parameters (E.1.2): of interest are only the lengths of fields in other messages.
struct H264HypotheticalDecoder: Hashable, Sendable {
    var initialRemovalDelayBits: Int
    var removalDelayBits: Int
    var outputDelayBits: Int
    var timeOffsetBits: Int

    init(from reader: inout BitReader) throws(BitstreamError) {
        let count = try reader.golomb("cpb_cnt_minus1", atMost: 31) + 1
        try reader.skip(4 + 4)  // scales of bit rate and buffer size
        for _ in 0..<count {
            _ = try reader.golomb()  // bit rate
            _ = try reader.golomb()  // buffer size
            _ = try reader.flag()  // constant bit rate
        }
        initialRemovalDelayBits = try reader.unsigned(5) + 1
        removalDelayBits = try reader.unsigned(5) + 1
        outputDelayBits = try reader.unsigned(5) + 1
        timeOffsetBits = try reader.unsigned(5)
    }
}
