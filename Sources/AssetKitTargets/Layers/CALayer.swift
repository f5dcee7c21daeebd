public import Foundation

/// A rectangle that shows something, and holds others. What shows one is a target: there is no window system of its own here.
open class CALayer: NSObject, @unchecked Sendable {
    // SAFETY: as on Apple's systems, layers belong to the thread that shows them.
    /// Where it lies.
    open var frame = CGRect.zero
    /// What it shows, in its own coordinates.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    /// The layer that holds it; nil for none.
    open private(set) weak var superlayer: CALayer?
    /// What it holds, the last one on top; nil for nothing.
    open private(set) var sublayers: [CALayer]?

    /// Makes a layer without an extent.
    public override init() { super.init() }

    /// Lets it hold another one, above the others. It leaves the layer that held it.
    open func addSublayer(_ layer: CALayer) {
        layer.removeFromSuperlayer()
        layer.superlayer = self
        sublayers = (sublayers ?? []) + [layer]
    }

    /// Leaves the layer that holds it.
    open func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        superlayer = nil
    }
}
