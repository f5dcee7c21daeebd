internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Makes the middle of pictures as large as they are, for cameras that cannot zoom by themselves.
final class PictureMagnifier: Sendable {
    /// What one thread at a time uses.
    private struct Tools {
        let scaler = Scaler()
        let pool = PicturePool()
    }
    private let tools = Protected(Tools())

    func magnified(_ picture: CVPixelBuffer, _ factor: CGFloat) throws(AVError) -> CVPixelBuffer {
        let result: Result<CVPixelBuffer, AVError> = tools.withLock { tools in
            let (width, height) = (picture.width, picture.height)
            let made = tools.pool.picture(picture.format.type, width: width, height: height)
            guard let made else { return .failure(AVError(.outOfMemory, "there is no memory for a picture")) }
            CVBufferPropagateAttachments(picture, made)
            do {
                let part = Self.part(width: width, height: height, factor)
                let rect = PixelRect(x: part.x, y: part.y, width: part.width, height: part.height)
                try tools.scaler.scale(try Frame(reading: picture).view(of: rect), into: made)
                return .success(made)
            } catch {
                return .failure(
                    AVError(.unsupportedOutputSettings, "a picture cannot be made larger", underlying: error)
                )
            }
        }
        return try result.get()
    }

    /// The part that is shown. It begins and ends with whole blocks of pixels that share their colours.
    static func part(width: Int, height: Int, _ factor: CGFloat) -> (x: Int, y: Int, width: Int, height: Int) {
        func even(_ length: Int) -> Int { min(length, max(2, Int(CGFloat(length) / factor / 2) * 2)) }
        let (wide, high) = (even(width), even(height))
        return ((width - wide) / 4 * 2, (height - high) / 4 * 2, wide, high)
    }
}
