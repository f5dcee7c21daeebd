// Four-character codes of Core Media: the numbers are those of Apple's headers.

/// The code of a media type.
public typealias CMMediaType = FourCharCode
/// The code of a video codec type.
public typealias CMVideoCodecType = FourCharCode
/// The code of a pixel format type.
public typealias CMPixelFormatType = FourCharCode
/// The code of a audio codec type.
public typealias CMAudioCodecType = FourCharCode
/// The code of a muxed stream type.
public typealias CMMuxedStreamType = FourCharCode
/// The code of a closed caption format type.
public typealias CMClosedCaptionFormatType = FourCharCode
/// The code of a text format type.
public typealias CMTextFormatType = FourCharCode
/// The code of a subtitle format type.
public typealias CMSubtitleFormatType = FourCharCode
/// The code of a time code format type.
public typealias CMTimeCodeFormatType = FourCharCode
/// The code of a metadata format type.
public typealias CMMetadataFormatType = FourCharCode

/// 'vide': video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// 'soun': audio.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
/// 'muxx': muxed.
public let kCMMediaType_Muxed: CMMediaType = 0x6d75_7878
/// 'text': text.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// 'clcp': closed caption.
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636c_6370
/// 'sbtl': subtitle.
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746c
/// 'tmcd': time code.
public let kCMMediaType_TimeCode: CMMediaType = 0x746d_6364
/// 'meta': metadata.
public let kCMMediaType_Metadata: CMMediaType = 0x6d65_7461
/// 'paac': AAC LC protected.
public let kCMAudioCodecType_AAC_LCProtected: CMAudioCodecType = 0x7061_6163
/// 'aaac': AAC audible protected.
public let kCMAudioCodecType_AAC_AudibleProtected: CMAudioCodecType = 0x6161_6163
/// 'BGRA': 32 BGRA.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x4247_5241
/// 'B565': 16 BE565.
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x4235_3635
/// 'L555': 16 LE555.
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4c35_3535
/// 'L565': 16 LE565.
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4c35_3635
/// '5551': 16 LE5551.
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x3535_3531
/// '2vuy': 422 yp cb Cr8.
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x3276_7579
/// 'yuvs': 422 yp cb Cr8 yuvs.
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x7975_7673
/// 'v308': 444 yp cb Cr8.
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x7633_3038
/// 'v408': 4444 yp cb cr A8.
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x7634_3038
/// 'v216': 422 yp cb Cr16.
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x7632_3136
/// 'v210': 422 yp cb Cr10.
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x7632_3130
/// 'v410': 444 yp cb Cr10.
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x7634_3130
/// 'rle ': animation.
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726c_6520
/// 'cvid': cinepak.
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
/// 'jpeg': JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a70_6567
/// 'dmb1': JPEG open DML.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646d_6231
/// 'SVQ1': sorenson video.
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
/// 'SVQ3': sorenson Video3.
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
/// 'h263': H263.
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
/// 'avc1': H264.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// 'hvc1': HEVC.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// 'muxa': HEVC with alpha.
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6d75_7861
/// 'dvh1': dolby vision HEVC.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// 'mp4v': MPEG4 video.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6d70_3476
/// 'mp2v': MPEG2 video.
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6d70_3276
/// 'mp1v': MPEG1 video.
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6d70_3176
/// 'vp09': VP9.
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
/// 'dvc ': DVCNTSC.
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
/// 'dvcp': DVCPAL.
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
/// 'dvpp': DVC pro PAL.
public let kCMVideoCodecType_DVCProPAL: CMVideoCodecType = 0x6476_7070
/// 'dv5n': DVC Pro50 NTSC.
public let kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType = 0x6476_356e
/// 'dv5p': DVC Pro50 PAL.
public let kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType = 0x6476_3570
/// 'dvhp': DVCPROHD720p60.
public let kCMVideoCodecType_DVCPROHD720p60: CMVideoCodecType = 0x6476_6870
/// 'dvhq': DVCPROHD720p50.
public let kCMVideoCodecType_DVCPROHD720p50: CMVideoCodecType = 0x6476_6871
/// 'dvh6': DVCPROHD1080i60.
public let kCMVideoCodecType_DVCPROHD1080i60: CMVideoCodecType = 0x6476_6836
/// 'dvh5': DVCPROHD1080i50.
public let kCMVideoCodecType_DVCPROHD1080i50: CMVideoCodecType = 0x6476_6835
/// 'dvh3': DVCPROHD1080p30.
public let kCMVideoCodecType_DVCPROHD1080p30: CMVideoCodecType = 0x6476_6833
/// 'dvh2': DVCPROHD1080p25.
public let kCMVideoCodecType_DVCPROHD1080p25: CMVideoCodecType = 0x6476_6832
/// 'ap4x': apple pro Res4444 XQ.
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// 'ap4h': apple pro Res4444.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// 'apch': apple pro Res422 HQ.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// 'apcn': apple pro Res422.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636e
/// 'apcs': apple pro Res422 LT.
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// 'apco': apple pro Res422 proxy.
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636f
/// 'aprn': apple pro res RAW.
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726e
/// 'aprh': apple pro res RAWHQ.
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
/// 'dish': disparity HEVC.
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x6469_7368
/// 'deph': depth HEVC.
public let kCMVideoCodecType_DepthHEVC: CMVideoCodecType = 0x6465_7068
/// 'av01': AV1.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
/// 'mp1s': MPEG1 system.
public let kCMMuxedStreamType_MPEG1System: CMMuxedStreamType = 0x6d70_3173
/// 'mp2t': MPEG2 transport.
public let kCMMuxedStreamType_MPEG2Transport: CMMuxedStreamType = 0x6d70_3274
/// 'mp2p': MPEG2 program.
public let kCMMuxedStreamType_MPEG2Program: CMMuxedStreamType = 0x6d70_3270
/// 'dv  ': DV.
public let kCMMuxedStreamType_DV: CMMuxedStreamType = 0x6476_2020
/// 'c608': CEA608.
public let kCMClosedCaptionFormatType_CEA608: CMClosedCaptionFormatType = 0x6336_3038
/// 'c708': CEA708.
public let kCMClosedCaptionFormatType_CEA708: CMClosedCaptionFormatType = 0x6337_3038
/// 'atcc': ATSC.
public let kCMClosedCaptionFormatType_ATSC: CMClosedCaptionFormatType = 0x6174_6363
/// 'text': QT text.
public let kCMTextFormatType_QTText: CMTextFormatType = 0x7465_7874
/// 'tx3g': 3 g text.
public let kCMTextFormatType_3GText: CMTextFormatType = 0x7478_3367
/// 'tx3g': 3 g text.
public let kCMSubtitleFormatType_3GText: CMSubtitleFormatType = 0x7478_3367
/// 'wvtt': web VTT.
public let kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType = 0x7776_7474
/// 'tmcd': time Code32.
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746d_6364
/// 'tc64': time Code64.
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x7463_3634
/// 'cn32': Counter32.
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636e_3332
/// 'cn64': Counter64.
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636e_3634
/// 'icy ': ICY.
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x6963_7920
/// 'id3 ': ID3.
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x6964_3320
/// 'mebx': boxed.
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6d65_6278
/// 'emsg': EMSG.
public let kCMMetadataFormatType_EMSG: CMMetadataFormatType = 0x656d_7367
