/// The parts of an MPEG-1, MPEG-2 or MPEG-4 video stream: the code after 00 00 01 and the bytes up to the next one.
///
/// Unlike NAL units these may end in zeros that count, so nothing is trimmed.
package struct StartCodeSegments: Sequence, IteratorProtocol {
    package struct Segment: Hashable, Sendable {
        package var code: UInt8
        package var payload: ArraySlice<UInt8>

        package init(code: UInt8, payload: ArraySlice<UInt8>) {
            self.code = code
            self.payload = payload
        }
    }

    private let bytes: ArraySlice<UInt8>
    private var upcoming: Int?

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        upcoming = AnnexBUnits.startCode(in: bytes, from: bytes.startIndex)
    }

    package mutating func next() -> Segment? {
        guard let start = upcoming, start + 3 < bytes.endIndex else { return nil }
        upcoming = AnnexBUnits.startCode(in: bytes, from: start + 4)
        return Segment(code: bytes[start + 3], payload: bytes[(start + 4)..<(upcoming ?? bytes.endIndex)])
    }
}
