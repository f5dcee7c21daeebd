internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension PictureEncoding {
    /// Reads the dictionary of compression properties.
    mutating func read(_ properties: [String: Any]) throws(MediaProblem) {
        let reader = SettingsReader(properties, AVVideoCompressionPropertiesKey)
        try reader.check(Self.knownProperties)
        if let quality = try reader.number(AVVideoQualityKey)?.double { rate = .quality(quality) }
        // Both may be there; on Apple's systems the bit rate wins then.
        if let value = try reader.number(AVVideoAverageBitRateKey)?.double {
            guard value.isFinite, value >= 1, value < Double(Int64.max) else {
                throw .unsupported("\(codec.traits.name) cannot be made with \(value) bits in a second")
            }
            rate = .bitRate(Int64(value.rounded()))
        }
        if let limits = properties[kVTCompressionPropertyKey_DataRateLimits] { limit = try Self.limit(limits) }
        if let name = try reader.text(AKVideoEncoderPresetKey) { encoderPreset = name }
        if let value = try reader.number(kVTCompressionPropertyKey_RealTime)?.bool { isLowLatency = value }
        try readStructure(reader)
        try readAlpha(reader)
        if let name = try reader.text(AVVideoProfileLevelKey) { try readProfile(name) }
        if let mode = try reader.text(
            AVVideoH264EntropyModeKey,
            among: [AVVideoH264EntropyModeCAVLC, AVVideoH264EntropyModeCABAC]
        ) {
            usesArithmeticCoding = mode == AVVideoH264EntropyModeCABAC
        }
        if let rate = try reader.number(AVVideoExpectedSourceFrameRateKey)?.double {
            guard rate > 0, rate <= 1000 else { throw .unsupported("\(rate) pictures in a second cannot be expected") }
            frameRate = FrameRate(nearest: rate)
        }
    }

    private static let knownProperties: Set<String> = [
        AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
        AVVideoMaxKeyFrameIntervalDurationKey,
        AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey, AVVideoH264EntropyModeKey,
        AVVideoExpectedSourceFrameRateKey, AVVideoAverageNonDroppableFrameRateKey,
        kVTCompressionPropertyKey_DataRateLimits, kVTCompressionPropertyKey_AllowTemporalCompression,
        kVTCompressionPropertyKey_RealTime, kVTCompressionPropertyKey_MaxFrameDelayCount,
        kVTCompressionPropertyKey_AlphaChannelMode, AKVideoEncoderPresetKey,
    ]

    private mutating func readStructure(_ reader: SettingsReader) throws(MediaProblem) {
        keyFrameInterval.pictures = try reader.whole(AVVideoMaxKeyFrameIntervalKey).flatMap { $0 == 0 ? nil : $0 }
        if let seconds = try reader.number(AVVideoMaxKeyFrameIntervalDurationKey)?.double, seconds != 0 {
            guard seconds > 0, seconds < 86400 else {
                throw .unsupported("key frames cannot be \(seconds) seconds apart")
            }
            keyFrameInterval.duration = CMTime(value: Int64((seconds * 90000).rounded()), timescale: 90000)
        }
        if let value = try reader.number(AVVideoAllowFrameReorderingKey)?.bool { allowsReordering = value }
        if let value = try reader.number(kVTCompressionPropertyKey_AllowTemporalCompression)?.bool {
            allowsTemporalCompression = value
        }
    }

    /// Reads whether alpha is straight or premultiplied: saying so asks for alpha to be stored.
    private mutating func readAlpha(_ reader: SettingsReader) throws(MediaProblem) {
        let modes = [kVTAlphaChannelMode_StraightAlpha, kVTAlphaChannelMode_PremultipliedAlpha]
        guard let mode = try reader.text(kVTCompressionPropertyKey_AlphaChannelMode, among: modes) else { return }
        guard !codec.traits.alphaInputs.isEmpty else {
            throw .unsupported("\(codec.traits.name) has no alpha here")
        }
        alpha = mode == kVTAlphaChannelMode_PremultipliedAlpha ? .premultiplied : .straight
    }

    /// Pairs of bytes and seconds; the one that allows the least in the long run counts.
    private static func limit(_ value: Any) throws(MediaProblem) -> RateLimit {
        let numbers = (value as? [Any])?.map { Number($0)?.double ?? -1 } ?? []
        guard !numbers.isEmpty, numbers.count.isMultiple(of: 2), numbers.allSatisfy({ $0 > 0 && $0 < 1e12 }) else {
            throw .unsupported("\(kVTCompressionPropertyKey_DataRateLimits) has no pairs of bytes and seconds")
        }
        let pairs = stride(from: 0, to: numbers.count, by: 2).map { (bits: numbers[$0] * 8, seconds: numbers[$0 + 1]) }
        let least = pairs.min { $0.bits / $0.seconds < $1.bits / $1.seconds } ?? pairs[0]
        return RateLimit(
            bitRate: Int64((least.bits / least.seconds).rounded()),
            bufferSize: Int64(least.bits.rounded())
        )
    }

    /// Reads a name such as `H264_High_4_1` or `HEVC_Main10_AutoLevel`.
    private mutating func readProfile(_ name: String) throws(MediaProblem) {
        let words = name.split(separator: "_").map(String.init)
        let codecs = ["H264": Codec.h264, "HEVC": .hevc]
        let unknown = MediaProblem.unsupported("\(codec.traits.name) has no profile '\(name)'")
        guard words.count >= 3, codecs[words[0]] == codec else { throw unknown }
        switch (codec, words[1]) {
        case (.h264, "Baseline"), (.h264, "ConstrainedBaseline"): profile = "baseline"
        case (.h264, "Main"): profile = "main"
        case (.h264, "High"): profile = "high"
        case (.h264, "ConstrainedHigh"):
            profile = "high"
            allowsReordering = false
        case (.h264, "Extended"): throw .unsupported("the profile Extended of H.264 cannot be encoded here")
        case (.hevc, "Main"): profile = "main"
        case (.hevc, "Main10"): profile = "main10"
        case (.hevc, "Main42210"): profile = "main422-10"
        default: throw unknown
        }
        let rest = words.dropFirst(2).joined(separator: ".")
        if rest == "AutoLevel" { return }
        let wish = rest.hasSuffix(".0") ? String(rest.dropLast(2)) : rest
        guard codec.traits.levels.contains(where: { $0.name == wish }) else { throw unknown }
        level = wish
    }
}

extension PictureEncoding.FrameRate {
    /// The rate that a number means: a whole one, one of television's, or thousandths.
    init(nearest rate: Double) {
        for seconds: Int32 in [1, 1001] {
            let frames = (rate * Double(seconds) / (seconds == 1 ? 1 : 1000)).rounded() * (seconds == 1 ? 1 : 1000)
            if frames > 0, abs(frames / Double(seconds) - rate) < 0.005 {
                self.init(frames: Int32(frames), seconds: seconds)
                return
            }
        }
        self.init(frames: max(Int32((rate * 1000).rounded()), 1), seconds: 1000)
    }
}
