internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
internal import Foundation

/// Media from a camera or a microphone.
///
/// ```swift
/// let session = AVCaptureSession()
/// if let microphone = AVCaptureDevice.default(for: .audio) {
///     let input = try AVCaptureDeviceInput(device: microphone)
///     if session.canAddInput(input) { session.addInput(input) }
/// }
/// ```
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The device.
    public let device: AVCaptureDevice

    /// Makes an input of a device.
    ///
    /// - Throws: An ``AVError``: the device is gone, another program has it, or this one may not use it.
    public init(device: AVCaptureDevice) throws {
        device.release(try device.acquire())
        self.device = device
        super.init()
        makePorts([
            (
                device.kind == .microphone ? .audio : .video,
                device.formats.first.map { _ in device.activeFormat.formatDescription }
            )
        ])
    }

    /// The ports of a kind of media, of a type of device and of a position, where these are given.
    open func ports(
        for mediaType: AVMediaType?,
        sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        ports.filter { port in
            (mediaType == nil || port.mediaType == mediaType)
                && (sourceDeviceType.map { device.matches($0) } ?? true)
                && (sourceDevicePosition == .unspecified || device.position == sourceDevicePosition)
        }
    }

    override var source: AVCaptureDevice? { device }
}
