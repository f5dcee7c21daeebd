import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBitstream

@Suite("Codec headers")
struct CodecHeadersTests {
    /// 64×48, High, level 3.1, with BT.709 colours, pixels of 4:3, 25 frames a second and no reordering.
    private static func sequenceParameterSet(profile: Int = 100, constraints: Int = 0, level: Int = 31) -> [UInt8] {
        var bits = BitBuilder()
        bits.unsigned(0x67, 8)
        bits.unsigned(profile, 8)
        bits.unsigned(constraints, 8)
        bits.unsigned(level, 8)
        bits.golomb(0)
        if profile == 100 {
            bits.golomb(1)  // 4:2:0
            bits.golomb(0)
            bits.golomb(0)
            bits.unsigned(0, 2)
        }
        bits.golomb(0)  // bits of frame numbers
        bits.golomb(2)  // output order is decoding order
        bits.golomb(1)
        bits.flag(false)
        bits.golomb(3)  // four macroblocks across
        bits.golomb(2)
        bits.flag(true)  // frames only
        bits.flag(true)
        bits.flag(false)
        bits.flag(true)  // usability
        bits.flag(true)
        bits.unsigned(255, 8)
        bits.unsigned(4, 16)
        bits.unsigned(3, 16)
        bits.flag(false)
        bits.flag(true)  // signal: limited range, colours
        bits.unsigned(5, 3)
        bits.flag(false)
        bits.flag(true)
        for _ in 0..<3 { bits.unsigned(1, 8) }
        bits.flag(false)
        bits.flag(true)  // timing
        bits.unsigned(1, 32)
        bits.unsigned(50, 32)
        bits.flag(true)
        bits.unsigned(0, 4)  // no decoder model, no picture structure, no restriction
        return bits.payload
    }

    /// The unit as a stream has it: the numbers of the timing would otherwise look like start codes.
    private static func unit(_ set: [UInt8]) -> [UInt8] { EmulationPrevention.inserted(into: set) }

    private static func record(_ set: [UInt8]) -> [UInt8] {
        let unit = unit(set)
        return [1, set[1], set[2], set[3], 0xff, 0xe1, 0, UInt8(unit.count)] + unit + [0]
    }

    private func videoTrack(_ decoderName: String = "") -> TrackFacts {
        var track = TrackFacts(trackID: 7, mediaType: .video)
        track.traits = CodecTraits.named(decoderName)
        track.video = VideoFacts()
        return track
    }

    private func audioTrack(_ decoderName: String) -> TrackFacts {
        var track = TrackFacts(trackID: 7, mediaType: .audio)
        track.traits = CodecTraits.named(decoderName)
        return track
    }

    // MARK: Pictures

