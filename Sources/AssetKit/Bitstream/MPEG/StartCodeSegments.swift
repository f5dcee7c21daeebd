/// The parts of an MPEG-1, MPEG-2 or MPEG-4 video stream: the code after 00 00 01 and the bytes up to the next one.
///
/// Unlike NAL units these may end in zeros that count, so nothing is trimmed.
struct StartCodeSegments: Sequence, IteratorProtocol {
    struct Segment: Hashable, Sendable {
        var code: UInt8
        var payload: ArraySlice<UInt8>
    }

    private let bytes: ArraySlice<UInt8>
    private var upcoming: Int?

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        upcoming = AnnexBUnits.startCode(in: bytes, from: bytes.startIndex)
    }

    mutating func next() -> Segment? {
        guard let start = upcoming, start + 3 < bytes.endIndex else { return nil }
        upcoming = AnnexBUnits.startCode(in: bytes, from: start + 4)
        return Segment(code: bytes[start + 3], payload: bytes[(start + 4)..<(upcoming ?? bytes.endIndex)])
    }
}
