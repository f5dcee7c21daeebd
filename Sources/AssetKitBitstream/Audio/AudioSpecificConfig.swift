/// The configuration of MPEG-4 audio: what `esds` and Matroska's CodecPrivate hold (ISO/IEC 14496-3, 1.6.2.1).
package struct AudioSpecificConfig: Hashable, Sendable {
    /// The core coder, below what doubles its rate or its channels.
    package var objectType: AudioObjectType
    /// Of the core coder.
    package var sampleRate: Int
    /// 0 where a program config element tells.
    package var channelConfiguration: Int
    /// Spectral band replication (HE-AAC): `nil` when nothing is said, and then a decoder has to look.
    package var hasBandReplication: Bool?
    /// Parametric stereo (HE-AACv2): `nil` when nothing is said.
    package var hasParametricStereo: Bool?
    /// Of the output, where band replication is signalled.
    package var extensionSampleRate: Int?
    /// Samples per frame of the core coder: 1024 or 960, 512 or 480; `nil` where the type has no such thing.
    package var frameLength: Int?
    package var programConfig: ProgramConfigElement?

    /// Parses the bytes of the configuration.
    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        objectType = try AudioObjectType(from: &reader)
        sampleRate = try Self.sampleRate(from: &reader)
        channelConfiguration = try reader.unsigned(4)
        if [.spectralBandReplication, .parametricStereo].contains(objectType) {
            hasBandReplication = true
            if objectType == .parametricStereo { hasParametricStereo = true }
            extensionSampleRate = try Self.sampleRate(from: &reader)
            objectType = try AudioObjectType(from: &reader)
            if objectType == .bitSlicedCoding { try reader.skip(4) }  // extensionChannelConfiguration
        }
        if objectType == .unifiedSpeechAndAudio {
            try readUnifiedConfig(from: &reader)
        } else if objectType.isGeneralAudio {
            try readGeneralConfig(from: &reader)
            if hasBandReplication == nil { try readCompatibleExtension(from: &reader) }
        } else if objectType == .enhancedLowDelay {
            frameLength = try reader.flag() ? 480 : 512
        }
    }

    /// GASpecificConfig (4.4.1).
    private mutating func readGeneralConfig(from reader: inout BitReader) throws(BitstreamError) {
        let isShort = try reader.flag()
        frameLength = objectType == .lowDelay ? (isShort ? 480 : 512) : (isShort ? 960 : 1_024)
        if try reader.flag() { try reader.skip(14) }  // core coder delay
        let hasExtension = try reader.flag()
        if channelConfiguration == 0 { programConfig = try ProgramConfigElement(from: &reader) }
        if [.scalable, .errorResilientScalable].contains(objectType) { try reader.skip(3) }
        if hasExtension {
            if objectType == .bitSlicedCoding { try reader.skip(5 + 11) }
            if objectType.isErrorResilient { try reader.skip(3) }
            try reader.skip(1)
        }
        guard objectType.rawValue >= 17 else { return }
        let protection = try reader.unsigned(2)
        guard protection < 2 else { throw .unsupported("error protection of AAC") }
    }

    /// The start of UsacConfig (ISO/IEC 23003-3, 5.2).
    private mutating func readUnifiedConfig(from reader: inout BitReader) throws(BitstreamError) {
        let index = try reader.unsigned(5)
        let rate = index == 31 ? try reader.unsigned(24) : Self.unifiedSampleRate(index)
        guard let rate, rate > 0 else { throw .invalid("usacSamplingFrequencyIndex") }
        sampleRate = rate
        let lengthIndex = try reader.unsigned(3)
        guard lengthIndex <= 4 else { throw .invalid("coreSbrFrameLengthIndex") }
        frameLength = [768, 1_024, 768, 1_024, 1_024][lengthIndex]
        hasBandReplication = lengthIndex >= 2
        channelConfiguration = try reader.unsigned(5)
    }

    /// The extension behind the configuration that old decoders do not see (1.6.5).
    private mutating func readCompatibleExtension(from reader: inout BitReader) throws(BitstreamError) {
        // Some writers end with a few zero bits or something else: then there is no extension.
        guard reader.remaining >= 16, try reader.unsigned(11) == 0x2B7 else { return }
        let type = try AudioObjectType(from: &reader)
        guard type == .spectralBandReplication else { return }
        hasBandReplication = try reader.flag()
        guard hasBandReplication == true else { return }
        extensionSampleRate = try Self.sampleRate(from: &reader)
        guard reader.remaining >= 12, try reader.unsigned(11) == 0x548 else { return }
        hasParametricStereo = try reader.flag()
    }
}

extension AudioSpecificConfig {
    /// Of the output, as far as the configuration says.
    package var outputSampleRate: Int { extensionSampleRate ?? sampleRate }

    /// Channels of the output; `nil` where the configuration leaves it to the stream.
    package var channelCount: Int? {
        if let programConfig { return programConfig.channelCount }
        guard let coded = Self.channelCount(ofConfiguration: channelConfiguration) else { return nil }
        return hasParametricStereo == true && coded == 1 ? 2 : coded
    }

    /// "LC", "HE-AAC", "HE-AACv2", "xHE-AAC"; `nil` for a type without a common name.
    package var profileName: String? {
        guard objectType == .lowComplexity else { return objectType.name }
        if hasParametricStereo == true { return AudioObjectType.parametricStereo.name }
        return hasBandReplication == true ? AudioObjectType.spectralBandReplication.name : objectType.name
    }

    package static func channelCount(ofConfiguration index: Int) -> Int? {
        let counts: [Int?] = [nil, 1, 2, 3, 4, 5, 6, 8, nil, nil, nil, 7, 8, 24, 8]
        return counts.indices.contains(index) ? counts[index] : nil
    }

    /// Table 1.18: samplingFrequencyIndex.
    package static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    private static func sampleRate(from reader: inout BitReader) throws(BitstreamError) -> Int {
        let index = try reader.unsigned(4)
        if index == 15 {
            let rate = try reader.unsigned(24)
            guard rate > 0 else { throw .invalid("samplingFrequency") }
            return rate
        }
        guard sampleRates.indices.contains(index) else { throw .invalid("samplingFrequencyIndex") }
        return sampleRates[index]
    }

    /// The same indices with a few more rates behind (ISO/IEC 23003-3, table 67).
    private static func unifiedSampleRate(_ index: Int) -> Int? {
        let more = [
            15: 57_600, 16: 51_200, 17: 40_000, 18: 38_400, 19: 34_150, 20: 28_800, 21: 25_600, 22: 20_000,
            23: 19_200, 24: 17_075, 25: 14_400, 26: 12_800, 27: 9_600,
        ]
        return sampleRates.indices.contains(index) ? sampleRates[index] : more[index]
    }
}
