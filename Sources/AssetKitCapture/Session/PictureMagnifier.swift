internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Makes the middle of pictures as large as they are, for cameras that cannot zoom by themselves, and pictures as large as somebody
/// wants those of a screen.
final class PictureMagnifier: Sendable {
    /// What one thread at a time uses.
    private struct Tools {
        let scaler = Scaler()
        let pool = PicturePool()
    }
    private let tools = Protected(Tools())

    /// The middle of a picture, so many times larger; the result is `scale` times as wide and as high as the picture.
    func magnified(_ picture: CVPixelBuffer, _ factor: CGFloat, scale: CGFloat = 1) throws(AVError) -> CVPixelBuffer {
        let result: Result<CVPixelBuffer, AVError> = tools.withLock { tools in
            let (width, height) = Self.size(width: picture.width, height: picture.height, scale)
            let made = tools.pool.picture(picture.format.type, width: width, height: height)
            guard let made else { return .failure(AVError(.outOfMemory, "there is no memory for a picture")) }
            CVBufferPropagateAttachments(picture, made)
            do {
                let crop = Self.crop(width: picture.width, height: picture.height, factor)
                let rect = PixelRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
                try tools.scaler.scale(try Frame(reading: picture).view(of: rect), into: made)
                return .success(made)
            } catch {
                return .failure(
                    AVError(.unsupportedOutputSettings, "a picture cannot be scaled", underlying: error)
                )
            }
        }
        return try result.get()
    }

    /// The part that is shown. It begins and ends with whole blocks of pixels that share their colours.
    static func crop(width: Int, height: Int, _ factor: CGFloat) -> (x: Int, y: Int, width: Int, height: Int) {
        guard factor > 1 else { return (0, 0, width, height) }
        func even(_ length: Int) -> Int { min(length, max(2, Int(CGFloat(length) / factor / 2) * 2)) }
        let (wide, high) = (even(width), even(height))
        return ((width - wide) / 4 * 2, (height - high) / 4 * 2, wide, high)
    }

    /// How large pictures are once they are scaled: of whole blocks of pixels.
    static func size(width: Int, height: Int, _ scale: CGFloat) -> (width: Int, height: Int) {
        guard scale != 1 else { return (width, height) }
        func even(_ length: Int) -> Int { max(2, Int((CGFloat(length) * scale / 2).rounded()) * 2) }
        return (even(width), even(height))
    }
}
