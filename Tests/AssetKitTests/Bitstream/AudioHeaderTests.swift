import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitContainers

@Suite("Audio headers")
struct AudioHeaderTests {
    @Test("AAC of FFmpeg in esds")
    func stereo() throws {
        let descriptor = try ElementaryStreamDescriptor(record: BitstreamVectors.esdsStereo)
        #expect(descriptor.objectTypeIndication == 0x40)
        #expect(descriptor.streamType == 5)
        #expect(descriptor.averageBitRate == 73_541)
        let configuration = try AudioSpecificConfig(try #require(descriptor.decoderConfiguration)[...])
        #expect(configuration.profileName == "LC")
        #expect((configuration.sampleRate, configuration.channelCount) == (44_100, 1))
        #expect(configuration.frameLength == 1_024)
        // The extension is there and says that there is no band replication.
        #expect(configuration.hasBandReplication == false)
    }

    @Test("channels that only a program config element can tell")
    func octagonal() throws {
        let descriptor = try ElementaryStreamDescriptor(record: BitstreamVectors.esdsOctagonal)
        let configuration = try AudioSpecificConfig(try #require(descriptor.decoderConfiguration)[...])
        #expect(configuration.channelConfiguration == 0)
        let program = try #require(configuration.programConfig)
        #expect((program.frontChannels, program.sideChannels, program.backChannels) == (3, 2, 3))
        #expect(configuration.channelCount == 8)
        #expect(configuration.hasBandReplication == false)
    }

    /// Bits of an AudioSpecificConfig up to its channel configuration.
    private static func start(_ type: Int, rate: Int, channels: Int) -> BitBuilder {
        var builder = BitBuilder()
        if type < 31 {
            builder.unsigned(type, 5)
        } else {
            builder.unsigned(31, 5)
            builder.unsigned(type - 32, 6)
        }
        builder.unsigned(rate, 4)
        builder.unsigned(channels, 4)
        return builder
    }

    @Test("high efficiency, said in front", arguments: [(5, "HE-AAC", 2, 2), (29, "HE-AACv2", 1, 2)])
    func explicit(type: Int, name: String, coded: Int, channels: Int) throws {
        var builder = Self.start(type, rate: 6, channels: coded)
        builder.unsigned(3, 4)
        builder.unsigned(2, 5)
        builder.unsigned(0, 3)
        let configuration = try AudioSpecificConfig(builder.padded[...])
        #expect(configuration.profileName == name)
        #expect(configuration.objectType == .lowComplexity)
        #expect((configuration.sampleRate, configuration.outputSampleRate) == (24_000, 48_000))
        #expect(configuration.channelCount == channels)
    }

    @Test("high efficiency, said behind where old decoders do not look")
    func compatible() throws {
        var builder = Self.start(2, rate: 7, channels: 1)
        builder.unsigned(0, 3)
        builder.unsigned(0x2B7, 11)
        builder.unsigned(5, 5)
        builder.flag(true)
        builder.unsigned(4, 4)
        let plain = try AudioSpecificConfig(builder.padded[...])
        #expect(plain.profileName == "HE-AAC" && plain.outputSampleRate == 44_100 && plain.channelCount == 1)
        builder.unsigned(0x548, 11)
        builder.flag(true)
        let stereo = try AudioSpecificConfig(builder.padded[...])
        #expect(stereo.profileName == "HE-AACv2" && stereo.outputSampleRate == 44_100 && stereo.channelCount == 2)
    }

    @Test("nothing said is not the same as no")
    func silent() throws {
        let configuration = try AudioSpecificConfig(bytes("1310"))
        #expect((configuration.sampleRate, configuration.channelCount) == (24_000, 2))
        #expect(configuration.hasBandReplication == nil && configuration.hasParametricStereo == nil)
    }

    @Test("a rate of no table, and frames of 960 samples")
    func otherRate() throws {
        var builder = Self.start(2, rate: 15, channels: 0)
        builder = BitBuilder()
        builder.unsigned(2, 5)
        builder.unsigned(15, 4)
        builder.unsigned(37_800, 24)
        builder.unsigned(2, 4)
        builder.unsigned(4, 3)
        let configuration = try AudioSpecificConfig(builder.padded[...])
        #expect((configuration.sampleRate, configuration.frameLength) == (37_800, 960))
    }

    @Test("xHE-AAC is recognized")
    func unified() throws {
        var builder = Self.start(42, rate: 3, channels: 2)
        builder.unsigned(3, 5)
        builder.unsigned(3, 3)
        builder.unsigned(2, 5)
        let configuration = try AudioSpecificConfig(builder.padded[...])
        #expect(configuration.profileName == "xHE-AAC")
        #expect((configuration.sampleRate, configuration.channelCount) == (48_000, 2))
        #expect(configuration.hasBandReplication == true)
    }

    @Test("low delay and its enhanced kin")
    func lowDelay() throws {
        var builder = Self.start(23, rate: 3, channels: 1)
        builder.unsigned(0, 5)
        #expect(try AudioSpecificConfig(builder.padded[...]).frameLength == 512)
        builder = Self.start(39, rate: 3, channels: 1)
        builder.unsigned(1, 1)
        let enhanced = try AudioSpecificConfig(builder.padded[...])
        #expect((enhanced.profileName, enhanced.frameLength) == ("ELD", 480))
    }

    @Test("reserved rates are refused", arguments: ["16 88", "17 08"])
    func reserved(hex: String) {
        #expect(throws: BitstreamError.invalid("samplingFrequencyIndex")) { try AudioSpecificConfig(bytes(hex)) }
    }

    @Test("the header before a bare frame of AAC")
    func adts() throws {
        let header = try ADTSHeader(BitstreamVectors.adts)
        #expect(header.objectType == .lowComplexity)
        #expect((header.sampleRate, header.channelCount) == (48_000, 6))
        #expect((header.frameByteCount, header.headerByteCount, header.blockCount) == (43, 7, 1))
        #expect(throws: BitstreamError.invalid("syncword")) { try ADTSHeader(bytes("FFE14D80057FFC")) }
        for count in 0..<7 {
            #expect(throws: BitstreamError.endOfData) { try ADTSHeader(BitstreamVectors.adts.prefix(count)) }
        }
        #expect(throws: BitstreamError.invalid("syncword")) { try ADTSHeader(bytes("FFE1")) }
        let inMemory = try Array(BitstreamVectors.adts).withUnsafeBytes { memory in try ADTSHeader(memory) }
        #expect(inMemory == header)
    }

    @Test("AC-3, in its box and in its frames")
    func ac3() throws {
        let configuration = try AC3Configuration(record: BitstreamVectors.dac3)
        #expect((configuration.sampleRate, configuration.bitRate) == (48_000, 384_000))
        #expect(configuration.channels == AC3Channels(mode: 7, hasLowFrequency: true))
        #expect(configuration.channels.channelCount == 6)
        let frame = try AC3FrameHeader(BitstreamVectors.ac3Frame)
        #expect((frame.sampleRate, frame.bitRate, frame.frameByteCount) == (48_000, 384_000, 1_536))
        #expect(frame.channels == configuration.channels)
        #expect(frame.bitstreamID == 8)
    }

    @Test("frames of AC-3 at 44.1 kHz take turns in length", arguments: [(0, 138), (1, 140), (36, 2_786), (37, 2_788)])
    func oddFrames(code: Int, byteCount: Int) throws {
        var builder = BitBuilder()
        builder.unsigned(0x0B77, 16)
        builder.unsigned(0, 16)
        builder.unsigned(1, 2)
        builder.unsigned(code, 6)
        builder.unsigned(8, 5)
        builder.unsigned(0, 3)
        builder.unsigned(2, 3)
        builder.unsigned(0, 3)
        let frame = try AC3FrameHeader(builder.padded[...])
        #expect((frame.frameByteCount, frame.channels.channelCount) == (byteCount, 2))
    }

    @Test("E-AC-3, in its box and in its frames")
    func enhancedAC3() throws {
        let configuration = try EnhancedAC3Configuration(record: BitstreamVectors.dec3)
        #expect(configuration.bitRate == 256_000)
        #expect(configuration.substreams.map(\.channelCount) == [6])
        #expect(configuration.objectComplexity == nil)
        let frame = try EnhancedAC3FrameHeader(BitstreamVectors.eac3Frame)
        #expect((frame.kind, frame.substream, frame.bitstreamID) == (.independent, 0, 16))
        #expect((frame.sampleRate, frame.frameByteCount, frame.sampleCount) == (48_000, 1_024, 1_536))
        #expect(frame.channels.channelCount == 6)
    }

    @Test("a dependent substream adds speakers, an extension objects")
    func objects() throws {
        var builder = BitBuilder()
        for (value, count) in [
            (768, 13), (0, 3), (0, 2), (16, 5), (0, 5), (7, 3), (1, 1), (0, 3), (1, 4), (0b0_0000_0010, 9), (1, 8),
            (16, 8),
        ] { builder.unsigned(value, count) }
        let configuration = try EnhancedAC3Configuration(record: builder.padded[...])
        #expect(configuration.substreams.map(\.channelCount) == [8])
        #expect(configuration.objectComplexity == 16)
    }

    @Test("Opus says the same in Ogg and in MP4")
    func opus() throws {
        let stereo = try OpusHeader(packet: BitstreamVectors.opusHead)
        #expect((stereo.channelCount, stereo.preSkip, stereo.inputSampleRate) == (2, 312, 48_000))
        #expect(stereo.mapping == nil)
        #expect(try OpusHeader(record: BitstreamVectors.dOpsStereo) == stereo)
        let surround = try OpusHeader(packet: BitstreamVectors.opusHeadSurround)
        #expect(surround.mapping == .init(streams: 4, coupledStreams: 2, channels: [0, 4, 1, 2, 3, 5]))
        #expect(try OpusHeader(record: BitstreamVectors.dOpsSurround) == surround)
    }

    @Test("a gain is signed, and a mapping stays within its streams")
    func opusDetails() throws {
        #expect(try OpusHeader(record: bytes("00 01 0138 0000BB80 FF00 00")).outputGain == -256)
        #expect(throws: BitstreamError.invalid("channel mapping")) {
            try OpusHeader(record: bytes("00 01 0138 0000BB80 0000 01 01 00 01"))
        }
        #expect(throws: BitstreamError.invalid("channel count")) {
            try OpusHeader(record: bytes("00 03 0138 0000BB80 0000 00"))
        }
    }
}