    @Test("avcC fills in all that a parameter set says")
    func h264() {
        var track = videoTrack()
        #expect(
            CodecHeaders.describe(&track, record: Self.record(Self.sequenceParameterSet()), form: .box("avcC")) == []
        )
        #expect(track.codecName == "H.264")
        #expect(track.codec == "avc1".fourCharCode)
        #expect(track.traits.name == "h264")
        #expect(track.profile == "High")
        #expect(track.level == 3.1)
        let video = track.video
        #expect([video?.codedWidth, video?.codedHeight] == [64, 48])
        #expect(video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 4, vertical: 3))
        #expect(video?.naturalSize.width == 85)
        #expect([video?.bitDepth, video?.fieldCount] == [8, 1])
        #expect(video?.nominalFrameRate == 25)
        #expect([video?.chroma, video?.primaries, video?.range] == ["4:2:0", "bt709", "tv"])
        #expect(!track.requiresReordering)
    }

    @Test("parameter sets with start codes say the same")
    func startCodes() {
        var first = videoTrack("h264")
        var second = first
        let set = Self.sequenceParameterSet()
        _ = CodecHeaders.describe(&first, record: Self.record(set), form: .codecPrivate)
        #expect(CodecHeaders.describe(&second, record: [0, 0, 0, 1] + Self.unit(set), form: .codecPrivate) == [])
        #expect(first.video == second.video)
        #expect(first.profile == second.profile)
    }

    @Test("what the container says stays")
    func containerWins() {
        var track = videoTrack()
        track.codec = "avc3".fourCharCode
        track.video?.primaries = "bt2020"
        track.video?.range = "pc"
        track.video?.nominalFrameRate = 24
        track.video?.naturalSize.width = 100
        _ = CodecHeaders.describe(
            &track,
            record: Self.record(Self.sequenceParameterSet()),
            form: .box("avcC"),
            keepsPixelAspect: true
        )
        #expect(track.codec == "avc3".fourCharCode)
        #expect(track.video?.primaries == "bt2020")
        #expect(track.video?.transfer == "bt709")
        #expect(track.video?.range == "pc")
        #expect(track.video?.nominalFrameRate == 24)
        #expect(track.video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 1, vertical: 1))
        #expect(track.video?.naturalSize.width == 100)
    }

    @Test("level 1b is 1.1, in both of its spellings", arguments: [(66, 0x10, 11), (100, 0, 9)])
    func level1b(profile: Int, constraints: Int, level: Int) {
        var track = videoTrack()
        let set = Self.sequenceParameterSet(profile: profile, constraints: constraints, level: level)
        #expect(CodecHeaders.describe(&track, record: Self.record(set), form: .box("avcC")) == [])
        #expect(track.level == 1.1)
    }

    @Test("a damaged header warns and changes nothing")
    func damaged() throws {
        let whole = Self.record(Self.sequenceParameterSet())
        for count in 0..<(whole.count - 1) {
            var track = videoTrack("h264")
            let warnings = CodecHeaders.describe(&track, record: Array(whole.prefix(count)), form: .box("avcC"))
            #expect(warnings.count == 1)
            #expect(warnings.first?.hasPrefix("track 7 (h264): ") == true)
            #expect(track.profile == nil)
            #expect(track.video == VideoFacts())
            #expect(track.codecName == "")
        }
    }

    @Test("boxes that are no codec header are left alone")
    func otherBoxes() {
        var track = videoTrack()
        #expect(CodecHeaders.describe(&track, record: [1, 2, 3], form: .box("colr")) == [])
        #expect(track.codecName == "")
    }

    @Test("messages in hvcC tell of the display that a film was graded on")
    func highDynamicRange() {
        var track = videoTrack()
        #expect(CodecHeaders.describe(&track, record: Array(BitstreamVectors.hevcHDR), form: .box("hvcC")) == [])
        #expect(track.codecName == "HEVC")
        #expect(track.profile == "Main 10")
        #expect(track.requiresReordering)
        let video = track.video
        #expect(video?.dynamicRange == "HDR10")
        #expect(video?.transfer == "smpte2084")
        #expect(video?.pixelAspect == VideoFacts.PixelAspect(horizontal: 16, vertical: 11))
        #expect(video?.masteringDisplay?.chromaticities == [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329])
        #expect(video?.masteringDisplay?.maximumLuminance == 1000)
        #expect(video?.contentLight == VideoFacts.ContentLight(maximum: 1000, maximumAverage: 400))
    }

    @Test("a parameter set that allows fields says nothing, a timing message does")
    func fields() throws {
        var track = videoTrack()
        let record = Array(BitstreamVectors.avcInterlaced)
        #expect(CodecHeaders.describe(&track, record: record, form: .box("avcC")) == [])
        #expect(track.profile == "High 4:2:2")
        #expect(track.video?.bitDepth == 10)
        #expect(track.video?.chroma == "4:2:2")
        #expect(track.video?.fieldCount == nil)
        let set = try #require(try AVCConfiguration(record: record[...]).sequenceParameterSets.first)
        let stream = [0, 0, 1] + set + [0, 0, 1] + Array(BitstreamVectors.avcInterlacedTiming)
        #expect(CodecHeaders.describe(&track, record: stream, form: .sample) == [])
        #expect(track.video?.fieldCount == 2)
        #expect(track.video?.isTopFieldFirst == true)
    }

    @Test("WebM's features of VP9")
    func featuresOfVP9() {
        var track = videoTrack("vp9")
        let features: [UInt8] = [1, 1, 2, 2, 1, 31, 3, 1, 10, 4, 1, 1]
        #expect(CodecHeaders.describe(&track, record: features, form: .codecPrivate) == [])
        #expect(track.profile == "Profile 2")
        #expect(track.level == 3.1)
        #expect(track.video?.bitDepth == 10)
        #expect(track.video?.chroma == "4:2:0")
    }

    @Test(
        "ProRes says all by its code",
        arguments: [("apco", "Apple ProRes 422 Proxy", "Proxy", 10), ("ap4h", "Apple ProRes 4444", "4444", 12)]
    )
    func proRes(code: String, name: String, profile: String, depth: Int) {
        var track = videoTrack("prores")
        track.codec = code.fourCharCode
        CodecHeaders.describeCodec(of: &track)
        #expect(track.codecName == name)
        #expect(track.profile == profile)
        #expect(track.video?.bitDepth == depth)
    }

    // MARK: Sound

    /// An `esds` of an object type with a configuration.
    private func descriptor(_ objectType: UInt8, _ configuration: [UInt8]) -> [UInt8] {
        let specific: [UInt8] = configuration.isEmpty ? [] : [5, UInt8(configuration.count)] + configuration
        let decoder = [objectType, 0x15] + [UInt8](repeating: 0, count: 11) + specific
        let stream: [UInt8] = [0, 1, 0, 4, UInt8(decoder.count)] + decoder
        return [0, 0, 0, 0, 3, UInt8(stream.count)] + stream
    }

    @Test("AAC by its configuration")
    func aac() {
        var track = audioTrack("aac")
        #expect(CodecHeaders.describe(&track, record: descriptor(0x40, [0x11, 0x90]), form: .box("esds")) == [])
        #expect(track.codecName == "AAC LC")
        #expect(track.profile == "LC")
        #expect(track.audio?.sampleRate == 48_000)
        #expect(track.audio?.channelLayout == "stereo")
        #expect(track.audio?.framesPerPacket == 1024)
        #expect(!track.hasSampleDependencies)
    }

    @Test("HE-AAC version 2 doubles the rate, the frames and the channels")
    func highEfficiency() {
        // Type 29 at 22.05 kHz, mono; band replication to 44.1 kHz over LC.
        var bits = BitBuilder()
        for (value, count) in [(29, 5), (7, 4), (1, 4), (4, 4), (2, 5), (0, 3)] { bits.unsigned(value, count) }
        var track = audioTrack("aac")
        #expect(CodecHeaders.describe(&track, record: bits.padded, form: .codecPrivate) == [])
        #expect(track.codecName == "HE-AACv2")
        #expect(track.audio?.sampleRate == 44_100)
        #expect(track.audio?.channelCount == 2)
        #expect(track.audio?.channelLayout == "stereo")
        #expect(track.audio?.framesPerPacket == 2048)
    }

    @Test("xHE-AAC depends on earlier packets", arguments: [(1, 1024), (3, 2048), (4, 4096)])
    func unified(lengthIndex: Int, frames: Int) {
        var bits = BitBuilder()
        for (value, count) in [(31, 5), (10, 6), (3, 4), (2, 4), (3, 5), (lengthIndex, 3), (2, 5)] {
            bits.unsigned(value, count)
        }
        var track = audioTrack("aac")
        #expect(CodecHeaders.describe(&track, record: bits.padded, form: .codecPrivate) == [])
        #expect(track.codecName == "xHE-AAC")
        #expect(track.hasSampleDependencies)
        #expect(track.audio?.framesPerPacket == frames)
        #expect(track.audio?.sampleRate == 48_000)
    }

    @Test("what a decoder found out about AAC is kept")
    func decodedAAC() {
        var track = audioTrack("aac")
        track.profile = "HE-AAC"
        track.audio = AudioFacts(sampleRate: 44_100, channelCount: 2)
        #expect(CodecHeaders.describe(&track, record: [0x13, 0x90], form: .codecPrivate) == [])
        #expect(track.profile == "HE-AAC")
        #expect(track.audio?.sampleRate == 44_100)
    }

    @Test("an entry called mp4a need not be AAC")
    func mp3InDescriptor() {
        var track = audioTrack("aac")
        track.codec = "mp4a".fourCharCode
        track.audio = AudioFacts(sampleRate: 44_100, channelCount: 2)
        #expect(CodecHeaders.describe(&track, record: descriptor(0x6b, []), form: .box("esds")) == [])
        #expect(track.codecName == "MP3")
        #expect(track.traits.name == "mp3")
        #expect(track.codec == ".mp3".fourCharCode)
        #expect(track.audio?.framesPerPacket == 1152)
    }

    private static let streamInfo: [UInt8] =
        [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0xc4, 0x43, 0x70, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16)

    @Test(
        "FLAC bare, behind its mark and in its box",
        arguments: [
            ([], CodecHeaders.Form.codecPrivate), (Array("fLaC".utf8) + [0x80, 0, 0, 34], .codecPrivate),
            ([0, 0, 0, 0, 0x80, 0, 0, 34], .box("dfLa")),
        ]
    )
    func flac(prefix: [UInt8], form: CodecHeaders.Form) {
        var track = audioTrack("flac")
        #expect(CodecHeaders.describe(&track, record: prefix + Self.streamInfo, form: form) == [])
        #expect(track.codecName == "FLAC")
        #expect(track.audio?.sampleRate == 44_100)
        #expect(track.audio?.channelCount == 2)
        #expect(track.audio?.bitDepth == 24)
        #expect(track.audio?.framesPerPacket == 4096)
    }

    @Test("Apple Lossless bare and in its box", arguments: [0, 4, 12])
    func appleLossless(headerSize: Int) {
        let headers: [Int: [UInt8]] = [
            0: [], 4: [0, 0, 0, 0], 12: [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0],
        ]
        let config: [UInt8] =
            [0, 0, 0x10, 0, 0, 24, 40, 10, 14, 6, 0, 255] + [UInt8](repeating: 0, count: 8) + [0, 0, 0xbb, 0x80]
        var track = audioTrack("alac")
        let record = (headers[headerSize] ?? []) + config
        #expect(CodecHeaders.describe(&track, record: record, form: .codecPrivate) == [])
        #expect(track.audio?.sampleRate == 48_000)
        #expect(track.audio?.channelLayout == "5.1")
        #expect(track.audio?.bitDepth == 24)
        #expect(track.audio?.framesPerPacket == 4096)
    }

    @Test("packets of Opus tell how long they are", arguments: [(0xfc, 960), (0xfd, 1920), (0x00, 480), (0x83, 360)])
    func opus(first: Int, frames: Int) {
        var track = audioTrack("opus")
        #expect(CodecHeaders.describe(&track, record: [UInt8(first), 3], form: .sample) == [])
        #expect(track.audio?.framesPerPacket == frames)
        #expect(track.audio?.sampleRate == 48_000)
    }

    @Test(
        "frames of MPEG audio name their layer",
        arguments: [
            ([0xff, 0xfb, 0x90, 0x00], "mp3", 44_100, 2, 1152), ([0xff, 0xfd, 0x84, 0xc0], "mp2", 48_000, 1, 1152),
            ([0xff, 0xf3, 0x48, 0xc4], "mp3", 16_000, 1, 576), ([0xff, 0xff, 0x18, 0x00], "mp1", 32_000, 2, 384),
        ] as [([UInt8], String, Int, Int, Int)]
    )
    func layers(frame: [UInt8], codec: String, rate: Int, channels: Int, frames: Int) {
        var track = audioTrack("mp3")
        #expect(CodecHeaders.describe(&track, record: frame, form: .sample) == [])
        #expect(track.traits.name == codec)
        #expect(track.audio?.sampleRate == Double(rate))
        #expect(track.audio?.channelCount == channels)
        #expect(track.audio?.framesPerPacket == frames)
    }

    @Test("Enhanced AC-3 with a rear pair has 7.1 channels")
    func enhancedAC3() {
        var bits = BitBuilder()
        for (value, count) in [
            (640, 13), (0, 3), (0, 2), (16, 5), (0, 2), (0, 3), (7, 3), (1, 1), (0, 3), (1, 4), (2, 9),
        ] {
            bits.unsigned(value, count)
        }
        var track = audioTrack("eac3")
        #expect(CodecHeaders.describe(&track, record: bits.padded, form: .box("dec3")) == [])
        #expect(track.codecName == "Enhanced AC-3")
        #expect(track.audio?.channelCount == 8)
        #expect(track.audio?.channelLayout == "7.1")
        #expect(track.audio?.framesPerPacket == 1536)
    }

    // MARK: Hostile input

    @Test("noise, of every codec and in every form, ends in facts or in a warning")
    func noise() {
        var generator = SeededGenerator(seed: 11)
        let codecs = [
            "h264", "hevc", "av1", "vp8", "vp9", "mpeg4", "mpeg2video", "aac", "opus", "vorbis", "flac", "alac", "ac3",
            "eac3",
        ]
        let boxes = ["avcC", "hvcC", "av1C", "vpcC", "esds", "dac3", "dec3", "dOps", "dfLa", "alac"]
        let forms = boxes.map { CodecHeaders.Form.box($0) } + [.codecPrivate, .sample]
        let starts: [[UInt8]] = [[], [0, 0, 1], [1], [0x81], [0, 0, 0, 0], Array("OpusHead".utf8), [2, 30, 40]]
        var strange: [String] = []
        for round in 0..<20_000 {
            let start = starts[round % starts.count]
            let noise = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let codec = codecs[round % codecs.count]
            var track = round.isMultiple(of: 2) ? videoTrack(codec) : audioTrack(codec)
            let form = forms[Int.random(in: 0..<forms.count, using: &generator)]
            let warnings = CodecHeaders.describe(&track, record: start + noise, form: form)
            for warning in warnings where !warning.hasPrefix("track 7") { strange.append("\(round): \(warning)") }
        }
        // One expectation for all: each costs more than what it looks at.
        #expect(strange == [])
    }
}
