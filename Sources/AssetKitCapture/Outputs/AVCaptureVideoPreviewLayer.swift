internal import AssetKitBase
internal import AssetKitMedia
public import AssetKitTargets
internal import Foundation

/// Shows what a session captures.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureVideoPreviewLayer: CALayer, @unchecked Sendable {
    /// Makes a layer without a session.
    public override init() { super.init() }
    var consumer: (any CaptureConsumer)? { nil }
}
