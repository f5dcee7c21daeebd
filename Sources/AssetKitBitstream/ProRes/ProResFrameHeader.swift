/// The header of a frame of Apple ProRes (SMPTE RDD 36, 5.1): how its pictures are scanned and what their colours mean.
package struct ProResFrameHeader: Hashable, Sendable {
    /// How the lines of a frame were taken.
    package enum Scan: Int, Hashable, Sendable { case progressive, topFieldFirst, bottomFieldFirst }

    package var size: PictureSize
    /// nil for the value that the format reserves.
    package var scan: Scan?
    /// ProRes leaves the headroom of video in every frame.
    package var color: ColorDescription
    /// There is a plane of alpha behind those of colour.
    package var hasAlpha: Bool

    package init(_ frame: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(frame)
        try reader.skip(32)  // the size of the frame
        guard try reader.unsigned(32) == 0x6963_7066 else { throw .invalid("frame_identifier") }
        guard try reader.unsigned(16) >= 20 else { throw .invalid("frame_header_size") }
        try reader.skip(16 + 32)  // version, whose encoder
        let width = try reader.unsigned(16)
        size = PictureSize(width: width, height: try reader.unsigned(16))
        try reader.skip(2 + 2)  // sampling of chroma, which the code tells
        scan = Scan(rawValue: try reader.unsigned(2))
        try reader.skip(2 + 4 + 4)  // reserved, shape of pixels, rate
        color = ColorDescription(
            primaries: try reader.byte(),
            transfer: try reader.byte(),
            matrix: try reader.byte(),
            isFullRange: false
        )
        try reader.skip(4)  // reserved
        // alpha_channel_type: 0 for none, else how many bits it has.
        hasAlpha = try reader.unsigned(4) != 0
    }
}
