internal import AssetKitBitstream
internal import CMTimeLib

// The table. A new codec is a case of `MediaCodec` and a row here, which the compiler asks for; types of files that hold it
// name it in `ContainerRules`.

extension MediaCodec {
    /// The traits of the codec. Reached through ``traits``, which makes each of them once.
    package var row: CodecTraits {
        switch self {
        case .h264:
            picture(
                "H.264",
                [.reorders, .tellsEntries],
                codes: ["avc1", "avc3"],
                matroskaName: "V_MPEG4/ISO/AVC",
                headerBox: "avcC",
                splicing: .h264
            )
        case .hevc:
            picture(
                "HEVC",
                [.reorders, .tellsEntries],
                codes: ["hvc1", "hev1", "dvh1", "dvhe"],
                matroskaName: "V_MPEGH/ISO/HEVC",
                headerBox: "hvcC",
                splicing: .hevc
            )
        case .av1:
            picture(
                "AV1",
                [.tellsEntries, .hasColorInside],
                codes: ["av01"],
                matroskaName: "V_AV1",
                headerBox: "av1C",
                splicing: .av1
            )
        case .vp8:
            picture(
                "VP8",
                [.tellsEntries],
                codes: ["vp08"],
                matroskaName: "V_VP8",
                sampleBox: "vpcC",
                splicing: .vp8,
                alphaDecoder: "libvpx"
            )
        case .vp9:
            picture(
                "VP9",
                [.tellsEntries],
                codes: ["vp09"],
                matroskaName: "V_VP9",
                sampleBox: "vpcC",
                splicing: .vp9,
                alphaDecoder: "libvpx-vp9"
            )
        case .mpeg4:
            picture(
                "MPEG-4 Visual",
                [.reorders, .tellsEntries],
                codes: ["mp4v"],
                matroskaName: "V_MPEG4/ISO/ASP",
                splicing: .mpeg4
            )
        case .mpeg2:
            picture(
                "MPEG-2 Video",
                [.reorders, .tellsEntries],
                codes: ["mp2v"] + Self.mpeg2OfCameras,
                matroskaName: "V_MPEG2",
                splicing: .mpeg2
            )
        case .mpeg1:
            picture(
                "MPEG-1 Video",
                [.reorders, .tellsEntries],
                codes: ["mp1v", "m1v1", "m1v ", "mpeg"],
                matroskaName: "V_MPEG1"
            )
        case .proRes:
            picture(
                "Apple ProRes 422",
                [.standsAlone, .hasColorInside],
                codes: ["apcn", "apch", "apcs", "apco", "ap4h", "ap4x"],
                titles: Self.proResTitles,
                matroskaName: "V_PRORES"
            )
        case .dnxhd: picture("Avid DNxHD", .standsAlone, codes: ["AVdn", "AVdh"], titles: ["AVdh": "Avid DNxHR"])
        case .dv: picture("DV", .standsAlone, codes: Self.tapes)
        case .theora: picture("Theora", otherCodes: ["theo"], matroskaName: "V_THEORA")
        case .h263: picture("H.263", codes: ["s263", "h263"])
        case .svq3: picture("Sorenson Video 3", codes: ["SVQ3"])
        case .cinepak: picture("Cinepak", codes: ["cvid"])
        case .flv1: picture("Sorenson Spark")
        case .wmv1: picture("Windows Media Video 7", otherCodes: ["wmv1"])
        case .wmv2: picture("Windows Media Video 8", otherCodes: ["wmv2"])
        case .wmv3: picture("Windows Media Video 9", .reorders, otherCodes: ["wmv3"])
        case .vc1: picture("VC-1", .reorders, otherCodes: ["vc1 "])
        case .rv30, .rv40, .cavs: picture(nil, .reorders)
        case .msmpeg4v2: picture("MPEG-4 version 2 of Microsoft")
        case .msmpeg4v3: picture("DivX 3")

        case .jpeg:
            picture(
                "Motion JPEG",
                [.standsAlone, .hasColorInside],
                codes: ["jpeg", "mjpa"],
                matroskaName: "V_MJPEG"
            )
        case .jpegB: picture("Motion JPEG B", .standsAlone, codes: ["mjpb"])
        case .jpeg2000: picture("JPEG 2000", [.standsAlone, .hidesPixelFormat], codes: ["mjp2"])
        case .png: picture("PNG", [.standsAlone, .isLossless, .hidesPixelFormat], codes: ["png "])
        case .raw:
            picture(
                "uncompressed video",
                [.standsAlone, .isLossless, .hidesPixelFormat],
                codes: ["raw ", "2vuy"]
            )
        case .ffv1:
            picture(
                "FFV1",
                [.isLossless, .hidesPixelFormat],
                codes: ["FFV1"],
                otherCodes: ["ffv1"],
                matroskaName: "V_FFV1"
            )
        case .animation: picture("Animation", [.isLossless, .hidesPixelFormat], codes: ["rle "])
        case .gif: picture("GIF", codes: ["gif "])
        case .webp: picture("WebP", .standsAlone)
        case .apng: picture("Animated PNG")
        case .huffyuv, .ffvhuff, .utvideo, .magicyuv, .v210: picture(nil, [.standsAlone, .isLossless])
        case .v210x, .v308, .v408, .v410, .r210, .r10k, .avrp, .yuv4: picture(nil, .standsAlone)
        case .tiff, .bmp, .targa, .jpegLS, .hap, .cfhd, .speedhq: picture(nil, .standsAlone)

        case .aac:
            sound(
                "AAC",
                [.needsHeader, .hasWholePackets],
                codes: ["mp4a"],
                formats: Self.aacFormats,
                matroskaName: "A_AAC",
                preroll: Self.aacPreroll
            )
        case .aacLATM: sound(nil, preroll: Self.aacPreroll)
        case .opus:
            sound(
                "Opus",
                [.needsHeader, .hasWholePackets],
                codes: ["Opus"],
                formats: [kAudioFormatOpus],
                matroskaName: "A_OPUS",
                headerBox: "dOps",
                // RFC 7845 asks for 80 ms.
                preroll: .init(time: CMTime(value: 80, timescale: 1000), packetCount: 1)
            )
        case .vorbis:
            sound(
                "Vorbis",
                .needsHeader,
                formats: [AKAudioFormatVorbis],
                matroskaName: "A_VORBIS",
                copiedPreroll: .init(time: .zero, packetCount: 1)
            )
        case .mp3: layer("MP3", ".mp3", kAudioFormatMPEGLayer3, "A_MPEG/L3")
        case .mp2: layer("MPEG layer 2", ".mp2", kAudioFormatMPEGLayer2, "A_MPEG/L2")
        case .mp1: layer("MPEG layer 1", ".mp1", kAudioFormatMPEGLayer1, "A_MPEG/L1")
        case .ac3:
            sound(
                "AC-3",
                .hasWholePackets,
                codes: ["ac-3"],
                formats: [kAudioFormatAC3],
                matroskaName: "A_AC3",
                headerBox: "dac3",
                sampleBox: "dac3"
            )
        case .eac3:
            sound(
                "Enhanced AC-3",
                codes: ["ec-3"],
                formats: [kAudioFormatEnhancedAC3],
                matroskaName: "A_EAC3",
                headerBox: "dec3",
                sampleBox: "dec3"
            )
        case .dts: sound("DTS", codes: ["dtsc"], matroskaName: "A_DTS")
        case .trueHD: sound("Dolby TrueHD", .isLossless, codes: ["mlpa"], matroskaName: "A_TRUEHD")
        case .flac:
            sound(
                "FLAC",
                [.isLossless, .endsShort, .needsHeader],
                codes: ["fLaC"],
                formats: [kAudioFormatFLAC],
                matroskaName: "A_FLAC",
                headerBox: "dfLa",
                preroll: CodecTraits.Preroll.none
            )
        case .alac:
            sound(
                "Apple Lossless",
                [.isLossless, .endsShort, .needsHeader],
                codes: ["alac"],
                formats: [kAudioFormatAppleLossless],
                matroskaName: "A_ALAC",
                headerBox: "alac",
                preroll: CodecTraits.Preroll.none
            )
        case .wavpack:
            sound(nil, [.isLossless, .endsShort], otherCodes: ["wavp"], preroll: CodecTraits.Preroll.none)
        case .tta: sound(nil, [.isLossless, .endsShort], otherCodes: ["tta "], preroll: CodecTraits.Preroll.none)
        case .ape: sound(nil, .endsShort, preroll: CodecTraits.Preroll.none)
        case .pcmU8, .pcmS16LE, .pcmS24LE, .pcmS32LE:
            CodecTraits.linear(self, rawValue, matroskaName: "A_PCM/INT/LIT")
        case .pcmS16BE, .pcmS24BE, .pcmS32BE: CodecTraits.linear(self, rawValue, matroskaName: "A_PCM/INT/BIG")
        case .pcmF32LE, .pcmF64LE: CodecTraits.linear(self, rawValue, matroskaName: "A_PCM/FLOAT/IEEE")
        case .pcmS8, .pcmF32BE, .pcmF64BE, .pcmU16LE, .pcmU16BE, .pcmU24LE, .pcmU24BE, .pcmU32LE, .pcmU32BE:
            CodecTraits.linear(self, rawValue)
        case .muLaw: sound("G.711 µ-law", .isPlain, codes: ["ulaw"], formats: [kAudioFormatULaw])
        case .aLaw: sound("G.711 A-law", .isPlain, codes: ["alaw"], formats: [kAudioFormatALaw])
        case .ac4: sound("AC-4", codes: ["ac-4"])
        case .mpegH: sound("MPEG-H 3D Audio", codes: ["mhm1"])
        case .amrNB: sound("AMR narrowband", codes: ["samr"], formats: [kAudioFormatAMR])
        case .amrWB: sound("AMR wideband", codes: ["sawb"], formats: [kAudioFormatAMR_WB])
        case .speex: sound("Speex", otherCodes: ["spee"])
        case .mlp: sound(nil, otherCodes: ["mlp "])
        case .qdm2: sound(nil, formats: [kAudioFormatQDesign2])
        case .ilbc: sound(nil, .hasFixedPackets, formats: [kAudioFormatiLBC])
        // Both go by the same four letters; what people say stands in descriptions.
        case .wma1: sound("Windows Media Audio 1")
        case .wma2: sound("Windows Media Audio 2", otherCodes: ["wmav"])
        case .wmaPro: sound("Windows Media Audio Pro", otherCodes: ["wmap"])
        case .wmaLossless: sound("Windows Media Audio Lossless", .isLossless, otherCodes: ["wmal"])
        case .wmaVoice: sound("Windows Media Audio Voice")
        case .gsmMS: sound("GSM", .hasFixedPackets, formats: [kAudioFormatMicrosoftGSM])
        case .adpcmMS: sound("Microsoft ADPCM", .hasFixedPackets, formats: [AKAudioFormatMicrosoftADPCM])
        case .adpcmIMAWave: sound("IMA ADPCM", .hasFixedPackets, formats: [kAudioFormatDVIIntelIMA])
        case .adpcmIMAQuickTime:
            sound("IMA 4:1", .hasFixedPackets, codes: ["ima4"], formats: [kAudioFormatAppleIMA4])

        case .timedText: text("3GPP timed text", .isText, codes: ["tx3g"])
        case .text: text("text", .isText, codes: ["text"])
        case .subRip: text("SubRip", .isText, otherCodes: ["subr", "srt "], matroskaName: "S_TEXT/UTF8")
        case .ass: text("SubStation Alpha", .isText, otherCodes: ["ass ", "ssa "], matroskaName: "S_TEXT/ASS")
        case .ssa: text(nil, .isText)
        // The name of WebM, which is the one that FFmpeg reads too.
        case .webVTT: text("WebVTT", .isText, codes: ["wvtt"], matroskaName: "D_WEBVTT/SUBTITLES")
        case .ttml: text("TTML", codes: ["stpp"])
        case .cea608: text("CEA-608 captions", codes: ["c608"])
        case .a53: text("A/53 captions", codes: ["atcc"])
        case .dvdSubtitle: text("DVD subtitles", otherCodes: ["dvd_", "dsvd"])
        case .dvbSubtitle: text("DVB subtitles")
        case .dvbTeletext: text("teletext")
        case .pgs: text("Blu-ray subtitles", otherCodes: ["hdmv"], matroskaName: "S_HDMV/PGS")

        case .timedID3: CodecTraits(self, "timed ID3", otherCodes: ["time"])
        case .data: CodecTraits(self, "data")
        case .scte35: CodecTraits(self, "SCTE 35 cues")
        case .guide: CodecTraits(self, "programme guide")
        case .timecode: CodecTraits(self, "timecode", codes: ["tmcd"])
        }
    }
}

