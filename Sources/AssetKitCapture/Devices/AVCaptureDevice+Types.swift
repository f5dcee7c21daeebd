public import AssetKitMedia
internal import Foundation

extension AVCaptureDevice {
    /// Where a camera looks.
    public enum Position: Int, Sendable, CaseIterable {
        /// Nobody knows, as of most cameras that are plugged in.
        case unspecified = 0
        /// Away from the user.
        case back = 1
        /// At the user.
        case front = 2
    }

    /// What a device is.
    public struct DeviceType: _StringBackedConstant {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A camera, as most are. Cameras that are plugged in answer to it too, so that programs which look for no other find one.
        public static let builtInWideAngleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera of a long focal length. None is known as one here.
        public static let builtInTelephotoCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A camera of a very short focal length. None is known as one here.
        public static let builtInUltraWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Two cameras in one. None is known as one here.
        public static let builtInDualCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Two cameras in one. None is known as one here.
        public static let builtInDualWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Three cameras in one. None is known as one here.
        public static let builtInTripleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A camera that measures depth. None is known as one here.
        public static let builtInTrueDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A camera that measures depth. None is known as one here.
        public static let builtInLiDARDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// Another machine's camera. None is known as one here.
        public static let continuityCamera = Self(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// A picture of the desk. None is known as one here.
        public static let deskViewCamera = Self(rawValue: "AVCaptureDeviceTypeDeskViewCamera")
        /// A camera that is plugged in.
        public static let external = Self(rawValue: "AVCaptureDeviceTypeExternal")
        /// A microphone, or what the machine plays.
        public static let microphone = Self(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// An older name of ``microphone``.
        public static let builtInMicrophone = Self(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// An older name of ``external``.
        public static let externalUnknown = Self(rawValue: "AVCaptureDeviceTypeExternalUnknown")
        /// An older name of ``builtInDualCamera``.
        public static let builtInDuoCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDuoCamera")
    }

    /// How a camera focuses.
    public enum FocusMode: Int, Sendable, CaseIterable {
        /// It stays as it is.
        case locked = 0
        /// Once, then it stays.
        case autoFocus = 1
        /// Again and again.
        case continuousAutoFocus = 2
    }

    /// How a camera exposes.
    public enum ExposureMode: Int, Sendable, CaseIterable {
        /// It stays as it is.
        case locked = 0
        /// Once, then it stays.
        case autoExpose = 1
        /// Again and again.
        case continuousAutoExposure = 2
        /// As it was told.
        case custom = 3
    }

    /// How a camera finds out what is white.
    public enum WhiteBalanceMode: Int, Sendable, CaseIterable {
        /// It stays as it is.
        case locked = 0
        /// Once, then it stays.
        case autoWhiteBalance = 1
        /// Again and again.
        case continuousAutoWhiteBalance = 2
    }

    /// When a flash goes off.
    public enum FlashMode: Int, Sendable, CaseIterable {
        /// Never.
        case off = 0
        /// With each photo.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// Whether a lamp is on.
    public enum TorchMode: Int, Sendable, CaseIterable {
        /// It is not.
        case off = 0
        /// It is.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// How much the colours are amplified. Their proportions are what counts.
    public struct WhiteBalanceGains: Hashable, Sendable {
        /// Red.
        public var redGain: Float
        /// Green.
        public var greenGain: Float
        /// Blue.
        public var blueGain: Float

        /// Makes gains.
        public init(redGain: Float = 1, greenGain: Float = 1, blueGain: Float = 1) {
            (self.redGain, self.greenGain, self.blueGain) = (redGain, greenGain, blueGain)
        }

        /// The greatest of them.
        static let most: Float = 4

        /// Red and blue beside green as it is. Gains are 1 at least, and it is their proportions that make colours, so the least
        /// of them becomes 1.
        init(red: Float, blue: Float) {
            let least = min(red, 1, blue)
            func gain(_ value: Float) -> Float { least > 0 ? min(value / least, Self.most) : value > 0 ? Self.most : 1 }
            self.init(redGain: gain(red), greenGain: gain(1), blueGain: gain(blue))
        }
    }
}

/// How pictures are steadied: not at all, here.
public enum AVCaptureVideoStabilizationMode: Int, Sendable, CaseIterable {
    /// Not at all.
    case off = 0
    /// A little.
    case standard = 1
    /// Like film.
    case cinematic = 2
    /// Like film, with more delay.
    case cinematicExtended = 3
    /// For what is shown meanwhile.
    case previewOptimized = 4
    /// Like film, with more delay, and better.
    case cinematicExtendedEnhanced = 5
    /// As is best.
    case auto = -1
}

/// Whether a program may use devices.
public enum AVAuthorizationStatus: Int, Sendable, CaseIterable {
    /// Nobody was asked yet. Never here.
    case notDetermined = 0
    /// Nobody who uses the program can allow it.
    case restricted = 1
    /// It may not.
    case denied = 2
    /// It may.
    case authorized = 3
}
