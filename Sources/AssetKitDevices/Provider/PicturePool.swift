package import AssetKitBase
package import AssetKitMedia
internal import Foundation

/// Makes pictures whose memory is used again, of one kind at a time. Not Sendable: one thread owns it.
package final class PicturePool {
    private var pool: CVPixelBufferPool?

    package init() {}

    /// Nil where there is no memory, no such format, or as many pictures are in use as `limit` says.
    package func picture(_ format: OSType, width: Int, height: Int, limit: Int? = nil) -> CVPixelBuffer? {
        if let pool, pool.attributes.format == format, pool.attributes.width == width, pool.attributes.height == height {
            return try? pool.makeBuffer(threshold: limit).get()
        }
        let kind: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
        ]
        guard let attributes = try? PixelBufferPoolAttributes.read(pool: nil, pixelBuffer: kind).get() else { return nil }
        let fresh = CVPixelBufferPool(attributes)
        pool = fresh
        return try? fresh.makeBuffer(threshold: limit).get()
    }
}