// MARK: Rows

extension MediaCodec {
    private func picture(
        _ title: String? = nil,
        _ habits: CodecTraits.Habits = [],
        codes: [String] = [],
        titles: [String: String] = [:],
        otherCodes: [String] = [],
        matroskaName: String? = nil,
        headerBox: String? = nil,
        sampleBox: String? = nil,
        splicing: SampleSplicer.Codec? = nil,
        alphaDecoder: String? = nil
    ) -> CodecTraits {
        CodecTraits(
            self,
            title,
            .picture,
            habits,
            codes: codes,
            titles: titles,
            otherCodes: otherCodes,
            matroskaName: matroskaName,
            headerBox: headerBox,
            sampleBox: sampleBox,
            splicing: splicing,
            alphaDecoder: alphaDecoder
        )
    }

    private func sound(
        _ title: String? = nil,
        _ habits: CodecTraits.Habits = [],
        codes: [String] = [],
        otherCodes: [String] = [],
        formats: [AudioFormatID] = [],
        matroskaName: String? = nil,
        headerBox: String? = nil,
        sampleBox: String? = nil,
        preroll: CodecTraits.Preroll? = nil,
        copiedPreroll: CodecTraits.Preroll? = nil
    ) -> CodecTraits {
        CodecTraits(
            self,
            title,
            .sound,
            habits,
            codes: codes,
            otherCodes: otherCodes,
            audioFormats: formats,
            matroskaName: matroskaName,
            headerBox: headerBox,
            sampleBox: sampleBox,
            preroll: preroll,
            copiedPreroll: copiedPreroll
        )
    }

