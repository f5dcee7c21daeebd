extension CMFormatDescription.MediaSubType {
    /// 'rle ': Apple Animation.
    public static let animation = Self(rawValue: kCMVideoCodecType_Animation)
    /// 'cvid': Cinepak.
    public static let cinepak = Self(rawValue: kCMVideoCodecType_Cinepak)
    /// 'jpeg': JPEG.
    public static let jpeg = Self(rawValue: kCMVideoCodecType_JPEG)
    /// 'dmb1': Motion JPEG as OpenDML has it.
    public static let jpeg_OpenDML = Self(rawValue: kCMVideoCodecType_JPEG_OpenDML)
    /// 'SVQ1': Sorenson Video.
    public static let sorensonVideo = Self(rawValue: kCMVideoCodecType_SorensonVideo)
    /// 'SVQ3': Sorenson Video 3.
    public static let sorensonVideo3 = Self(rawValue: kCMVideoCodecType_SorensonVideo3)
    /// 'h263': H.263.
    public static let h263 = Self(rawValue: kCMVideoCodecType_H263)
    /// 'avc1': H.264.
    public static let h264 = Self(rawValue: kCMVideoCodecType_H264)
    /// 'hvc1': HEVC.
    public static let hevc = Self(rawValue: kCMVideoCodecType_HEVC)
    /// 'muxa': HEVC with alpha.
    public static let hevcWithAlpha = Self(rawValue: kCMVideoCodecType_HEVCWithAlpha)
    /// 'dvh1': Dolby Vision in HEVC.
    public static let dolbyVisionHEVC = Self(rawValue: kCMVideoCodecType_DolbyVisionHEVC)
    /// 'mp4v': MPEG-4 part 2.
    public static let mpeg4Video = Self(rawValue: kCMVideoCodecType_MPEG4Video)
    /// 'mp2v': MPEG-2 video.
    public static let mpeg2Video = Self(rawValue: kCMVideoCodecType_MPEG2Video)
    /// 'mp1v': MPEG-1 video.
    public static let mpeg1Video = Self(rawValue: kCMVideoCodecType_MPEG1Video)
    /// 'vp09': VP9.
    public static let vp9 = Self(rawValue: kCMVideoCodecType_VP9)
    /// 'dvc ': DV, NTSC.
    public static let dvcNTSC = Self(rawValue: kCMVideoCodecType_DVCNTSC)
    /// 'dvcp': DV, PAL.
    public static let dvcPAL = Self(rawValue: kCMVideoCodecType_DVCPAL)
    /// 'dvpp': DVCPRO, PAL.
    public static let dvcProPAL = Self(rawValue: kCMVideoCodecType_DVCProPAL)
    /// 'dv5n': DVCPRO 50, NTSC.
    public static let dvcPro50NTSC = Self(rawValue: kCMVideoCodecType_DVCPro50NTSC)
    /// 'dv5p': DVCPRO 50, PAL.
    public static let dvcPro50PAL = Self(rawValue: kCMVideoCodecType_DVCPro50PAL)
    /// 'dvhp': DVCPRO HD, 720p60.
    public static let dVCPROHD720p60 = Self(rawValue: kCMVideoCodecType_DVCPROHD720p60)
    /// 'dvhq': DVCPRO HD, 720p50.
    public static let dVCPROHD720p50 = Self(rawValue: kCMVideoCodecType_DVCPROHD720p50)
    /// 'dvh6': DVCPRO HD, 1080i60.
    public static let dVCPROHD1080i60 = Self(rawValue: kCMVideoCodecType_DVCPROHD1080i60)
    /// 'dvh5': DVCPRO HD, 1080i50.
    public static let dVCPROHD1080i50 = Self(rawValue: kCMVideoCodecType_DVCPROHD1080i50)
    /// 'dvh3': DVCPRO HD, 1080p30.
    public static let dVCPROHD1080p30 = Self(rawValue: kCMVideoCodecType_DVCPROHD1080p30)
    /// 'dvh2': DVCPRO HD, 1080p25.
    public static let dVCPROHD1080p25 = Self(rawValue: kCMVideoCodecType_DVCPROHD1080p25)
    /// 'ap4x': ProRes 4444 XQ.
    public static let proRes4444XQ = Self(rawValue: kCMVideoCodecType_AppleProRes4444XQ)
    /// 'ap4h': ProRes 4444.
    public static let proRes4444 = Self(rawValue: kCMVideoCodecType_AppleProRes4444)
    /// 'apch': ProRes 422 HQ.
    public static let proRes422HQ = Self(rawValue: kCMVideoCodecType_AppleProRes422HQ)
    /// 'apcn': ProRes 422.
    public static let proRes422 = Self(rawValue: kCMVideoCodecType_AppleProRes422)
    /// 'apcs': ProRes 422 LT.
    public static let proRes422LT = Self(rawValue: kCMVideoCodecType_AppleProRes422LT)
    /// 'apco': ProRes 422 Proxy.
    public static let proRes422Proxy = Self(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
    /// 'aprn': ProRes RAW.
    public static let proResRAW = Self(rawValue: kCMVideoCodecType_AppleProResRAW)
    /// 'aprh': ProRes RAW HQ.
    public static let proResRAWHQ = Self(rawValue: kCMVideoCodecType_AppleProResRAWHQ)
    /// 'dish': disparity in HEVC.
    public static let disparityHEVC = Self(rawValue: kCMVideoCodecType_DisparityHEVC)
    /// 'deph': depth in HEVC.
    public static let depthHEVC = Self(rawValue: kCMVideoCodecType_DepthHEVC)
    /// 'av01': AV1.
    public static let av1 = Self(rawValue: kCMVideoCodecType_AV1)
    /// 'paac': AAC, low complexity, protected.
    public static let aacLCProtected = Self(rawValue: kCMAudioCodecType_AAC_LCProtected)
    /// 'aaac': AAC, protected by Audible.
    public static let aacAudibleProtected = Self(rawValue: kCMAudioCodecType_AAC_AudibleProtected)
    /// 'BGRA': blue, green, red and alpha, 8 bits each.
    public static let pixelFormat_32BGRA = Self(rawValue: kCMPixelFormat_32BGRA)
    /// 'B565': red, green and blue of 5, 6 and 5 bits, big-endian.
    public static let pixelFormat_16BE565 = Self(rawValue: kCMPixelFormat_16BE565)
    /// 'L555': red, green and blue of 5 bits, little-endian.
    public static let pixelFormat_16LE555 = Self(rawValue: kCMPixelFormat_16LE555)
    /// 'L565': red, green and blue of 5, 6 and 5 bits, little-endian.
    public static let pixelFormat_16LE565 = Self(rawValue: kCMPixelFormat_16LE565)
    /// '5551': red, green and blue of 5 bits and 1 bit of alpha, little-endian.
    public static let pixelFormat_16LE5551 = Self(rawValue: kCMPixelFormat_16LE5551)
    /// '2vuy': Y'CbCr 4:2:2, packed as Cb Y Cr Y, 8 bits.
    public static let pixelFormat_422YpCbCr8 = Self(rawValue: kCMPixelFormat_422YpCbCr8)
    /// 'yuvs': Y'CbCr 4:2:2, packed as Y Cb Y Cr, 8 bits.
    public static let pixelFormat_422YpCbCr8_yuvs = Self(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
    /// 'v308': Y'CbCr 4:4:4, packed, 8 bits.
    public static let pixelFormat_444YpCbCr8 = Self(rawValue: kCMPixelFormat_444YpCbCr8)
    /// 'v408': Y'CbCr 4:4:4 with alpha behind, packed, 8 bits, video range.
    public static let pixelFormat_4444YpCbCrA8 = Self(rawValue: kCMPixelFormat_4444YpCbCrA8)
    /// 'v216': Y'CbCr 4:2:2, packed, 10 to 16 bits in words of 16.
    public static let pixelFormat_422YpCbCr16 = Self(rawValue: kCMPixelFormat_422YpCbCr16)
    /// 'v210': Y'CbCr 4:2:2, packed, 10 bits.
    public static let pixelFormat_422YpCbCr10 = Self(rawValue: kCMPixelFormat_422YpCbCr10)
    /// 'v410': Y'CbCr 4:4:4, packed, 10 bits.
    public static let pixelFormat_444YpCbCr10 = Self(rawValue: kCMPixelFormat_444YpCbCr10)
    /// 'mp1s': an MPEG-1 system stream.
    public static let mpeg1System = Self(rawValue: kCMMuxedStreamType_MPEG1System)
    /// 'mp2t': an MPEG-2 transport stream.
    public static let mpeg2Transport = Self(rawValue: kCMMuxedStreamType_MPEG2Transport)
    /// 'mp2p': an MPEG-2 program stream.
    public static let mpeg2Program = Self(rawValue: kCMMuxedStreamType_MPEG2Program)
    /// 'dv  ': a DV stream.
    public static let dv = Self(rawValue: kCMMuxedStreamType_DV)
    /// 'c608': CEA-608 captions.
    public static let cea608 = Self(rawValue: kCMClosedCaptionFormatType_CEA608)
    /// 'c708': CEA-708 captions.
    public static let cea708 = Self(rawValue: kCMClosedCaptionFormatType_CEA708)
    /// 'atcc': captions inside pictures (ATSC A/53).
    public static let atsc = Self(rawValue: kCMClosedCaptionFormatType_ATSC)
    /// 'text': QuickTime's text.
    public static let qt = Self(rawValue: kCMTextFormatType_QTText)
    /// 'tx3g': 3GPP timed text.
    public static let mobile3GPP = Self(rawValue: kCMTextFormatType_3GText)
    /// 'wvtt': WebVTT.
    public static let webVTT = Self(rawValue: kCMSubtitleFormatType_WebVTT)
    /// 'tmcd': timecode as frame numbers of 32 bits.
    public static let timeCode32 = Self(rawValue: kCMTimeCodeFormatType_TimeCode32)
    /// 'tc64': timecode as frame numbers of 64 bits.
    public static let timeCode64 = Self(rawValue: kCMTimeCodeFormatType_TimeCode64)
    /// 'cn32': a counter of 32 bits.
    public static let counter32 = Self(rawValue: kCMTimeCodeFormatType_Counter32)
    /// 'cn64': a counter of 64 bits.
    public static let counter64 = Self(rawValue: kCMTimeCodeFormatType_Counter64)
    /// 'icy ': metadata of internet radio.
    public static let icy = Self(rawValue: kCMMetadataFormatType_ICY)
    /// 'id3 ': ID3 tags.
    public static let id3 = Self(rawValue: kCMMetadataFormatType_ID3)
    /// 'mebx': timed metadata whose keys the format description lists.
    public static let boxed = Self(rawValue: kCMMetadataFormatType_Boxed)
    /// 'emsg': event messages of DASH.
    public static let emsg = Self(rawValue: kCMMetadataFormatType_EMSG)
    /// 'lpcm': uncompressed samples.
    public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
    /// 'ac-3': AC-3.
    public static let ac3 = Self(rawValue: kAudioFormatAC3)
    /// 'cac3': AC-3 packed for digital cables.
    public static let iec60958AC3 = Self(rawValue: kAudioFormat60958AC3)
    /// 'ima4': IMA 4:1 ADPCM.
    public static let appleIMA4 = Self(rawValue: kAudioFormatAppleIMA4)
    /// 'aac ': AAC, low complexity.
    public static let mpeg4AAC = Self(rawValue: kAudioFormatMPEG4AAC)
    /// 'celp': MPEG-4 CELP.
    public static let mpeg4CELP = Self(rawValue: kAudioFormatMPEG4CELP)
    /// 'hvxc': MPEG-4 HVXC.
    public static let mpeg4HVXC = Self(rawValue: kAudioFormatMPEG4HVXC)
    /// 'twvq': MPEG-4 TwinVQ.
    public static let mpeg4TwinVQ = Self(rawValue: kAudioFormatMPEG4TwinVQ)
    /// 'MAC3': MACE 3:1.
    public static let mace3 = Self(rawValue: kAudioFormatMACE3)
    /// 'MAC6': MACE 6:1.
    public static let mace6 = Self(rawValue: kAudioFormatMACE6)
    /// 'ulaw': µ-law.
    public static let uLaw = Self(rawValue: kAudioFormatULaw)
    /// 'alaw': A-law.
    public static let aLaw = Self(rawValue: kAudioFormatALaw)
    /// 'QDMC': QDesign music.
    public static let qDesign = Self(rawValue: kAudioFormatQDesign)
    /// 'QDM2': QDesign 2 music.
    public static let qDesign2 = Self(rawValue: kAudioFormatQDesign2)
    /// 'Qclp': QUALCOMM PureVoice.
    public static let qualcomm = Self(rawValue: kAudioFormatQUALCOMM)
    /// '.mp1': MPEG layer 1.
    public static let mpegLayer1 = Self(rawValue: kAudioFormatMPEGLayer1)
    /// '.mp2': MPEG layer 2.
    public static let mpegLayer2 = Self(rawValue: kAudioFormatMPEGLayer2)
    /// '.mp3': MPEG layer 3, MP3.
    public static let mpegLayer3 = Self(rawValue: kAudioFormatMPEGLayer3)
    /// 'time': time codes.
    public static let timeCodeAudio = Self(rawValue: kAudioFormatTimeCode)
    /// 'midi': MIDI.
    public static let midiStream = Self(rawValue: kAudioFormatMIDIStream)
    /// 'apvs': parameter values.
    public static let parameterValueStream = Self(rawValue: kAudioFormatParameterValueStream)
    /// 'alac': Apple Lossless.
    public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
    /// 'aach': AAC, high efficiency.
    public static let mpeg4AAC_HE = Self(rawValue: kAudioFormatMPEG4AAC_HE)
    /// 'aacl': AAC, low delay.
    public static let mpeg4AAC_LD = Self(rawValue: kAudioFormatMPEG4AAC_LD)
    /// 'aace': AAC, enhanced low delay.
    public static let mpeg4AAC_ELD = Self(rawValue: kAudioFormatMPEG4AAC_ELD)
    /// 'aacf': AAC, enhanced low delay with SBR.
    public static let mpeg4AAC_ELD_SBR = Self(rawValue: kAudioFormatMPEG4AAC_ELD_SBR)
    /// 'aacg': AAC, enhanced low delay, version 2.
    public static let mpeg4AAC_ELD_V2 = Self(rawValue: kAudioFormatMPEG4AAC_ELD_V2)
    /// 'aacp': AAC, high efficiency, version 2.
    public static let mpeg4AAC_HE_V2 = Self(rawValue: kAudioFormatMPEG4AAC_HE_V2)
    /// 'aacs': AAC with spatial coding.
    public static let mpeg4AAC_Spatial = Self(rawValue: kAudioFormatMPEG4AAC_Spatial)
    /// 'usac': unified speech and audio coding.
    public static let mpegD_USAC = Self(rawValue: kAudioFormatMPEGD_USAC)
    /// 'samr': AMR narrow band.
    public static let amr = Self(rawValue: kAudioFormatAMR)
    /// 'sawb': AMR wide band.
    public static let amr_WB = Self(rawValue: kAudioFormatAMR_WB)
    /// 'AUDB': Audible books.
    public static let audible = Self(rawValue: kAudioFormatAudible)
    /// 'ilbc': iLBC.
    public static let iLBC = Self(rawValue: kAudioFormatiLBC)
    /// 'aes3': AES3.
    public static let aes3 = Self(rawValue: kAudioFormatAES3)
    /// 'ec-3': enhanced AC-3.
    public static let enhancedAC3 = Self(rawValue: kAudioFormatEnhancedAC3)
    /// 'flac': FLAC.
    public static let flac = Self(rawValue: kAudioFormatFLAC)
    /// 'opus': Opus.
    public static let opus = Self(rawValue: kAudioFormatOpus)
}
