// Four-character codes of Core Media: the numbers are those of Apple's headers.

/// 'hdv1': HDV 720p30.
public let kCMMPEG2VideoProfile_HDV_720p30: Int32 = 0x6864_7631
/// 'hdv2': HDV 1080i60.
public let kCMMPEG2VideoProfile_HDV_1080i60: Int32 = 0x6864_7632
/// 'hdv3': HDV 1080i50.
public let kCMMPEG2VideoProfile_HDV_1080i50: Int32 = 0x6864_7633
/// 'hdv4': HDV 720p24.
public let kCMMPEG2VideoProfile_HDV_720p24: Int32 = 0x6864_7634
/// 'hdv5': HDV 720p25.
public let kCMMPEG2VideoProfile_HDV_720p25: Int32 = 0x6864_7635
/// 'hdv6': HDV 1080p24.
public let kCMMPEG2VideoProfile_HDV_1080p24: Int32 = 0x6864_7636
/// 'hdv7': HDV 1080p25.
public let kCMMPEG2VideoProfile_HDV_1080p25: Int32 = 0x6864_7637
/// 'hdv8': HDV 1080p30.
public let kCMMPEG2VideoProfile_HDV_1080p30: Int32 = 0x6864_7638
/// 'hdv9': HDV 720p60.
public let kCMMPEG2VideoProfile_HDV_720p60: Int32 = 0x6864_7639
/// 'hdva': HDV 720p50.
public let kCMMPEG2VideoProfile_HDV_720p50: Int32 = 0x6864_7661
/// 'xdv2': XDCAM HD 1080i60 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_HD_1080i60_VBR35: Int32 = 0x7864_7632
/// 'xdv3': XDCAM HD 1080i50 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_HD_1080i50_VBR35: Int32 = 0x7864_7633
/// 'xdv6': XDCAM HD 1080p24 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_HD_1080p24_VBR35: Int32 = 0x7864_7636
/// 'xdv7': XDCAM HD 1080p25 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_HD_1080p25_VBR35: Int32 = 0x7864_7637
/// 'xdv8': XDCAM HD 1080p30 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_HD_1080p30_VBR35: Int32 = 0x7864_7638
/// 'xdv4': XDCAM EX 720p24 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_720p24_VBR35: Int32 = 0x7864_7634
/// 'xdv5': XDCAM EX 720p25 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_720p25_VBR35: Int32 = 0x7864_7635
/// 'xdv1': XDCAM EX 720p30 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_720p30_VBR35: Int32 = 0x7864_7631
/// 'xdva': XDCAM EX 720p50 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_720p50_VBR35: Int32 = 0x7864_7661
/// 'xdv9': XDCAM EX 720p60 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_720p60_VBR35: Int32 = 0x7864_7639
/// 'xdvb': XDCAM EX 1080i60 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_1080i60_VBR35: Int32 = 0x7864_7662
/// 'xdvc': XDCAM EX 1080i50 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_1080i50_VBR35: Int32 = 0x7864_7663
/// 'xdvd': XDCAM EX 1080p24 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_1080p24_VBR35: Int32 = 0x7864_7664
/// 'xdve': XDCAM EX 1080p25 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_1080p25_VBR35: Int32 = 0x7864_7665
/// 'xdvf': XDCAM EX 1080p30 VBR35.
public let kCMMPEG2VideoProfile_XDCAM_EX_1080p30_VBR35: Int32 = 0x7864_7666
/// 'xd5a': XDCAM HD422 720p50 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_720p50_CBR50: Int32 = 0x7864_3561
/// 'xd59': XDCAM HD422 720p60 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_720p60_CBR50: Int32 = 0x7864_3539
/// 'xd5b': XDCAM HD422 1080i60 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_1080i60_CBR50: Int32 = 0x7864_3562
/// 'xd5c': XDCAM HD422 1080i50 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_1080i50_CBR50: Int32 = 0x7864_3563
/// 'xd5d': XDCAM HD422 1080p24 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_1080p24_CBR50: Int32 = 0x7864_3564
/// 'xd5e': XDCAM HD422 1080p25 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_1080p25_CBR50: Int32 = 0x7864_3565
/// 'xd5f': XDCAM HD422 1080p30 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_1080p30_CBR50: Int32 = 0x7864_3566
/// 'xdhd': XDCAM HD 540p.
public let kCMMPEG2VideoProfile_XDCAM_HD_540p: Int32 = 0x7864_6864
/// 'xdh2': XDCAM HD422 540p.
public let kCMMPEG2VideoProfile_XDCAM_HD422_540p: Int32 = 0x7864_6832
/// 'xd54': XDCAM HD422 720p24 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_720p24_CBR50: Int32 = 0x7864_3534
/// 'xd55': XDCAM HD422 720p25 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_720p25_CBR50: Int32 = 0x7864_3535
/// 'xd51': XDCAM HD422 720p30 CBR50.
public let kCMMPEG2VideoProfile_XDCAM_HD422_720p30_CBR50: Int32 = 0x7864_3531
/// 'xfz1': XF.
public let kCMMPEG2VideoProfile_XF: Int32 = 0x7866_7a31
