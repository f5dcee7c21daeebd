import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("The table of codecs")
struct CodecTraitsTests {
    private static let all = MediaCodec.allCases.map(\.traits)

    /// The codecs with a habit, by FFmpeg's names.
    private static func with(_ habit: CodecTraits.Habits) -> Set<MediaCodec> {
        Set(MediaCodec.allCases.filter { $0.traits.habits.contains(habit) })
    }

    @Test("every codec has a row of its own, which FFmpeg's name finds", arguments: MediaCodec.allCases)
    func rows(codec: MediaCodec) {
        let traits = codec.traits
        #expect(traits.codec == codec)
        #expect(traits.name == codec.rawValue)
        #expect(!traits.title.isEmpty)
        #expect(CodecTraits.named(codec.rawValue) === traits)
        #expect(traits.codes.allSatisfy { $0.unicodeScalars.count == 4 && $0.fourCharCode != 0 })
        #expect(traits.otherCodes.allSatisfy { $0.unicodeScalars.count == 4 })
        #expect(Set(traits.titles.keys).isSubset(of: traits.codes))
    }

    @Test("FFmpeg knows every codec of the table, and decodes what it is to decode")
    func known() {
        // Data, text that is only copied, and codecs without a decoder.
        let undecoded: Set<MediaCodec> = [
            .ac4, .mpegH, .a53, .ssa, .dvbTeletext, .ttml, .timedID3, .data, .scte35, .guide, .timecode,
        ]
        for codec in MediaCodec.allCases where !undecoded.contains(codec) {
            #expect(Decoders.exist(for: codec.traits), "\(codec)")
        }
    }

    @Test("no code, no box and no number of Core Audio stands for two codecs")
    func unambiguous() {
        let plain = Self.with(.isPlain).subtracting([.muLaw, .aLaw])
        let coded = Self.all.filter { traits in !plain.contains { $0.traits === traits } }
        for keys in [coded.flatMap(\.codes), Self.all.flatMap(\.otherCodes), Self.all.compactMap(\.headerBox)] {
            #expect(Set(keys).count == keys.count)
        }
        let formats = Self.all.flatMap(\.audioFormats)
        #expect(Set(formats).count == formats.count)
    }

    @Test("codes find their codecs, and what people say of each")
    func codes() {
        #expect(CodecTraits.of(code: "hev1".fourCharCode)?.codec == .hevc)
        #expect(CodecTraits.of(code: "xdv3".fourCharCode)?.codec == .mpeg2)
        #expect(CodecTraits.of(code: "dvhp".fourCharCode)?.codec == .dv)
        #expect(CodecTraits.of(code: "subr".fourCharCode) == nil)
        #expect(CodecTraits.ofDescription("subr".fourCharCode)?.codec == .subRip)
        #expect(CodecTraits.ofDescription("avc3".fourCharCode)?.codec == .h264)
        #expect(CodecTraits.of(audioFormat: kAudioFormatMPEG4AAC_HE)?.codec == .aac)
        #expect(CodecTraits.of(headerBox: "dOps")?.codec == .opus)
        // Uncompressed sound has one code for all its forms.
        #expect(CodecTraits.of(code: kAudioFormatLinearPCM) == nil)
        #expect(MediaCodec.pcmS24BE.traits.code == kAudioFormatLinearPCM)
        let proRes = MediaCodec.proRes.traits
        #expect(proRes.title(of: "ap4x".fourCharCode) == "Apple ProRes 4444 XQ")
        #expect(proRes.title(of: 0) == "Apple ProRes 422")
    }

    @Test("a codec that is not listed goes by its name, and by its family")
    func unlisted() {
        let unknown = CodecTraits.named("snow")
        #expect(unknown.codec == nil && unknown.title == "SNOW" && unknown.code == 0 && unknown.habits.isEmpty)
        let linear = CodecTraits.named("pcm_s64be")
        #expect(linear.codec == nil && linear.title == "Linear PCM" && linear.habits.contains(.isPlain))
        #expect(linear.numbers.isBigEndian && linear.numbers.isSigned && linear.preroll.packetCount == 0)
        #expect(CodecTraits.named("adpcm_xa").habits == .hasFixedPackets)
        #expect(CodecTraits.named("").title == "")
    }

    @Test("facts about a track follow the name of its codec")
    func facts() {
        var track = TrackFacts(trackID: 1, mediaType: .video)
        #expect(track.knownCodec == nil)
        track.traits = CodecTraits.named("prores")
        #expect(track.knownCodec == .proRes && track.traits.habits.contains(.standsAlone))
        track.traits = CodecTraits.named("snow")
        #expect(track.knownCodec == nil && track.traits.name == "snow")
    }

    @Test("names of uncompressed sound say what its samples look like, and come from it")
    func linear() {
        for codec in Self.with(.isPlain).subtracting([.muLaw, .aLaw]) {
            let bits = Int(codec.rawValue.filter(\.isNumber)) ?? 0
            #expect(CodecTraits.linear(bits: bits, codec.traits.numbers).codec == codec)
        }
        #expect(MediaCodec.pcmU8.traits.numbers.isSigned == false)
        #expect(MediaCodec.pcmF32BE.traits.numbers.isFloatingPoint && MediaCodec.pcmF32BE.traits.numbers.isBigEndian)
    }

    @Test("what joins pictures is there once for each scheme")
    func splicing() {
        let schemes = Self.all.compactMap(\.splicing)
        #expect(Set(schemes) == Set(SampleSplicer.Codec.allCases) && schemes.count == Set(schemes).count)
        // Pictures that stand alone are copied as they are.
        #expect(Self.all.allSatisfy { $0.splicing == nil || !$0.habits.contains(.standsAlone) })
    }

    @Test("sound is decoded from early enough, and copied from as late as will do")
    func preroll() {
        #expect(MediaCodec.flac.traits.preroll.packetCount == 0)
        #expect(MediaCodec.opus.traits.preroll.time == CMTime(value: 80, timescale: 1000))
        #expect(MediaCodec.mp3.traits.preroll.time == CMTime(value: 300, timescale: 1000))
        #expect(MediaCodec.aac.traits.preroll.packetCount == 3)
        let vorbis = MediaCodec.vorbis.traits
        #expect((vorbis.preroll.packetCount, vorbis.copiedPreroll.packetCount) == (2, 1))
        #expect(vorbis.copiedPreroll.time == .zero)
        #expect(MediaCodec.aac.traits.copiedPreroll.packetCount == 3)
    }

    @Test("Matroska holds what it has names for, in the order of the table")
    func matroska() throws {
        let rules = try #require(ContainerRules.rules(of: .akMatroska))
        #expect(rules.pictures.first == .h264 && rules.pictures.last == .ffv1)
        #expect(rules.sounds.first == .opus && rules.sounds.last == .pcmF64LE)
        #expect((rules.pictures + rules.sounds + rules.texts).allSatisfy { $0.traits.matroskaName != nil })
        #expect(!rules.pictures.contains(.dnxhd))
    }

    @Test("what encodes sound anew is found by its codec")
    func encoders() {
        let found = MediaCodec.allCases.compactMap { SoundEncoding.Codec($0.traits) }
        #expect(Set(found) == Set(SoundEncoding.Codec.allCases))
        #expect(SoundEncoding.Codec(MediaCodec.muLaw.traits) == .pcm)
        #expect(SoundEncoding.Codec(MediaCodec.dts.traits) == nil)
    }
}
