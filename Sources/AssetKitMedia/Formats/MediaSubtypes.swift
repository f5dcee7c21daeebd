public import AssetKitBase

// Four-character codes of Core Media: the numbers are those of Apple's headers.

/// The code of a kind of media.
public typealias CMMediaType = FourCharCode
/// The code of a format of pictures.
public typealias CMVideoCodecType = FourCharCode
/// The code of a pixel format.
public typealias CMPixelFormatType = FourCharCode
/// The code of a format of sound.
public typealias CMAudioCodecType = FourCharCode
/// The code of a format of sound and pictures in one stream.
public typealias CMMuxedStreamType = FourCharCode
/// The code of a format of closed captions.
public typealias CMClosedCaptionFormatType = FourCharCode
/// The code of a format of text.
public typealias CMTextFormatType = FourCharCode
/// The code of a format of subtitles.
public typealias CMSubtitleFormatType = FourCharCode
/// The code of a format of timecode.
public typealias CMTimeCodeFormatType = FourCharCode
/// The code of a format of timed metadata.
public typealias CMMetadataFormatType = FourCharCode

/// 'vide': pictures.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// 'soun': sound.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
/// 'muxx': sound and pictures in one stream.
public let kCMMediaType_Muxed: CMMediaType = 0x6d75_7878
/// 'text': text.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// 'clcp': closed captions.
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636c_6370
/// 'sbtl': subtitles.
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746c
/// 'tmcd': timecode.
public let kCMMediaType_TimeCode: CMMediaType = 0x746d_6364
/// 'meta': timed metadata.
public let kCMMediaType_Metadata: CMMediaType = 0x6d65_7461
/// 'paac': AAC, low complexity, protected.
public let kCMAudioCodecType_AAC_LCProtected: CMAudioCodecType = 0x7061_6163
/// 'aaac': AAC, protected by Audible.
public let kCMAudioCodecType_AAC_AudibleProtected: CMAudioCodecType = 0x6161_6163
/// 'BGRA': blue, green, red and alpha, 8 bits each.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x4247_5241
/// 'B565': red, green and blue of 5, 6 and 5 bits, big-endian.
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x4235_3635
/// 'L555': red, green and blue of 5 bits, little-endian.
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4c35_3535
/// 'L565': red, green and blue of 5, 6 and 5 bits, little-endian.
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4c35_3635
/// '5551': red, green and blue of 5 bits and 1 bit of alpha, little-endian.
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x3535_3531
/// '2vuy': Y'CbCr 4:2:2, packed as Cb Y Cr Y, 8 bits.
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x3276_7579
/// 'yuvs': Y'CbCr 4:2:2, packed as Y Cb Y Cr, 8 bits.
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x7975_7673
/// 'v308': Y'CbCr 4:4:4, packed, 8 bits.
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x7633_3038
/// 'v408': Y'CbCr 4:4:4 with alpha behind, packed, 8 bits, video range.
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x7634_3038
/// 'v216': Y'CbCr 4:2:2, packed, 10 to 16 bits in words of 16.
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x7632_3136
/// 'v210': Y'CbCr 4:2:2, packed, 10 bits.
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x7632_3130
/// 'v410': Y'CbCr 4:4:4, packed, 10 bits.
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x7634_3130
/// 'rle ': Apple Animation.
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726c_6520
/// 'cvid': Cinepak.
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
/// 'jpeg': JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a70_6567
/// 'dmb1': Motion JPEG as OpenDML has it.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646d_6231
/// 'SVQ1': Sorenson Video.
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
/// 'SVQ3': Sorenson Video 3.
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
/// 'h263': H.263.
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
/// 'avc1': H.264.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// 'hvc1': HEVC.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// 'muxa': HEVC with alpha.
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6d75_7861
/// 'dvh1': Dolby Vision in HEVC.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// 'mp4v': MPEG-4 part 2.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6d70_3476
/// 'mp2v': MPEG-2 video.
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6d70_3276
/// 'mp1v': MPEG-1 video.
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6d70_3176
/// 'vp09': VP9.
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
/// 'dvc ': DV, NTSC.
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
/// 'dvcp': DV, PAL.
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
/// 'dvpp': DVCPRO, PAL.
public let kCMVideoCodecType_DVCProPAL: CMVideoCodecType = 0x6476_7070
/// 'dv5n': DVCPRO 50, NTSC.
public let kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType = 0x6476_356e
/// 'dv5p': DVCPRO 50, PAL.
public let kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType = 0x6476_3570
/// 'dvhp': DVCPRO HD, 720p60.
public let kCMVideoCodecType_DVCPROHD720p60: CMVideoCodecType = 0x6476_6870
/// 'dvhq': DVCPRO HD, 720p50.
public let kCMVideoCodecType_DVCPROHD720p50: CMVideoCodecType = 0x6476_6871
/// 'dvh6': DVCPRO HD, 1080i60.
public let kCMVideoCodecType_DVCPROHD1080i60: CMVideoCodecType = 0x6476_6836
/// 'dvh5': DVCPRO HD, 1080i50.
public let kCMVideoCodecType_DVCPROHD1080i50: CMVideoCodecType = 0x6476_6835
/// 'dvh3': DVCPRO HD, 1080p30.
public let kCMVideoCodecType_DVCPROHD1080p30: CMVideoCodecType = 0x6476_6833
/// 'dvh2': DVCPRO HD, 1080p25.
public let kCMVideoCodecType_DVCPROHD1080p25: CMVideoCodecType = 0x6476_6832
/// 'ap4x': ProRes 4444 XQ.
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// 'ap4h': ProRes 4444.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// 'apch': ProRes 422 HQ.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// 'apcn': ProRes 422.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636e
/// 'apcs': ProRes 422 LT.
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// 'apco': ProRes 422 Proxy.
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636f
/// 'aprn': ProRes RAW.
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726e
/// 'aprh': ProRes RAW HQ.
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
/// 'dish': disparity in HEVC.
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x6469_7368
/// 'deph': depth in HEVC.
public let kCMVideoCodecType_DepthHEVC: CMVideoCodecType = 0x6465_7068
/// 'av01': AV1.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
/// 'mp1s': an MPEG-1 system stream.
public let kCMMuxedStreamType_MPEG1System: CMMuxedStreamType = 0x6d70_3173
/// 'mp2t': an MPEG-2 transport stream.
public let kCMMuxedStreamType_MPEG2Transport: CMMuxedStreamType = 0x6d70_3274
/// 'mp2p': an MPEG-2 program stream.
public let kCMMuxedStreamType_MPEG2Program: CMMuxedStreamType = 0x6d70_3270
/// 'dv  ': a DV stream.
public let kCMMuxedStreamType_DV: CMMuxedStreamType = 0x6476_2020
/// 'c608': CEA-608 captions.
public let kCMClosedCaptionFormatType_CEA608: CMClosedCaptionFormatType = 0x6336_3038
/// 'c708': CEA-708 captions.
public let kCMClosedCaptionFormatType_CEA708: CMClosedCaptionFormatType = 0x6337_3038
/// 'atcc': captions inside pictures (ATSC A/53).
public let kCMClosedCaptionFormatType_ATSC: CMClosedCaptionFormatType = 0x6174_6363
/// 'text': QuickTime's text.
public let kCMTextFormatType_QTText: CMTextFormatType = 0x7465_7874
/// 'tx3g': 3GPP timed text.
public let kCMTextFormatType_3GText: CMTextFormatType = 0x7478_3367
/// 'tx3g': 3GPP timed text.
public let kCMSubtitleFormatType_3GText: CMSubtitleFormatType = 0x7478_3367
/// 'wvtt': WebVTT.
public let kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType = 0x7776_7474
/// 'tmcd': timecode as frame numbers of 32 bits.
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746d_6364
/// 'tc64': timecode as frame numbers of 64 bits.
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x7463_3634
/// 'cn32': a counter of 32 bits.
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636e_3332
/// 'cn64': a counter of 64 bits.
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636e_3634
/// 'icy ': metadata of internet radio.
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x6963_7920
/// 'id3 ': ID3 tags.
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x6964_3320
/// 'mebx': timed metadata whose keys the format description lists.
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6d65_6278
/// 'emsg': event messages of DASH.
public let kCMMetadataFormatType_EMSG: CMMetadataFormatType = 0x656d_7367
