public import AssetKitTargets

/// A layer whose sublayers go by the time of an item. Layers hold each other here and animate nothing, so what it adds is to know
/// the item.
open class AVSynchronizedLayer: CALayer, @unchecked Sendable {
    // SAFETY: as on Apple's systems, layers belong to the thread that shows them.

    /// The item whose time counts; nil for none.
    open var playerItem: AVPlayerItem?

    /// Makes a layer that goes by the time of an item.
    public init(playerItem: AVPlayerItem) {
        self.playerItem = playerItem
        super.init()
    }
}
