public import Foundation

/// A rectangle that shows something. There is no tree of layers here: what shows one is a target.
open class CALayer: NSObject, @unchecked Sendable {
    // SAFETY: as on Apple's systems, layers belong to the thread that shows them.
    /// Where it lies.
    open var frame = CGRect.zero
    /// What it shows, in its own coordinates.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// Makes a layer without an extent.
    public override init() { super.init() }
}
