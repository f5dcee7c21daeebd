internal import AssetKitFFmpeg
internal import AssetKitMedia

/// The pictures of one track as pixel buffers for a compositor of a client's own. Not Sendable: one stage owns it.
final class CompositorBuffers {
    private let request: PictureRequest
    private var converter: PictureConverter?
    private var last: (picture: LayerPicture, buffer: CVPixelBuffer)?

    init(_ request: PictureRequest) { self.request = request }

    /// A buffer of a picture. One that shows for longer stays the same.
    func buffer(of picture: LayerPicture) throws -> CVPixelBuffer {
        if let last, last.picture === picture { return last.buffer }
        let converter =
            converter.flatMap { $0.description == picture.description ? $0 : nil }
            ?? PictureConverter(request, picture.description)
        self.converter = converter
        let buffer = try converter.pixelBuffer(picture.frame)
        last = (picture, buffer)
        return buffer
    }
}