    private func text(
        _ title: String? = nil,
        _ habits: CodecTraits.Habits = [],
        codes: [String] = [],
        otherCodes: [String] = [],
        matroskaName: String? = nil
    ) -> CodecTraits {
        CodecTraits(self, title, .text, habits, codes: codes, otherCodes: otherCodes, matroskaName: matroskaName)
    }

    private func layer(_ title: String, _ code: String, _ format: AudioFormatID, _ matroska: String) -> CodecTraits {
        sound(
            title,
            .hasWholePackets,
            codes: [code],
            formats: [format],
            matroskaName: matroska,
            preroll: Self.layerPreroll
        )
    }
}

// MARK: What rows are made of

extension MediaCodec {
    /// What cameras and QuickTime call MPEG-2, by size and rate.
    private static let mpeg2OfCameras: [String] =
        ["hdv", "xdv", "xd5"].flatMap { start in "123456789abcdef".map { "\(start)\($0)" } }
        + ["m2v1", "mx5n", "mx5p", "mx4n", "mx4p", "mx3n", "mx3p", "xdhd", "xdh2", "mpg2", "AVmp"]

    /// DV, by system.
    private static let tapes = [
        "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "AVdv",
    ]

    private static let proResTitles = [
        "apcn": "Apple ProRes 422", "apch": "Apple ProRes 422 HQ", "apcs": "Apple ProRes 422 LT",
        "apco": "Apple ProRes 422 Proxy", "ap4h": "Apple ProRes 4444", "ap4x": "Apple ProRes 4444 XQ",
    ]

    /// The bits of a frame may stand in up to nine frames before it, and its sound overlaps the one before.
    private static let layerPreroll = CodecTraits.Preroll(time: CMTime(value: 300, timescale: 1000), packetCount: 2)
    /// Filters overlap by one packet; spectral band replication and prediction look further back.
    private static let aacPreroll = CodecTraits.Preroll(time: CMTime(value: 100, timescale: 1000), packetCount: 3)

    private static let aacFormats = [
        kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
        kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2,
        kAudioFormatMPEG4AAC_Spatial, kAudioFormatMPEGD_USAC,
    ]
}
