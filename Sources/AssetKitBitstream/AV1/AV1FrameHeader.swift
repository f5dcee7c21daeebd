/// The front of a frame header of AV1 (5.9.2): what kind of frame it is and whether it is shown.
package struct AV1FrameHeader: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case key, inter, intraOnly, switching
    }

    /// Shows a frame that was decoded before, by its slot; then there is no new frame.
    var shownSlot: Int?
    package var kind: Kind?
    package var isShown: Bool

    /// Parses the payload of a frame header OBU or of a frame OBU.
    package init(payload: ArraySlice<UInt8>, sequence: AV1SequenceHeader) throws(BitstreamError) {
        guard !sequence.isReduced else {
            (kind, isShown) = (.key, true)
            return
        }
        var reader = BitReader(payload)
        isShown = true
        guard try !reader.flag() else {
            shownSlot = try reader.unsigned(3)
            return
        }
        kind = Kind(rawValue: try reader.unsigned(2))
        isShown = try reader.flag()
    }
}
