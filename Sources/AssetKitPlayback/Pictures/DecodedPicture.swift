internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A picture of an item that has been decoded, and when it shows. What a target wishes for is made of it when its time is near.
///
/// SAFETY: the frame is filled before anybody else sees the picture, and only looked at from then on; what is made of it is behind
/// a lock.
final class DecodedPicture: @unchecked Sendable {
    let range: CMTimeRange
    /// What the pixels mean.
    let description: PictureDescription
    /// As it is presented: upright, as a rule with square pixels.
    let size: CGSize
    /// Which part of it that is.
    let aperture: PictureRequest.Aperture
    private let frame: Frame
    private let made = Protected<(wish: PictureWish, pixels: CVPixelBuffer)?>(nil)

    init(
        _ frame: borrowing Frame,
        _ range: CMTimeRange,
        _ description: PictureDescription,
        size: CGSize,
        _ aperture: PictureRequest.Aperture = .clean
    ) throws {
        self.frame = Frame()
        (self.range, self.description, self.size, self.aperture) = (range, description, size, aperture)
        try self.frame.share(frame)
    }

    /// What a converter makes of it.
    func pixelBuffer(by converter: PictureConverter) throws -> CVPixelBuffer {
        let view = Frame()
        try view.share(frame)
        return try converter.pixelBuffer(view)
    }

    /// What was made of it for a target last.
    var shown: CVPixelBuffer? { made.withLock { $0?.pixels } }

    /// What was made of it for a wish; nil where nothing was yet.
    func pixels(for wish: PictureWish) -> CVPixelBuffer? { made.withLock { $0?.wish == wish ? $0?.pixels : nil } }

    func keep(_ pixels: CVPixelBuffer, for wish: PictureWish) { made.withLock { $0 = (wish, pixels) } }
}
