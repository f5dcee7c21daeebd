public import AssetKitMedia
public import AssetKitTargets
public import Foundation

extension AVCaptureDevice {
    /// Says by how much pictures of a camera have to be turned to be upright. There is nothing that turns here, so the angles are 0.
    public final class RotationCoordinator: NSObject, AKKeyValueObserving, @unchecked Sendable {
        // SAFETY: nothing changes but what is weak.
        /// Who observes the angles.
        public let akObservers = AKKeyValueObservers()
        /// The camera.
        public private(set) weak var device: AVCaptureDevice?
        /// The layer that shows its pictures.
        public private(set) weak var previewLayer: CALayer?

        /// Makes a coordinator for a camera, and for a layer that shows its pictures.
        public init(device: AVCaptureDevice, previewLayer: CALayer?) {
            (self.device, self.previewLayer) = (device, previewLayer)
        }

        /// By how many degrees what is captured is to be turned.
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { 0 }
        /// By how many degrees what is shown is to be turned.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { 0 }
    }
}
