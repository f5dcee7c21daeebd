public import CMTimeLib
public import Foundation

/// How fast pictures of a format can come.
public final class AVFrameRateRange: NSObject, Sendable {
    /// The duration of a picture at the highest rate.
    public let minFrameDuration: CMTime
    /// The duration of a picture at the lowest rate.
    public let maxFrameDuration: CMTime

    init(_ shortest: CMTime, _ longest: CMTime) { (minFrameDuration, maxFrameDuration) = (shortest, longest) }

    /// Pictures in a second at least.
    public var minFrameRate: Float64 { maxFrameDuration.seconds > 0 ? 1 / maxFrameDuration.seconds : 0 }

    /// Pictures in a second at most.
    public var maxFrameRate: Float64 { minFrameDuration.seconds > 0 ? 1 / minFrameDuration.seconds : 0 }

    /// The rates in words.
    public override var description: String { "\(minFrameRate) to \(maxFrameRate) pictures a second" }
}
