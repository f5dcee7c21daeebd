internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

/// What a session is to do: which devices deliver how, and what flows where. A plain value, but for whose it is.
struct CapturePlan {
    struct Stream {
        let input: AVCaptureInput
        let device: AVCaptureDevice
        let setup: DeviceSetup
        let format: AVCaptureDevice.Format
        /// How many times as wide and as high as the device's pictures those of the input are.
        let scale: CGFloat

        /// Whether a device that runs as another one of the same input can go on.
        func runsLike(_ other: Stream) -> Bool { input === other.input && setup == other.setup && scale == other.scale }

        /// What the input's ports say of what comes; nil where that is known later.
        var portDescription: CMFormatDescription? {
            guard scale != 1, format.isSizeKnown, let pictures = format.format.pictures else {
                return format.portDescription
            }
            return description(width: pictures.width, height: pictures.height)
        }

        /// What comes where the device's pictures are of a size.
        func description(width: Int, height: Int) -> CMFormatDescription? {
            guard var pictures = format.format.pictures else { return nil }
            (pictures.width, pictures.height) = PictureMagnifier.size(width: width, height: height, scale)
            return DeviceFormat.pictures(pictures).formatDescription
        }
    }
    /// Why an input cannot deliver as the session wants it.
    struct Obstacle {
        let input: AVCaptureInput
        let error: AVError
    }
    var streams: [Stream] = []
    var active: [AVCaptureConnection] = []
    /// What is in the way of inputs, but for those whose device is away.
    var obstacles: [Obstacle] = []
}
