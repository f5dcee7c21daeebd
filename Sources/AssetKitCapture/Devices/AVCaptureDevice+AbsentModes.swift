internal import AssetKitBase
internal import AssetKitMedia
public import Foundation

// Modes that cameras and microphones here have one of, by name, so that programs which ask before they set them compile and go on
// without.

/// Which colours pictures have.
public enum AVCaptureColorSpace: Int, Sendable, CaseIterable {
    /// Those of screens.
    case sRGB = 0
    /// Those of cinemas. No camera has them here.
    case P3_D65 = 1
    /// Those of a high dynamic range. No camera has them here.
    case HLG_BT2020 = 2
    /// Those of films before they are graded. No camera has them here.
    case appleLog = 3
}

extension AVCaptureDevice {
    /// How far away what is focused may be.
    public enum AutoFocusRangeRestriction: Int, Sendable, CaseIterable {
        /// Any distance.
        case none = 0
        /// What is near. No driver knows that.
        case near = 1
        /// What is far away. No driver knows that.
        case far = 2
    }

    /// What becomes of the sound of a microphone.
    public enum MicrophoneMode: Int, Sendable, CaseIterable {
        /// It is as it is.
        case standard = 0
        /// Everything around is heard. Nobody does that here.
        case wideSpectrum = 1
        /// Voices alone are heard. Nobody does that here.
        case voiceIsolation = 2
    }

    /// How hard the system works, as far as a camera slows it down.
    public final class SystemPressureState: NSObject, Sendable {
        /// How hard that is.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) { self.rawValue = rawValue }

            /// Not hard at all.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// A little.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// Much.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Too much for long.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// Cameras have stopped.
            public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")
        }

        /// What it comes from.
        public struct Factors: OptionSet, Hashable, Sendable {
            public let rawValue: UInt

            public init(rawValue: UInt) { self.rawValue = rawValue }

            /// The system is hot.
            public static let systemTemperature = Factors(rawValue: 1)
            /// The battery gives no more.
            public static let peakPower = Factors(rawValue: 2)
            /// What measures depth is hot.
            public static let depthModuleTemperature = Factors(rawValue: 4)
        }

        /// How hard the system works. Nobody says that here.
        public var level: Level { .nominal }
        /// What it comes from. Nobody says that here.
        public var factors: Factors { [] }
    }

    /// Which colours pictures have: those of sRGB. Stops the program where it is set to others.
    public var activeColorSpace: AVCaptureColorSpace {
        get { .sRGB }
        set { require(newValue == .sRGB, "AVCaptureDevice.activeColorSpace: it is not supported") }
    }

    /// Drivers have one range of focus.
    public var isAutoFocusRangeRestrictionSupported: Bool { false }
    /// Drivers have one range of focus. Stops the program where it is set to another.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { .none }
        set { require(newValue == .none, "AVCaptureDevice.autoFocusRangeRestriction: it is not supported") }
    }

    /// What people want of microphones: sound as it is.
    public static var preferredMicrophoneMode: MicrophoneMode { .standard }
    /// What microphones do: they deliver sound as it is.
    public static var activeMicrophoneMode: MicrophoneMode { .standard }

    /// How hard the system works. Nobody says that here.
    public var systemPressureState: SystemPressureState { SystemPressureState() }
}

extension AVCaptureDevice.Format {
    /// Which colours pictures can have: those of sRGB; none of sound.
    public var supportedColorSpaces: [AVCaptureColorSpace] { mediaType == .video ? [.sRGB] : [] }
}
