internal import AssetKitBase
package import AssetKitMedia
package import AssetKitTimePitch

/// Makes what an algorithm stretches sound with.
package enum TimeStretchers {
    /// Throws for an algorithm that there is none of. At speeds at which nothing is heard there is silence.
    package static func stretcher(
        _ algorithm: AVAudioTimePitchAlgorithm,
        _ speed: Speed,
        sampleRate: Int,
        channelCount: Int
    ) throws -> any TimeStretcher {
        try check(algorithm)
        return try VarispeedStretcher(speed, sampleRate: sampleRate, channelCount: channelCount)
    }

    /// Throws for an algorithm that there is none of.
    package static func check(_ algorithm: AVAudioTimePitchAlgorithm) throws {
        switch algorithm {
        case .varispeed: return
        default:
            let reason = "sound cannot change its speed by \(algorithm.rawValue) here; choose Varispeed"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
    }
}
