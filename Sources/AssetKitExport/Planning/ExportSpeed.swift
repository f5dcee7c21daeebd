internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

/// Finds out at which speed a file plays: by what was asked for, and by how long the source is. Pure.
struct ExportSpeed {
    private let settings: ExportSettings
    private let facts: MediaFacts

    init(_ settings: ExportSettings, _ facts: MediaFacts) { (self.settings, self.facts) = (settings, facts) }

    private var options: AKExportOptions { settings.options }

    /// Throws for wishes that cannot be had.
    var speed: Speed {
        get throws {
            let wish = try wish
            return knowsFew ? wish.coarse : wish
        }
    }

    /// What is otherwise than it was asked for, each a sentence.
    var warnings: [String] {
        get throws {
            let (wish, speed) = (try wish, try speed)
            guard speed == wish else {
                let reason = "\(AVAudioTimePitchAlgorithm.lowQualityZeroLatency.rawValue) knows seven speeds only"
                return ["it plays at \(speed.text) instead of \(wish.text): \(reason)"]
            }
            guard !speed.isAudible, hasSound else { return [] }
            return ["its sound is silent: none is heard below 1/32 and above 32"]
        }
    }

    private var wish: Speed {
        get throws {
            guard let ratio = options.speed else { return try options.scaledDuration.map(speed) ?? .normal }
            guard options.scaledDuration == nil else { throw refuse("speed and scaledDuration contradict each other") }
            guard let speed = Speed(ratio) else { throw refuse("a speed is above zero") }
            guard Int128(speed.numerator) == ratio.numerator, Int128(speed.denominator) == ratio.denominator else {
                throw refuse("a speed is a fraction of two numbers below 2147483648")
            }
            return speed
        }
    }

    private func speed(lasting target: CMTime) throws -> Speed {
        guard target.isNumeric, target > .zero else { throw refuse("scaledDuration is above zero") }
        let source = settings.timeRange.clipped(to: facts.duration).duration
        guard let speed = Speed(source, in: target) else {
            throw refuse("nothing says how long it is, so it cannot be made to last \(target.seconds) s")
        }
        return speed
    }

    private func refuse(_ reason: String) -> MediaProblem {
        MediaProblem(code: .unsupportedOutputSettings, reason: reason)
    }

    /// The algorithm plays at a few speeds, and there is something for it to do.
    private var knowsFew: Bool { settings.audioTimePitchAlgorithm == .lowQualityZeroLatency && hasSound }

    private var hasSound: Bool {
        options.audio != .leftOut
            && facts.tracks.contains { track in
                track.mediaType == .audio && options.trackIDs?.contains(track.trackID) ?? true
            }
    }
}

extension Speed {
    /// As people write it.
    fileprivate var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension PictureEncoding.FrameRate {
    /// The rate at which such pictures come where they pass at a speed.
    func passing(at speed: Speed) -> Self {
        guard speed != .normal else { return self }
        let rate = Speed(Int64(max(frames, 1)), Int64(max(seconds, 1)))
        let product = Rational128(
            Int128(rate.numerator) * Int128(speed.numerator),
            Int128(rate.denominator) * Int128(speed.denominator)
        )
        guard let exact = product.flatMap({ Speed($0) }) else { return self }
        // Encoders count in 31 bits at most, and share out bits by it.
        let near = exact.approximated(to: 1_000_000)
        return Self(frames: Int32(clamping: near.numerator), seconds: Int32(clamping: near.denominator))
    }
}
