import AssetKit

/// What a device is for, in the words of the command line.
enum CaptureDeviceKind: String, CaseIterable, Sendable {
    case camera, microphone, screen

    /// The machinery that knows such devices, as obstacles name it.
    init?(provider: String) {
        switch provider {
        case "v4l2": self = .camera
        case "pulse", "alsa": self = .microphone
        case "portal", "x11": self = .screen
        default: return nil
        }
    }

    var mediaType: AVMediaType { self == .microphone ? .audio : .video }

    /// A device of this kind with its article.
    var some: String { "a \(rawValue)" }
}
