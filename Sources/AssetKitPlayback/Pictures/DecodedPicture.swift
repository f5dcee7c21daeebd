internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// A picture of an item that has been decoded, and when it shows. What it becomes for those who show it is made once for each.
///
/// SAFETY: the frame is filled before anybody else sees the picture, and only looked at from then on.
final class DecodedPicture: @unchecked Sendable {
    let range: CMTimeRange
    /// What the pixels mean.
    let description: PictureDescription
    private let frame: Frame
    /// For the target, in what it wished for then.
    let shown: CVPixelBuffer?
    let wish: PictureWish?

    init(
        _ frame: borrowing Frame,
        _ range: CMTimeRange,
        _ description: PictureDescription,
        _ wish: PictureWish?,
        shown: CVPixelBuffer?
    ) throws {
        self.frame = Frame()
        (self.range, self.description, self.wish, self.shown) = (range, description, wish, shown)
        try self.frame.share(frame)
    }

    /// What a converter makes of it.
    func pixelBuffer(by converter: PictureConverter) throws -> CVPixelBuffer {
        let view = Frame()
        try view.share(frame)
        return try converter.pixelBuffer(view)
    }
}
