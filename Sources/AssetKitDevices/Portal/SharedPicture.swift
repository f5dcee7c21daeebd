internal import AssetKitBase
internal import AssetKitMedia

/// The newest picture of what is shared, in the forms in which it is wanted: it may be handed on many times. One thread has it.
final class SharedPicture {
    /// Part of pixels that a picture has already.
    private struct RegionPixels: ScreenPixels {
        let source: CVPixelBuffer
        let region: GrabRegion

        func lendPixels(_ body: (UnsafeRawPointer, Int?) -> Void) {
            let bytesPerRow = source.storage.bytesPerRow(ofPlane: 0)
            guard let start = UnsafeRawPointer(source.storage.memory(ofPlane: 0).baseAddress) else { return }
            body(start + region.y * bytesPerRow + region.x * 4, bytesPerRow)
        }

        func copy(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) {
            lendPixels { start, stride in
                for row in 0..<region.height {
                    let source = start + row * (stride ?? region.width * 4)
                    (pixels + row * bytesPerRow).copyMemory(from: source, byteCount: region.width * 4)
                }
            }
        }
    }

    private let source: CVPixelBuffer
    private let regionPixels: RegionPixels
    private var made: (form: ScreenPicture, picture: CVPixelBuffer)?

    /// Has all pixels of a picture, of which a region is wanted.
    init(_ source: CVPixelBuffer, _ region: GrabRegion) {
        precondition(
            region.x + region.width <= source.width && region.y + region.height <= source.height,
            "the region does not lie on the picture"
        )
        self.source = source
        regionPixels = RegionPixels(source: source, region: region)
    }

    /// The region in a form; nil where there is no memory.
    func picture(_ form: ScreenPicture, from pool: PicturePool) -> CVPixelBuffer? {
        if let made, made.form == form { return made.picture }
        let isWhole = source.width == form.width && source.height == form.height
        if isWhole, form.pixelFormat == source.format.type {
            made = (form, source)
            return source
        }
        guard let picture = form.make(from: pool) else { return nil }
        form.fill(picture, from: regionPixels)
        made = (form, picture)
        return picture
    }
}
