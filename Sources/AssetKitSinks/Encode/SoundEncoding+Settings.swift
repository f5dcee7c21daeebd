internal import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

extension SoundEncoding {
    /// What is known of the sound that will come.
    package struct Source: Sendable, Hashable {
        package var sampleRate: Int?
        package var channels: SoundChannels?

        package init(sampleRate: Int? = nil, channels: SoundChannels? = nil) {
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// Reads a settings dictionary of AVFoundation's keys. Throws, by name, for what is not known and for what the
    /// encoder cannot do.
    package init(settings: [String: Any], fileType: AVFileType, source: Source = Source()) throws(MediaProblem) {
        let reader = SettingsReader(settings, "the settings of sound")
        try reader.check(Self.knownKeys)
        let codec = try Self.codec(reader)
        let rate = try reader.whole(AVSampleRateKey) ?? source.sampleRate
        guard let rate else { throw .unsupported("the settings of sound have no value for \(AVSampleRateKey)") }
        self.init(codec, sampleRate: rate, channels: try Self.channels(reader, source))
        // A hint: what there is that loses nothing of it, or the most there is.
        if let bits = try reader.whole(AVEncoderBitDepthHintKey), let most = codec.traits.bitDepths.last {
            bitDepth = codec.traits.bitDepths.first { $0 >= bits } ?? most
        }
        if codec == .pcm {
            try readSamples(reader, fileType)
        } else {
            try readRate(reader)
        }
        try validate()
    }

    private static let knownKeys: Set<String> = [
        AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey, AVLinearPCMBitDepthKey,
        AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved, AVAudioFileTypeKey,
        AVEncoderAudioQualityKey, AVEncoderAudioQualityForVBRKey, AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey,
        AVEncoderBitRateStrategyKey, AVEncoderBitDepthHintKey, AVSampleRateConverterAlgorithmKey,
        AVSampleRateConverterAudioQualityKey,
    ]

    private static func codec(_ reader: SettingsReader) throws(MediaProblem) -> Codec {
        guard let number: UInt32 = try reader.number(AVFormatIDKey)?.whole() else {
            throw .unsupported("the settings of sound have no value for \(AVFormatIDKey)")
        }
        if let codec = Codec.allCases.first(where: { $0.traits.formatID == number }) { return codec }
        throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder of \(number.fourCharacterText) here")
    }

    private static func channels(_ reader: SettingsReader, _ source: Source) throws(MediaProblem) -> SoundChannels {
        let count = try reader.whole(AVNumberOfChannelsKey)
        if let count, !(1...64).contains(count) { throw .unsupported("sound cannot have \(count) channels") }
        guard let value = reader.value(AVChannelLayoutKey) else {
            if let count { return SoundChannels(usualFor: count) }
            guard let channels = source.channels else {
                throw .unsupported("the settings of sound have no value for \(AVNumberOfChannelsKey)")
            }
            return channels
        }
        guard let layout = layout(value), let channels = SoundChannels(layout) else {
            throw .unsupported("the settings of sound have a channel layout that cannot be encoded here")
        }
        guard count.map({ $0 == channels.count }) ?? true else {
            throw .unsupported("the settings of sound have \(count ?? 0) channels, and a layout of \(channels.count)")
        }
        return channels
    }

    private static func layout(_ value: Any) -> ManagedAudioChannelLayout? {
        guard let data = value as? Data else { return value as? ManagedAudioChannelLayout }
        return data.withUnsafeBytes { ManagedAudioChannelLayout(bytes: $0) }
    }

    private mutating func readSamples(_ reader: SettingsReader, _ fileType: AVFileType) throws(MediaProblem) {
        let isFloat = try reader.number(AVLinearPCMIsFloatKey)?.bool ?? false
        let bits = try reader.whole(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        let known: [Int: LinearPCM.Depth] =
            isFloat
            ? [32: .float32, 64: .float64] : [8: .integer8, 16: .integer16, 24: .integer24, 32: .integer32]
        guard let depth = known[bits] else {
            throw .unsupported("PCM cannot have \(isFloat ? "floating-point " : "")samples of \(bits) bits")
        }
        samples.depth = depth
        // AIFF has its high bytes first, wave files the low ones.
        samples.isBigEndian = try reader.number(AVLinearPCMIsBigEndianKey)?.bool ?? (fileType == .aiff)
        samples.isInterleaved = !(try reader.number(AVLinearPCMIsNonInterleaved)?.bool ?? false)
        samples.isUnsigned = depth == .integer8 && fileType == .wav
    }

    private mutating func readRate(_ reader: SettingsReader) throws(MediaProblem) {
        let strategies = [
            AVAudioBitRateStrategy_Constant: Strategy.constant, AVAudioBitRateStrategy_LongTermAverage: .average,
            AVAudioBitRateStrategy_VariableConstrained: .constrained, AVAudioBitRateStrategy_Variable: .variable,
        ]
        let name = try reader.text(AVEncoderBitRateStrategyKey, among: Array(strategies.keys))
        let strategy = name.flatMap { strategies[$0] } ?? .constant
        if let value = try reader.number(AVEncoderAudioQualityForVBRKey), strategy == .variable {
            rate = .quality(min(max(value.double / 127, 0), 1))
            return
        }
        if let value = try reader.whole(AVEncoderBitRateKey) {
            rate = .bitRate(value, strategy)
        } else if let value = try reader.whole(AVEncoderBitRatePerChannelKey) {
            guard abs(value) < 1 << 32 else { throw .unsupported("sound cannot have \(value) bits in a second") }
            rate = .bitRate(value * channels.count, strategy)
        } else if let value = try reader.number(AVEncoderAudioQualityKey) {
            rate = .quality(min(max(value.double / 127, 0), 1))
        }
    }
}
