public import AssetKitBase
public import AssetKitMedia
public import Foundation

/// What a compositor makes pictures for.
open class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init; the pool synchronises itself.
    /// The size of the pictures, with the scale applied.
    public let size: CGSize
    /// From the composition's places to the picture's.
    public let renderTransform: CGAffineTransform
    /// How much larger or smaller pictures are than the composition says.
    public let renderScale: Float
    /// The shape of the pictures' pixels.
    public let pixelAspectRatio = AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
    /// What of the pictures' edges is not processed: nothing.
    public let edgeWidths = AVEdgeWidths()
    /// Quality matters more than time: everywhere but in a player.
    public let highQualityRendering: Bool
    /// The composition that is rendered.
    public let videoComposition: AVVideoComposition
    private let pool: CVPixelBufferPool

    /// `pool`: makes buffers as the compositor wants them, in the size.
    package init(_ composition: AVVideoComposition, pool: CVPixelBufferPool, highQuality: Bool) {
        let (size, scale) = (composition.renderSize, composition.renderScale)
        self.size = CGSize(width: size.width * CGFloat(scale), height: size.height * CGFloat(scale))
        renderTransform = CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale))
        (renderScale, highQualityRendering, videoComposition, self.pool) = (scale, highQuality, composition, pool)
        super.init()
    }

    /// A buffer for a picture, as the compositor said that it makes them; nil where there is no memory.
    open func newPixelBuffer() -> CVPixelBuffer? { try? pool.makeBuffer().get() }
}
