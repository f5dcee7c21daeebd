internal import AssetKitMedia
internal import AssetKitSources

/// Makes what a target wishes for of pictures. One worker owns it.
final class PicturePainter: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private var converter: (request: PictureRequest, description: PictureDescription, value: PictureConverter)?

    /// What a picture becomes, made once for each wish.
    func pixels(of picture: DecodedPicture, for wish: PictureWish) throws -> CVPixelBuffer {
        if let known = picture.pixels(for: wish) { return known }
        let request = wish.request(for: picture)
        let known = converter.flatMap {
            $0.request == request && $0.description == picture.description ? $0.value : nil
        }
        let converter = known ?? PictureConverter(request, picture.description)
        self.converter = (request, picture.description, converter)
        let pixels = try picture.pixelBuffer(by: converter)
        picture.keep(pixels, for: wish)
        return pixels
    }
}
