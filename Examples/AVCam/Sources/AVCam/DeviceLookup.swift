import AssetKit

/// Finds cameras and microphones.
struct DeviceLookup {
    private let cameras = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInWideAngleCamera, .external],
        mediaType: .video,
        position: .unspecified
    )
    private let microphones = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.microphone],
        mediaType: .audio,
        position: .unspecified
    )

    /// The cameras, then the microphones.
    var devices: [AVCaptureDevice] { cameras.devices + microphones.devices }

    var defaultCamera: AVCaptureDevice {
        get throws {
            guard let device = AVCaptureDevice.systemPreferredCamera ?? cameras.devices.first else {
                throw CameraError.videoDeviceUnavailable
            }
            return device
        }
    }

    /// A camera does without a microphone.
    var defaultMicrophone: AVCaptureDevice? { AVCaptureDevice.default(for: .audio) }

    /// The camera behind another one, around to the first.
    func next(after device: AVCaptureDevice) throws -> AVCaptureDevice {
        let all = cameras.devices
        guard all.count > 1, let place = all.firstIndex(of: device) else { throw CameraError.noOtherCamera }
        return all[(place + 1) % all.count]
    }
}

enum CameraError: LocalizedError {
    case notAuthorized
    case videoDeviceUnavailable
    case noOtherCamera
    case addInputFailed
    case addOutputFailed
    case nothingDelivers

    var errorDescription: String? {
        switch self {
        case .notAuthorized: "the camera may not be used"
        case .videoDeviceUnavailable: "there is no camera"
        case .noOtherCamera: "there is no other camera"
        case .addInputFailed: "the device cannot be used in this session"
        case .addOutputFailed: "photos or movies cannot be taken in this session"
        case .nothingDelivers: "no device delivers anything"
        }
    }
}
