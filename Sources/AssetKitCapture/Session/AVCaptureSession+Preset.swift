public import AssetKitMedia

extension AVCaptureSession {
    /// How large and how good media of a session are.
    public struct Preset: _StringBackedConstant {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest pictures that come fast enough for film.
        public static let high = Self(rawValue: "AVCaptureSessionPresetHigh")
        /// About 480 by 360.
        public static let medium = Self(rawValue: "AVCaptureSessionPresetMedium")
        /// About 192 by 144.
        public static let low = Self(rawValue: "AVCaptureSessionPresetLow")
        /// The largest pictures, for photos. Movies cannot be recorded.
        public static let photo = Self(rawValue: "AVCaptureSessionPresetPhoto")
        /// What the devices are set to: the session leaves them at it.
        public static let inputPriority = Self(rawValue: "AVCaptureSessionPresetInputPriority")
        /// 352 by 288.
        public static let cif352x288 = Self(rawValue: "AVCaptureSessionPreset352x288")
        /// 320 by 240.
        public static let qvga320x240 = Self(rawValue: "AVCaptureSessionPreset320x240")
        /// 640 by 480.
        public static let vga640x480 = Self(rawValue: "AVCaptureSessionPreset640x480")
        /// 960 by 540.
        public static let qHD960x540 = Self(rawValue: "AVCaptureSessionPreset960x540")
        /// 1280 by 720.
        public static let hd1280x720 = Self(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 by 1080.
        public static let hd1920x1080 = Self(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 by 2160.
        public static let hd4K3840x2160 = Self(rawValue: "AVCaptureSessionPreset3840x2160")
        /// 960 by 540, for movies of key frames alone.
        public static let iFrame960x540 = Self(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 by 720, for movies of key frames alone.
        public static let iFrame1280x720 = Self(rawValue: "AVCaptureSessionPresetiFrame1280x720")
    }
}
