/// The uncompressed chunk of a VP8 frame (9.1 of RFC 6386).
package struct VP8FrameHeader: Hashable, Sendable {
    /// A size with the hint how much a player should enlarge it: 0 not, 1 by 5/4, 2 by 5/3, 3 by 2.
    package struct Size: Hashable, Sendable {
        package var coded: PictureSize
        var horizontalScale: Int
        var verticalScale: Int
    }

    package var isKey: Bool
    package var version: Int
    package var isShown: Bool
    /// In key frames.
    package var size: Size?

    package init(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        // Numbers are little-endian, so bits are taken from bytes by hand.
        let bytes = frame.prefix(10).map(Int.init)
        guard bytes.count >= 3 else { throw .endOfData }
        isKey = bytes[0] & 1 == 0
        version = bytes[0] >> 1 & 7
        guard version <= 3 else { throw .invalid("version") }
        isShown = bytes[0] & 0x10 != 0
        guard isKey else { return }
        guard bytes.count == 10 else { throw .endOfData }
        guard bytes[3...5] == [0x9D, 0x01, 0x2A] else { throw .invalid("start code") }
        let (width, height) = (bytes[6] | bytes[7] << 8, bytes[8] | bytes[9] << 8)
        size = Size(
            coded: PictureSize(width: width & 0x3FFF, height: height & 0x3FFF),
            horizontalScale: width >> 14,
            verticalScale: height >> 14
        )
    }
}
