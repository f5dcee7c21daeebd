internal import AssetKitMedia
internal import AssetKitSources

/// Makes what a target wishes for of pictures. One worker owns it.
final class PicturePainter: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private var converter: (wish: PictureWish, description: PictureDescription, value: PictureConverter)?

    /// What a picture becomes, made once for each wish.
    func pixels(of picture: DecodedPicture, for wish: PictureWish) throws -> CVPixelBuffer {
        if let known = picture.pixels(for: wish) { return known }
        let fitting = converter.flatMap { $0.wish == wish && $0.description == picture.description ? $0.value : nil }
        let converter = fitting ?? PictureConverter(wish.request(for: picture.size), picture.description)
        self.converter = (wish, picture.description, converter)
        let pixels = try picture.pixelBuffer(by: converter)
        picture.keep(pixels, for: wish)
        return pixels
    }
}
