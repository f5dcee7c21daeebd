package import AssetKitBase
package import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes pictures whose memory is used again, of one kind at a time. Not Sendable: one thread owns it.
package final class PicturePool {
    private struct Kind: Hashable {
        let format: OSType
        let width: Int
        let height: Int
    }
    private var pool: (kind: Kind, pool: CVPixelBufferPool)?

    package init() {}

    /// Nil where there is no memory, no such format, or as many pictures are in use as `limit` says.
    package func picture(_ format: OSType, width: Int, height: Int, limit: Int? = nil) -> CVPixelBuffer? {
        let kind = Kind(format: format, width: width, height: height)
        if let pool, pool.kind == kind { return try? pool.pool.makeBuffer(threshold: limit).get() }
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
        ]
        var fresh: CVPixelBufferPool?
        guard CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &fresh) == kCVReturnSuccess, let fresh
        else {
            return nil
        }
        pool = (kind, fresh)
        return try? fresh.makeBuffer(threshold: limit).get()
    }
}
