internal import Foundation

/// How bright pictures can be, and by which curve.
public struct AVVideoRange: _StringBackedConstant {
    public let rawValue: String

    /// Makes the constant of a text, also of one without a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Standard dynamic range.
    public static let sdr = AVVideoRange(rawValue: "SDR")
    /// Hybrid log-gamma.
    public static let hlg = AVVideoRange(rawValue: "HLG")
    /// The perceptual quantizer of HDR10 and Dolby Vision.
    public static let pq = AVVideoRange(rawValue: "PQ")
}
