import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Format descriptions of tracks")
struct FormatDescriptionTests {
    private func track(_ mediaType: AVMediaType, _ codec: String = "", _ decoder: String = "") -> TrackFacts {
        var facts = TrackFacts(trackID: 1, mediaType: mediaType)
        facts.codec = codec.fourCharCode
        facts.traits = CodecTraits.named(decoder)
        return facts
    }

    private func format(_ facts: TrackFacts) throws -> CMFormatDescription {
        let formats = AVAssetTrack(facts: facts).sampleFormats
        #expect(formats.count == 1)
        return try #require(formats.first)
    }

    // MARK: Pictures

    private var videoTrack: TrackFacts {
        var facts = track(.video, "avc1", "h264")
        facts.codecName = "H.264"
        var video = VideoFacts()
        video.codedWidth = 720
        video.codedHeight = 576
        facts.video = video
        return facts
    }

    @Test("pictures without descriptions get one made of the track's facts")
    func plainPictures() throws {
        let format = try format(videoTrack)
        #expect(format.mediaType == .video)
        #expect(format.mediaSubType == .h264)
        #expect(format.dimensions == CMVideoDimensions(width: 720, height: 576))
        #expect(format.extensions[.formatName]?.propertyListRepresentation as? String == "H.264")
        #expect(format.extensions[.depth]?.propertyListRepresentation as? Int == 24)
        for absent in [.pixelAspectRatio, .cleanAperture, .fullRangeVideo, .fieldCount] as [ExtensionKey] {
            #expect(format.extensions[absent] == nil)
        }
    }

    private typealias ExtensionKey = CMFormatDescription.Extensions.Key

    @Test("every description has a format of its own, with its size and its header")
    func descriptions() throws {
        var facts = videoTrack
        let record = Array(BitstreamVectors.avcHigh)
        facts.descriptions = [
            SampleDescriptionFacts(codec: "avc1".fourCharCode, atoms: ["avcC": record], width: 640, height: 360),
            SampleDescriptionFacts(codec: "hvc1".fourCharCode),
        ]
        let formats = AVAssetTrack(facts: facts).sampleFormats
        #expect(formats.map(\.mediaSubType) == [.h264, .hevc])
        #expect(formats.map(\.dimensions.width) == [640, 720])
        let atoms = formats[0].extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation
        #expect((atoms as? [String: Data])?["avcC"] == Data(record))
        #expect(formats[0].parameterSets.count == 2)
    }

    @Test("colours, fields, shape and aperture are in Core Media's words")
    func pictureExtensions() throws {
        var facts = videoTrack
        facts.video?.pixelAspect = VideoFacts.PixelAspect(horizontal: 16, vertical: 15)
        facts.video?.cleanAperture = CGRect(x: 11, y: 12, width: 704, height: 560)
        facts.video?.primaries = "bt470bg"
        facts.video?.transfer = "bt709"
        facts.video?.matrix = "smpte170m"
        facts.video?.range = "tv"
        facts.video?.fieldCount = 2
        facts.video?.isTopFieldFirst = false
        facts.video?.bitDepth = 10
        let format = try format(facts)
        func text(_ key: ExtensionKey) -> String? {
            format.extensions[key]?.propertyListRepresentation as? String
        }
        #expect(text(.colorPrimaries) == kCMFormatDescriptionColorPrimaries_EBU_3213)
        #expect(text(.transferFunction) == kCMFormatDescriptionTransferFunction_ITU_R_709_2)
        #expect(text(.yCbCrMatrix) == kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
        #expect(text(.fieldDetail) == kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
        #expect(format.extensions[.fullRangeVideo]?.propertyListRepresentation as? Bool == false)
        #expect(format.extensions[.fieldCount]?.propertyListRepresentation as? Int == 2)
        #expect(format.extensions[.bitsPerComponent]?.propertyListRepresentation as? Int == 10)
        // The aperture is 3 to the right of the middle and 4 below it.
        let aperture = format.extensions[.cleanAperture]?.propertyListRepresentation as? [String: Double]
        #expect(aperture == ["Width": 704, "Height": 560, "HorizontalOffset": 3, "VerticalOffset": 4])
        #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 11, y: 12, width: 704, height: 560))
        #expect(format.presentationDimensions().height == 560)
        #expect(format.presentationDimensions().width.rounded() == 751)
    }

