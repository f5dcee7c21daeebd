// The numbers are those of Apple's headers.

/// Number 1: 1 monochrome.
public let kCVPixelFormatType_1Monochrome: OSType = 0x0000_0001
/// Number 2: 2 indexed.
public let kCVPixelFormatType_2Indexed: OSType = 0x0000_0002
/// Number 4: 4 indexed.
public let kCVPixelFormatType_4Indexed: OSType = 0x0000_0004
/// Number 8: 8 indexed.
public let kCVPixelFormatType_8Indexed: OSType = 0x0000_0008
/// Number 33: 1 indexed gray white is zero.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x0000_0021
/// Number 34: 2 indexed gray white is zero.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x0000_0022
/// Number 36: 4 indexed gray white is zero.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x0000_0024
/// Number 40: 8 indexed gray white is zero.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x0000_0028
/// Number 16: 16 BE555.
public let kCVPixelFormatType_16BE555: OSType = 0x0000_0010
/// 'L555': 16 LE555.
public let kCVPixelFormatType_16LE555: OSType = 0x4c35_3535
/// '5551': 16 LE5551.
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// 'B565': 16 BE565.
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// 'L565': 16 LE565.
public let kCVPixelFormatType_16LE565: OSType = 0x4c35_3635
/// Number 24: 24 RGB.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// '24BG': 24 BGR.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// Number 32: 32 ARGB.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 'BGRA': 32 BGRA.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 'ABGR': 32 ABGR.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// 'RGBA': 32 RGBA.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 'b64a': 64 ARGB.
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// 'l64r': 64 RGBALE.
public let kCVPixelFormatType_64RGBALE: OSType = 0x6c36_3472
/// 'b48r': 48 RGB.
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// 'b32a': 32 alpha gray.
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// 'b16g': 16 gray.
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// 'R10k': 30 RGB.
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306b
/// '2vuy': 422 yp cb Cr8.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// 'v408': 4444 yp cb cr A8.
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// 'r408': 4444 yp cb cr A8 r.
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// 'y408': 4444 a yp cb Cr8.
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// 'y416': 4444 a yp cb Cr16.
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// 'v308': 444 yp cb Cr8.
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// 'v216': 422 yp cb Cr16.
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// 'v210': 422 yp cb Cr10.
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// 'v410': 444 yp cb Cr10.
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// 'y420': 420 yp cb Cr8 planar.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 'f420': 420 yp cb Cr8 planar full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// 'a2vy': 422 yp cb cr 4 a 8 bi planar.
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// '420v': 420 yp cb Cr8 bi planar video range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// '420f': 420 yp cb Cr8 bi planar full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// '422v': 422 yp cb Cr8 bi planar video range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// '422f': 422 yp cb Cr8 bi planar full range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// '444v': 444 yp cb Cr8 bi planar video range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// '444f': 444 yp cb Cr8 bi planar full range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// 'yuvs': 422 yp cb Cr8 yuvs.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// 'yuvf': 422 yp cb Cr8 full range.
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// 'L008': one Component8.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038
/// '2C08': two Component8.
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// 'w30r': 30 RGBLE packed wide gamut.
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// 'l10r': ARGB2101010 LE packed.
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6c31_3072
/// 'w40a': 40 ARGBLE wide gamut.
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// 'w40m': 40 ARGBLE wide gamut premultiplied.
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306d
/// 'L010': one Component10.
public let kCVPixelFormatType_OneComponent10: OSType = 0x4c30_3130
/// 'L012': one Component12.
public let kCVPixelFormatType_OneComponent12: OSType = 0x4c30_3132
/// 'L016': one Component16.
public let kCVPixelFormatType_OneComponent16: OSType = 0x4c30_3136
/// '2C16': two Component16.
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// 'L00h': one Component16 half.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4c30_3068
/// 'L00f': one Component32 float.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4c30_3066
/// '2C0h': two Component16 half.
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// '2C0f': two Component32 float.
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// 'RGhA': 64 RGBA half.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// 'RGfA': 128 RGBA float.
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// 'grb4': 14 bayer GRBG.
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// 'rgg4': 14 bayer RGGB.
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// 'bgg4': 14 bayer BGGR.
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// 'gbr4': 14 bayer GBRG.
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// 'hdis': disparity Float16.
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// 'fdis': disparity Float32.
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// 'hdep': depth Float16.
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// 'fdep': depth Float32.
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// 'x420': 420 yp cb Cr10 bi planar video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 'x422': 422 yp cb Cr10 bi planar video range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 'x444': 444 yp cb Cr10 bi planar video range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// 'xf20': 420 yp cb Cr10 bi planar full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 'xf22': 422 yp cb Cr10 bi planar full range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 'xf44': 444 yp cb Cr10 bi planar full range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// 'v0a8': 420 yp cb Cr8 video range 8 a tri planar.
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
/// 'bp16': 16 versatile bayer.
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
/// 'bp64': 64 RGBA downscaled pro res RAW.
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// 'sv22': 422 yp cb Cr16 bi planar video range.
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// 'sv44': 444 yp cb Cr16 bi planar video range.
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// 's4as': 444 yp cb Cr16 video range 16 a tri planar.
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// '&BGA': lossless 32 BGRA.
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// '&8v0': lossless 420 yp cb Cr8 bi planar video range.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// '&8f0': lossless 420 yp cb Cr8 bi planar full range.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// '&xv0': lossless 420 yp cb Cr10 packed bi planar video range.
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// '&xv2': lossless 422 yp cb Cr10 packed bi planar video range.
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// '-BGA': lossy 32 BGRA.
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2d42_4741
/// '-8v0': lossy 420 yp cb Cr8 bi planar video range.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2d38_7630
/// '-8f0': lossy 420 yp cb Cr8 bi planar full range.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2d38_6630
/// '-xv0': lossy 420 yp cb Cr10 packed bi planar video range.
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7630
/// '-xv2': lossy 422 yp cb Cr10 packed bi planar video range.
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7632
