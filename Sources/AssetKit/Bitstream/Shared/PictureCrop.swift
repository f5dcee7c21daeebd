/// Samples of luma to leave out at each edge.
struct PictureCrop: Hashable, Sendable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0

    static let none = PictureCrop()

    /// What is left of a picture; throws when nothing would be.
    func applied(to size: PictureSize) throws(BitstreamError) -> PictureSize {
        let cropped = PictureSize(width: size.width - left - right, height: size.height - top - bottom)
        guard cropped.width > 0, cropped.height > 0 else { throw .invalid("cropping") }
        return cropped
    }

    /// Reads the four ue(v) of H.264 and HEVC, which count in steps of chroma samples or fields.
    static func read(
        from reader: inout BitReader,
        horizontalStep: Int,
        verticalStep: Int
    ) throws(BitstreamError) -> PictureCrop {
        let limit = largestPictureSide
        let left = try reader.golomb("crop offset", atMost: limit) * horizontalStep
        let right = try reader.golomb("crop offset", atMost: limit) * horizontalStep
        let top = try reader.golomb("crop offset", atMost: limit) * verticalStep
        let bottom = try reader.golomb("crop offset", atMost: limit) * verticalStep
        return PictureCrop(left: left, right: right, top: top, bottom: bottom)
    }
}
