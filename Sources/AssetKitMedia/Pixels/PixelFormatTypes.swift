public import AssetKitBase

// The numbers are those of Apple's headers.

/// Number 1: black and white, 1 bit.
public let kCVPixelFormatType_1Monochrome: OSType = 0x0000_0001
/// Number 2: a palette, 2 bits.
public let kCVPixelFormatType_2Indexed: OSType = 0x0000_0002
/// Number 4: a palette, 4 bits.
public let kCVPixelFormatType_4Indexed: OSType = 0x0000_0004
/// Number 8: a palette, 8 bits.
public let kCVPixelFormatType_8Indexed: OSType = 0x0000_0008
/// Number 33: grey, 1 bit, white is 0.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x0000_0021
/// Number 34: grey, 2 bits, white is 0.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x0000_0022
/// Number 36: grey, 4 bits, white is 0.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x0000_0024
/// Number 40: grey, 8 bits, white is 0.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x0000_0028
/// Number 16: red, green and blue of 5 bits, big-endian.
public let kCVPixelFormatType_16BE555: OSType = 0x0000_0010
/// 'L555': red, green and blue of 5 bits, little-endian.
public let kCVPixelFormatType_16LE555: OSType = 0x4c35_3535
/// '5551': red, green and blue of 5 bits and 1 bit of alpha, little-endian.
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// 'B565': red, green and blue of 5, 6 and 5 bits, big-endian.
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// 'L565': red, green and blue of 5, 6 and 5 bits, little-endian.
public let kCVPixelFormatType_16LE565: OSType = 0x4c35_3635
/// Number 24: red, green and blue, 8 bits each.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// '24BG': blue, green and red, 8 bits each.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// Number 32: alpha, red, green and blue, 8 bits each.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 'BGRA': blue, green, red and alpha, 8 bits each.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 'ABGR': alpha, blue, green and red, 8 bits each.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// 'RGBA': red, green, blue and alpha, 8 bits each.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 'b64a': alpha, red, green and blue, 16 bits each, big-endian.
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// 'l64r': red, green, blue and alpha, 16 bits each, little-endian.
public let kCVPixelFormatType_64RGBALE: OSType = 0x6c36_3472
/// 'b48r': red, green and blue, 16 bits each, big-endian.
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// 'b32a': alpha and grey, 16 bits each, big-endian.
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// 'b16g': grey, 16 bits, big-endian.
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// 'R10k': red, green and blue, 10 bits each, big-endian.
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306b
/// '2vuy': Y'CbCr 4:2:2, packed as Cb Y Cr Y, 8 bits.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// 'v408': Y'CbCr 4:4:4 with alpha behind, packed, 8 bits, video range.
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// 'r408': Y'CbCr 4:4:4 with alpha in front, packed, 8 bits, for rendering.
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// 'y408': Y'CbCr 4:4:4 with alpha in front, packed, 8 bits, full-range alpha.
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// 'y416': Y'CbCr 4:4:4 with alpha in front, packed, 16 bits, full-range alpha.
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// 'v308': Y'CbCr 4:4:4, packed, 8 bits.
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// 'v216': Y'CbCr 4:2:2, packed, 10 to 16 bits in words of 16.
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// 'v210': Y'CbCr 4:2:2, packed, 10 bits.
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// 'v410': Y'CbCr 4:4:4, packed, 10 bits.
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// 'y420': Y'CbCr 4:2:0 in three planes, 8 bits, video range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 'f420': Y'CbCr 4:2:0 in three planes, 8 bits, full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// 'a2vy': Y'CbCr 4:2:2, packed, with alpha in a plane of its own, 8 bits.
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// '420v': Y'CbCr 4:2:0 in two planes, 8 bits, video range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// '420f': Y'CbCr 4:2:0 in two planes, 8 bits, full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// '422v': Y'CbCr 4:2:2 in two planes, 8 bits, video range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// '422f': Y'CbCr 4:2:2 in two planes, 8 bits, full range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// '444v': Y'CbCr 4:4:4 in two planes, 8 bits, video range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// '444f': Y'CbCr 4:4:4 in two planes, 8 bits, full range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// 'yuvs': Y'CbCr 4:2:2, packed as Y Cb Y Cr, 8 bits.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// 'yuvf': Y'CbCr 4:2:2, packed as Y Cb Y Cr, 8 bits, full range.
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// 'L008': one component, 8 bits.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038
/// '2C08': two components, 8 bits each.
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// 'w30r': red, green and blue, 10 bits each, little-endian, for wide gamuts.
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// 'l10r': 2 bits of alpha, then red, green and blue of 10 bits, little-endian.
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6c31_3072
/// 'w40a': alpha, red, green and blue, 10 bits each, little-endian, for wide gamuts.
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// 'w40m': alpha, red, green and blue, 10 bits each, little-endian, premultiplied, for wide gamuts.
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306d
/// 'L010': one component, 10 bits in words of 16.
public let kCVPixelFormatType_OneComponent10: OSType = 0x4c30_3130
/// 'L012': one component, 12 bits in words of 16.
public let kCVPixelFormatType_OneComponent12: OSType = 0x4c30_3132
/// 'L016': one component, 16 bits.
public let kCVPixelFormatType_OneComponent16: OSType = 0x4c30_3136
/// '2C16': two components, 16 bits each.
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// 'L00h': one component, half-precision floating point.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4c30_3068
/// 'L00f': one component, single-precision floating point.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4c30_3066
/// '2C0h': two components, half-precision floating point.
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// '2C0f': two components, single-precision floating point.
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// 'RGhA': red, green, blue and alpha, half-precision floating point.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// 'RGfA': red, green, blue and alpha, single-precision floating point.
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// 'grb4': a Bayer sensor, rows of green and red over blue and green, 14 bits.
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// 'rgg4': a Bayer sensor, rows of red and green over green and blue, 14 bits.
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// 'bgg4': a Bayer sensor, rows of blue and green over green and red, 14 bits.
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// 'gbr4': a Bayer sensor, rows of green and blue over red and green, 14 bits.
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// 'hdis': disparity, half-precision floating point.
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// 'fdis': disparity, single-precision floating point.
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// 'hdep': depth, half-precision floating point.
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// 'fdep': depth, single-precision floating point.
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// 'x420': Y'CbCr 4:2:0 in two planes, 10 bits, video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 'x422': Y'CbCr 4:2:2 in two planes, 10 bits, video range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 'x444': Y'CbCr 4:4:4 in two planes, 10 bits, video range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// 'xf20': Y'CbCr 4:2:0 in two planes, 10 bits, full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 'xf22': Y'CbCr 4:2:2 in two planes, 10 bits, full range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 'xf44': Y'CbCr 4:4:4 in two planes, 10 bits, full range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// 'v0a8': Y'CbCr 4:2:0 in two planes and alpha in a third, 8 bits, video range.
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
/// 'bp16': a Bayer sensor, 16 bits, for ProRes RAW.
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
/// 'bp64': red, green, blue and alpha, 16 bits each, of ProRes RAW made smaller.
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// 'sv22': Y'CbCr 4:2:2 in two planes, 16 bits, video range.
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// 'sv44': Y'CbCr 4:4:4 in two planes, 16 bits, video range.
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// 's4as': Y'CbCr 4:4:4 in two planes and alpha in a third, 16 bits, video range.
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// '&BGA': blue, green, red and alpha, 8 bits each, compressed in memory without loss.
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// '&8v0': Y'CbCr 4:2:0, 8 bits, video range, compressed in memory without loss.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// '&8f0': Y'CbCr 4:2:0, 8 bits, full range, compressed in memory without loss.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// '&xv0': Y'CbCr 4:2:0, 10 bits, video range, compressed in memory without loss.
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// '&xv2': Y'CbCr 4:2:2, 10 bits, video range, compressed in memory without loss.
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// '-BGA': blue, green, red and alpha, 8 bits each, compressed in memory with loss.
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2d42_4741
/// '-8v0': Y'CbCr 4:2:0, 8 bits, video range, compressed in memory with loss.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2d38_7630
/// '-8f0': Y'CbCr 4:2:0, 8 bits, full range, compressed in memory with loss.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2d38_6630
/// '-xv0': Y'CbCr 4:2:0, 10 bits, video range, compressed in memory with loss.
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7630
/// '-xv2': Y'CbCr 4:2:2, 10 bits, video range, compressed in memory with loss.
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7632
