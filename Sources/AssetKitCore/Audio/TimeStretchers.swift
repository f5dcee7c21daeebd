internal import AssetKitBase
package import AssetKitMedia
package import AssetKitTimePitch
internal import Foundation

/// Makes what an algorithm stretches sound with.
package enum TimeStretchers {
    /// Throws for an algorithm that there is none of. At speeds at which nothing is heard there is silence, and at the
    /// source's own speed its samples pass as they are.
    package static func stretcher(
        _ algorithm: AVAudioTimePitchAlgorithm,
        _ speed: Speed,
        sampleRate: Int,
        channelCount: Int
    ) throws -> any TimeStretcher {
        let speed = algorithm == .lowQualityZeroLatency ? speed.coarse : speed
        guard speed.isAudible, speed != .normal else {
            return try VarispeedStretcher(speed, sampleRate: sampleRate, channelCount: channelCount)
        }
        switch algorithm {
        case .varispeed: return try VarispeedStretcher(speed, sampleRate: sampleRate, channelCount: channelCount)
        case .timeDomain: return TimeDomainStretcher(speed, rate: sampleRate, channelCount: channelCount)
        case .lowQualityZeroLatency:
            return TimeDomainStretcher(speed, rate: sampleRate, channelCount: channelCount, tuning: .zeroLatency)
        case .spectral: return try spectral(speed, sampleRate, channelCount, pitch: 1)
        case .akSpectralLongWindow: return try spectral(speed, sampleRate, channelCount, pitch: 1, .standard)
        default: throw unknown(algorithm)
        }
    }

    /// What an algorithm makes at a speed, so many semitones higher.
    package static func stretcher(
        _ algorithm: AVAudioTimePitchAlgorithm,
        _ speed: Speed,
        semitones: Double,
        sampleRate: Int,
        channelCount: Int
    ) throws -> any TimeStretcher {
        let plain = try stretcher(algorithm, speed, sampleRate: sampleRate, channelCount: channelCount)
        guard semitones != 0, speed.isAudible else { return plain }
        let shifter = try spectral(.normal, sampleRate, channelCount, pitch: pow(2, semitones / 12))
        return ShiftedStretcher(plain, then: shifter, channelCount: channelCount)
    }

    /// An algorithm makes something that is heard at a speed.
    package static func isHeard(_ algorithm: AVAudioTimePitchAlgorithm, _ speed: Speed) -> Bool {
        algorithm == .lowQualityZeroLatency || speed.isAudible
    }

    /// Throws for an algorithm that there is none of.
    package static func check(_ algorithm: AVAudioTimePitchAlgorithm) throws {
        switch algorithm {
        case .varispeed, .timeDomain, .lowQualityZeroLatency: return
        case .spectral, .akSpectralLongWindow: if !SpectralStretcher.isThere { throw withoutLibrary }
        default: throw unknown(algorithm)
        }
    }

    /// `window`: nil for the one that suits the speed.
    private static func spectral(
        _ speed: Speed,
        _ rate: Int,
        _ channelCount: Int,
        pitch: Double,
        _ window: SpectralStretcher.Window? = nil
    ) throws -> any TimeStretcher {
        guard (8000...192_000).contains(rate) else {
            let reason =
                "sound of \(rate) samples a second cannot be stretched by its spectra; choose another algorithm"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let found = SpectralStretcher(speed, rate: rate, channelCount: channelCount, window: window, pitch: pitch)
        guard let found else { throw withoutLibrary }
        return found
    }

    private static var withoutLibrary: MediaProblem {
        let reason = "the spectral algorithm needs the library librubberband2; install it, or choose another algorithm"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }

    private static func unknown(_ algorithm: AVAudioTimePitchAlgorithm) -> MediaProblem {
        let reason = "there is no algorithm '\(algorithm.rawValue)' for the pitch of sound"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }
}
