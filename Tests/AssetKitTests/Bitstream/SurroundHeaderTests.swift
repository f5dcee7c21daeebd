import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitBitstream

@Suite("Headers of surround sound")
struct SurroundHeaderTests {
    private static func core(arrangement: Int, lowFrequency: Int = 0, rate: Int = 13) -> [UInt8] {
        var bits = BitBuilder()
        bits.unsigned(0x7FFE_8001, 32)
        bits.unsigned(0b111111, 6)
        bits.flag(false)
        bits.unsigned(15, 7)
        bits.unsigned(1_023, 14)
        bits.unsigned(arrangement, 6)
        bits.unsigned(rate, 4)
        bits.unsigned(0, 15)
        bits.unsigned(lowFrequency, 2)
        bits.unsigned(0, 32)
        return bits.padded
    }

    private static func unit(rate: Int = 0, six: Int, eight: Int) -> [UInt8] {
        var bits = BitBuilder()
        bits.unsigned(0, 32)
        bits.unsigned(0xF872_6FBA, 32)
        bits.unsigned(rate, 4)
        bits.unsigned(0, 8)
        bits.unsigned(six, 5)
        bits.unsigned(0, 2)
        bits.unsigned(eight, 13)
        return bits.padded
    }

    private func track(_ codec: String, channels: Int, layout: String? = nil) -> TrackFacts {
        var track = TrackFacts(trackID: 1, mediaType: .audio)
        track.traits = CodecTraits.named(codec)
        track.audio = AudioFacts(sampleRate: 48_000, channelCount: channels, channelLayout: layout)
        return track
    }

    @Test("a frame of DTS tells its layout and its length")
    func dts() throws {
        let header = try DTSCoreHeader(Self.core(arrangement: 9, lowFrequency: 2)[...])
        #expect(header.sampleRate == 48_000)
        #expect(header.samplesPerFrame == 512)
        #expect(header.frameByteCount == 1_024)
        #expect(header.channelCount == 6)
        var facts = track("dts", channels: 6)
        #expect(CodecHeaders.needsSample(facts))
        let frame = Self.core(arrangement: 9, lowFrequency: 2)
        #expect(CodecHeaders.describe(&facts, record: frame, form: .sample) == [])
        #expect(facts.audio?.channelLayout == "5.1(side)")
        #expect(facts.audio?.framesPerPacket == 512)
    }

    @Test("channels that DTS has beyond its core are not named by the core")
    func dtsExtension() {
        var facts = track("dts", channels: 8)
        #expect(CodecHeaders.describe(&facts, record: Self.core(arrangement: 9, lowFrequency: 2), form: .sample) == [])
        #expect(facts.audio?.channelCount == 8)
        #expect(facts.audio?.channelLayout == nil)
    }

    @Test("each arrangement of DTS has a name or none", arguments: 0..<64)
    func dtsLayouts(arrangement: Int) throws {
        for lowFrequency in [0, 1] {
            let header = try DTSCoreHeader(Self.core(arrangement: arrangement, lowFrequency: lowFrequency)[...])
            let name = ChannelLayoutName.dts(header)
            #expect(name == nil || header.channelCount != nil)
        }
    }

    @Test("TrueHD has the channels of its fullest presentation, whatever the sample entry says")
    func trueHD() {
        var facts = track("truehd", channels: 2, layout: "stereo")
        #expect(CodecHeaders.needsSample(facts))
        let unit = Self.unit(six: 0b1111, eight: 0b100_1111)
        #expect(CodecHeaders.describe(&facts, record: unit, form: .sample) == [])
        #expect(facts.audio?.channelCount == 8)
        #expect(facts.audio?.channelLayout == "7.1")
        #expect(facts.audio?.framesPerPacket == 40)
    }

    @Test("TrueHD without eight channels has those of the six, and its rate doubles")
    func trueHDSix() throws {
        let header = try TrueHDHeader(Self.unit(rate: 9, six: 0b1111, eight: 0)[...])
        #expect(header.channelCount == 6)
        #expect(header.sampleRate == 88_200)
        #expect(header.samplesPerUnit == 80)
        #expect(ChannelLayoutName.trueHD(assignment: header.assignment) == "5.1(side)")
    }

    @Test("what is no frame is refused, and what breaks off too")
    func broken() {
        #expect(throws: BitstreamError.invalid("SYNC")) { try DTSCoreHeader([1, 2, 3, 4, 5][...]) }
        #expect(throws: BitstreamError.invalid("SFREQ")) {
            try DTSCoreHeader(Self.core(arrangement: 2, rate: 0)[...])
        }
        #expect(throws: BitstreamError.invalid("format_sync")) {
            try TrueHDHeader([UInt8](repeating: 1, count: 20)[...])
        }
        #expect(throws: BitstreamError.invalid("channel_assignment")) {
            try TrueHDHeader(Self.unit(six: 0, eight: 0)[...])
        }
        for count in 0..<12 {
            #expect(throws: BitstreamError.self) { try DTSCoreHeader(Self.core(arrangement: 9).prefix(min(count, 9))) }
            #expect(throws: BitstreamError.self) { try TrueHDHeader(Self.unit(six: 1, eight: 0).prefix(count)) }
        }
    }

    @Test("Opus decodes at 48 kHz whatever the container says")
    func opusRate() {
        var facts = track("opus", channels: 2)
        facts.audio?.sampleRate = 30
        CodecHeaders.describeCodec(of: &facts)
        #expect(facts.audio?.sampleRate == 48_000)
    }
}