    @Test(
        "transfer functions of every kind",
        arguments: [
            ("smpte2084", kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ),
            ("arib-std-b67", kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG),
            ("iec61966-2-1", kCMFormatDescriptionTransferFunction_sRGB),
            ("bt470bg", kCMFormatDescriptionTransferFunction_UseGamma),
        ]
    )
    func transfer(name: String, expected: String) throws {
        var facts = videoTrack
        facts.video?.transfer = name
        let format = try format(facts)
        #expect(format.extensions[.transferFunction]?.propertyListRepresentation as? String == expected)
        let gamma = format.extensions[.gammaLevel]?.propertyListRepresentation as? Double
        #expect(gamma == (name == "bt470bg" ? 2.8 : nil))
    }

    @Test("words that Core Media lacks are left out")
    func unknownColors() throws {
        var facts = videoTrack
        facts.video?.primaries = "film"
        facts.video?.matrix = "ictcp"
        facts.video?.transfer = "no such thing"
        let extensions = try format(facts).extensions
        #expect(extensions[.colorPrimaries] == nil)
        #expect(extensions[.yCbCrMatrix] == nil)
        #expect(extensions[.transferFunction] == nil)
    }

    @Test("high dynamic range is in the bytes of the messages")
    func highDynamicRange() throws {
        var facts = videoTrack
        facts.video?.masteringDisplay = VideoFacts.MasteringDisplay(
            chromaticities: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329],
            minimumLuminance: 0.005,
            maximumLuminance: 1000
        )
        facts.video?.contentLight = VideoFacts.ContentLight(maximum: 1000, maximumAverage: 70_000)
        let extensions = try format(facts).extensions
        let display = extensions[.masteringDisplayColorVolume]?.propertyListRepresentation as? Data
        #expect(display == Data(bytes("33c2 86c4 1d4c 0bb8 84d0 3e80 3d13 4042 00989680 00000032")))
        let light = extensions[.contentLightLevelInfo]?.propertyListRepresentation as? Data
        #expect(light == Data(bytes("03e8 ffff")))
    }

    // MARK: Sound

    private func audioTrack(_ codec: String, _ decoder: String, _ audio: AudioFacts) -> TrackFacts {
        var facts = track(.audio, codec, decoder)
        facts.audio = audio
        return facts
    }

    private func basic(_ facts: TrackFacts) throws -> AudioStreamBasicDescription {
        try #require(try format(facts).audioStreamBasicDescription)
    }

    @Test("AAC has its kind, its packets and its cookie")
    func aac() throws {
        let audio = AudioFacts(sampleRate: 48_000, channelCount: 6, channelLayout: "5.1", framesPerPacket: 1024)
        var facts = audioTrack("mp4a", "aac", audio)
        facts.profile = "LC"
        facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: ["esds": [0, 0, 0, 0, 3, 1, 9]])]
        let format = try format(facts)
        #expect(format.mediaSubType.rawValue == kAudioFormatMPEG4AAC)
        #expect(format.magicCookie == Data([3, 1, 9]))
        #expect(format.audioChannelLayout == ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_AAC_5_1))
        let basic = try basic(facts)
        #expect(basic.mSampleRate == 48_000)
        #expect(basic.mFormatFlags == 2)
        #expect([basic.mFramesPerPacket, basic.mChannelsPerFrame, basic.mBitsPerChannel] == [1024, 6, 0])
        #expect([basic.mBytesPerPacket, basic.mBytesPerFrame] == [0, 0])
    }

    @Test(
        "compressed formats by codec and profile",
        arguments: [
            ("aac", "HE-AAC", kAudioFormatMPEG4AAC_HE), ("aac", "HE-AACv2", kAudioFormatMPEG4AAC_HE_V2),
            ("aac", "xHE-AAC", kAudioFormatMPEGD_USAC), ("ac3", "", kAudioFormatAC3),
            ("eac3", "", kAudioFormatEnhancedAC3), ("opus", "", kAudioFormatOpus), ("flac", "", kAudioFormatFLAC),
            ("mp3", "", kAudioFormatMPEGLayer3), ("vorbis", "", AKAudioFormatVorbis), ("amr_nb", "", kAudioFormatAMR),
            ("pcm_mulaw", "", kAudioFormatULaw), ("pcm_s16le", "", kAudioFormatLinearPCM),
        ]
    )
    func formatIDs(decoder: String, profile: String, expected: AudioFormatID) throws {
        var facts = audioTrack("", decoder, AudioFacts(sampleRate: 44_100, channelCount: 2))
        facts.profile = profile.isEmpty ? nil : profile
        #expect(try basic(facts).mFormatID == expected)
    }

    @Test("Apple Lossless and FLAC say how deep their source is", arguments: [(16, 1), (24, 3)])
    func lossless(depth: Int, flags: UInt32) throws {
        for (decoder, atom) in [("alac", "alac"), ("flac", "dfLa")] {
            let audio = AudioFacts(sampleRate: 44_100, channelCount: 2, bitDepth: depth, framesPerPacket: 4096)
            var facts = audioTrack("", decoder, audio)
            facts.descriptions = [SampleDescriptionFacts(codec: 0, atoms: [atom: [0, 0, 0, 0, 7, 8]])]
            #expect(try basic(facts).mFormatFlags == flags)
            #expect(try basic(facts).mBitsPerChannel == 0)
            #expect(try format(facts).magicCookie == Data([7, 8]))
        }
    }

    @Test(
        "PCM by its samples",
        arguments: [
            ("pcm_s16le", 16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 2),
            (
                "pcm_s24be", 24,
                kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian, 3
            ),
            ("pcm_f32le", 32, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, 4),
            ("pcm_f64be", 64, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian, 8),
            ("pcm_u8", 8, kAudioFormatFlagIsPacked, 1),
            ("pcm_s8", 8, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 1),
        ]
    )
    func samples(decoder: String, depth: Int, flags: AudioFormatFlags, bytes: UInt32) throws {
        let audio = AudioFacts(sampleRate: 44_100, channelCount: 2, bitDepth: depth)
        let basic = try basic(audioTrack("lpcm", decoder, audio))
        #expect(basic.mFormatID == kAudioFormatLinearPCM)
        #expect(basic.mFormatFlags == flags)
        #expect(basic.mBitsPerChannel == UInt32(depth))
        #expect([basic.mBytesPerFrame, basic.mBytesPerPacket, basic.mFramesPerPacket] == [2 * bytes, 2 * bytes, 1])
    }

    @Test("samples with room to spare are not packed")
    func paddedSamples() throws {
        let audio = AudioFacts(sampleRate: 44_100, channelCount: 2, bitDepth: 24, framesPerPacket: 1, bytesPerPacket: 8)
        let basic = try basic(audioTrack("lpcm", "pcm_s32le", audio))
        #expect(basic.mBytesPerFrame == 8)
        #expect(basic.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh)
    }

    @Test(
        "layouts are in the order of the codec",
        arguments: [
            ("aac", "5.1", 6, kAudioChannelLayoutTag_MPEG_5_1_D),
            ("ac3", "5.1(side)", 6, kAudioChannelLayoutTag_MPEG_5_1_C),
            ("opus", "5.1", 6, kAudioChannelLayoutTag_MPEG_5_1_C),
            ("flac", "5.1", 6, kAudioChannelLayoutTag_MPEG_5_1_A),
            ("mp3", nil, 1, kAudioChannelLayoutTag_Mono), ("mp3", nil, 2, kAudioChannelLayoutTag_Stereo),
            ("pcm_s16le", nil, 5, kAudioChannelLayoutTag_DiscreteInOrder | 5),
            ("aac", "7.1(wide)", 8, kAudioChannelLayoutTag_MPEG_7_1_B),
            // A name that belongs to another count of channels is not believed.
            ("flac", "5.1", 4, kAudioChannelLayoutTag_DiscreteInOrder | 4),
        ] as [(String, String?, Int, AudioChannelLayoutTag)]
    )
    func layouts(decoder: String, name: String?, count: Int, tag: AudioChannelLayoutTag) throws {
        let audio = AudioFacts(sampleRate: 48_000, channelCount: count, channelLayout: name)
        #expect(try format(audioTrack("", decoder, audio)).audioChannelLayout?.tag == tag)
    }

    @Test("a layout without a tag is its channels")
    func bitmap() throws {
        let audio = AudioFacts(sampleRate: 48_000, channelCount: 8, channelLayout: "7.1")
        let layout = try #require(try format(audioTrack("", "pcm_s16le", audio)).audioChannelLayout)
        #expect(layout.tag == kAudioChannelLayoutTag_UseChannelBitmap)
        #expect(layout.bitmap.rawValue == 0x63f)
        #expect(layout.numberOfChannels == 8)
    }

    @Test("numbers that cannot be true do no harm")
    func hostileNumbers() throws {
        let audio = AudioFacts(
            sampleRate: .infinity,
            channelCount: .max,
            channelLayout: "5.1",
            bitDepth: .max - 10,
            framesPerPacket: .max,
            bytesPerPacket: .min
        )
        let basic = try basic(audioTrack("lpcm", "pcm_s16le", audio))
        #expect(basic.mSampleRate == 0)
        var facts = videoTrack
        facts.video?.codedWidth = .max
        facts.video?.codedHeight = .min
        #expect(try format(facts).dimensions.width == .max)
    }

    @Test("sound of an unknown codec has no description, an odd one goes by its letters")
    func unknownSound() throws {
        #expect(AVAssetTrack(facts: track(.audio)).sampleFormats.isEmpty)
        #expect(try format(track(.audio, "", "wmav2")).mediaSubType.description == "'wmav'")
    }

    // MARK: Other media

    @Test(
        "text of every kind",
        arguments: [
            (AVMediaType.subtitle, "tx3g", CMFormatDescription.MediaType.subtitle),
            (.text, "text", .text), (.closedCaption, "c608", .closedCaption), (.metadata, "mebx", .metadata),
            (.timecode, "tmcd", .timeCode), (.muxed, "mp2t", .muxed),
        ]
    )
    func otherMedia(mediaType: AVMediaType, code: String, expected: CMFormatDescription.MediaType) throws {
        let format = try format(track(mediaType, code))
        #expect(format.mediaType == expected)
        #expect(format.mediaSubType.rawValue == code.fourCharCode)
    }

    @Test("a time code's entry tells how it counts")
    func timeCode() throws {
        var facts = track(.timecode, "tmcd", "tmcd")
        let entry = Array(bytes("00000000 00000003 00007530 000003e9 1e 00"))
        facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: ["tmcd": entry])]
        let format = try format(facts)
        #expect(format.frameDuration == CMTime(value: 1001, timescale: 30_000))
        #expect(format.frameQuanta == 30)
        #expect(format.timeCodeFlags == [.dropFrame, .twentyFourHourMax])
        facts.descriptions[0].atoms["tmcd"] = Array(entry.prefix(10))
        #expect(try self.format(facts).frameQuanta == 0)
    }

    @Test("boxed metadata names its keys")
    func metadata() throws {
        var facts = track(.metadata, "mebx", "bin_data")
        let name = Array("mdtacom.example.place".utf8)
        let keyd = [0, 0, 0, UInt8(8 + name.count)] + Array("keyd".utf8) + name
        let dtyp: [UInt8] = [0, 0, 0, 16] + Array("dtyp".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
        let keys = [0, 0, 0, UInt8(8 + keyd.count + dtyp.count), 0, 0, 0, 3] + keyd + dtyp
        facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: ["keys": keys])]
        let format = try format(facts)
        #expect(format.identifiers == ["mdta/com.example.place"])
        #expect(format.keyWithLocalID(3) != nil)
        for count in 0..<keys.count {
            facts.descriptions[0].atoms["keys"] = Array(keys.prefix(count))
            #expect(try self.format(facts).identifiers.isEmpty)
        }
    }
}
