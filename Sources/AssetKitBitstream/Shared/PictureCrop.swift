/// Samples of luma to leave out at each edge.
package struct PictureCrop: Hashable, Sendable {
    package var left = 0
    package var right = 0
    package var top = 0
    package var bottom = 0

    package init(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) {
        self.left = left
        self.right = right
        self.top = top
        self.bottom = bottom
    }

    package static let none = PictureCrop()

    /// What is left of a picture; throws when nothing would be.
    func applied(to size: PictureSize) throws(BitstreamError) -> PictureSize {
        let cropped = PictureSize(width: size.width - left - right, height: size.height - top - bottom)
        guard cropped.width > 0, cropped.height > 0 else { throw .invalid("cropping") }
        return cropped
    }

    /// Reads the four ue(v) of H.264 and HEVC, which count in steps of chroma samples or fields.
    package static func read(
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
