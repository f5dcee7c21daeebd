// The dictionary that describes compressed or uncompressed video.

/// How to compress: an ``AVVideoCodecType`` or its text.
public let AVVideoCodecKey: String = "AVVideoCodecKey"
/// Pixels in a row.
public let AVVideoWidthKey: String = "AVVideoWidthKey"
/// Rows.
public let AVVideoHeightKey: String = "AVVideoHeightKey"
/// The shape of a pixel: a dictionary of the two spacings.
public let AVVideoPixelAspectRatioKey: String = "AVVideoPixelAspectRatioKey"
/// The width of a pixel.
public let AVVideoPixelAspectRatioHorizontalSpacingKey: String = "HorizontalSpacing"
/// The height of a pixel.
public let AVVideoPixelAspectRatioVerticalSpacingKey: String = "VerticalSpacing"
/// The clean part of the picture: a dictionary of sizes and offsets.
public let AVVideoCleanApertureKey: String = "AVVideoCleanApertureKey"
/// The width of the clean part.
public let AVVideoCleanApertureWidthKey: String = "Width"
/// The height of the clean part.
public let AVVideoCleanApertureHeightKey: String = "Height"
/// How far the clean part is right of the middle.
public let AVVideoCleanApertureHorizontalOffsetKey: String = "HorizontalOffset"
/// How far the clean part is below the middle.
public let AVVideoCleanApertureVerticalOffsetKey: String = "VerticalOffset"
/// How pictures of another size are made to fit.
public let AVVideoScalingModeKey: String = "AVVideoScalingModeKey"
/// Reduce, never enlarge, and keep the shape.
public let AVVideoScalingModeFit: String = "AVVideoScalingModeFit"
/// Stretch.
public let AVVideoScalingModeResize: String = "AVVideoScalingModeResize"
/// Keep the shape, with bars.
public let AVVideoScalingModeResizeAspect: String = "AVVideoScalingModeResizeAspect"
/// Keep the shape, cut what sticks out.
public let AVVideoScalingModeResizeAspectFill: String = "AVVideoScalingModeResizeAspectFill"
/// What colours mean: a dictionary of primaries, transfer function and matrix.
public let AVVideoColorPropertiesKey: String = "AVVideoColorPropertiesKey"
/// Whether the client can handle colours beyond those of television.
public let AVVideoAllowWideColorKey: String = "AVVideoAllowWideColorKey"
/// How to compress in detail: a dictionary.
public let AVVideoCompressionPropertiesKey: String = "AVVideoCompressionPropertiesKey"
/// How to decompress in detail: a dictionary.
public let AVVideoDecompressionPropertiesKey: String = "AVVideoDecompressionPropertiesKey"
/// Which encoder to use: a dictionary.
public let AVVideoEncoderSpecificationKey: String = "AVVideoEncoderSpecificationKey"

// What colours mean. The texts are those of Core Video, so that they travel unchanged.

/// Which red, green and blue.
public let AVVideoColorPrimariesKey: String = "AVVideoColorPrimariesKey"
/// High-definition television.
public let AVVideoColorPrimaries_ITU_R_709_2: String = "ITU_R_709_2"
/// European standard-definition television.
public let AVVideoColorPrimaries_EBU_3213: String = "EBU_3213"
/// American standard-definition television.
public let AVVideoColorPrimaries_SMPTE_C: String = "SMPTE_C"
/// Wide-gamut displays.
public let AVVideoColorPrimaries_P3_D65: String = "P3_D65"
/// Ultra-high-definition television.
public let AVVideoColorPrimaries_ITU_R_2020: String = "ITU_R_2020"
/// How light becomes numbers.
public let AVVideoTransferFunctionKey: String = "AVVideoTransferFunctionKey"
/// Television.
public let AVVideoTransferFunction_ITU_R_709_2: String = "ITU_R_709_2"
/// Early high-definition television.
public let AVVideoTransferFunction_SMPTE_240M_1995: String = "SMPTE_240M_1995"
/// The perceptual quantiser, for high dynamic range.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ: String = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma, for high dynamic range.
public let AVVideoTransferFunction_ITU_R_2100_HLG: String = "ITU_R_2100_HLG"
/// As light is.
public let AVVideoTransferFunction_Linear: String = "Linear"
/// sRGB.
public let AVVideoTransferFunction_IEC_sRGB: String = "IEC_sRGB"
/// How RGB becomes Y'CbCr: the weights of red, green and blue in luma.
public let AVVideoYCbCrMatrixKey: String = "AVVideoYCbCrMatrixKey"
/// High-definition television.
public let AVVideoYCbCrMatrix_ITU_R_709_2: String = "ITU_R_709_2"
/// Standard-definition television.
public let AVVideoYCbCrMatrix_ITU_R_601_4: String = "ITU_R_601_4"
/// Early high-definition television.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995: String = "SMPTE_240M_1995"
/// Ultra-high-definition television.
public let AVVideoYCbCrMatrix_ITU_R_2020: String = "ITU_R_2020"

// How to compress in detail. The texts are those of Video Toolbox, so that both spellings mean the same.

/// Bits per second, on average.
public let AVVideoAverageBitRateKey: String = "AverageBitRate"
/// 0 is smallest, 1 is best.
public let AVVideoQualityKey: String = "Quality"
/// At most so many frames from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalKey: String = "MaxKeyFrameInterval"
/// At most so many seconds from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalDurationKey: String = "MaxKeyFrameIntervalDuration"
/// Whether frames may refer to later ones.
public let AVVideoAllowFrameReorderingKey: String = "AllowFrameReordering"
/// Which features the decoder must have.
public let AVVideoProfileLevelKey: String = "ProfileLevel"
/// Which entropy coder H.264 uses.
public let AVVideoH264EntropyModeKey: String = "H264EntropyMode"
/// Variable-length codes.
public let AVVideoH264EntropyModeCAVLC: String = "CAVLC"
/// Arithmetic coding, which is smaller.
public let AVVideoH264EntropyModeCABAC: String = "CABAC"
/// Frames per second to expect.
public let AVVideoExpectedSourceFrameRateKey: String = "ExpectedFrameRate"
/// Frames per second that others build on.
public let AVVideoAverageNonDroppableFrameRateKey: String = "BaseLayerFrameRate"
/// The encoder's own name of a balance between time and size, such as `veryfast`, for H.264 and HEVC. An addition to AVFoundation.
public let AKVideoEncoderPresetKey: String = "AKEncoderPreset"
/// Bits of one component of a raw picture.
public let AVVideoAppleProRAWBitDepthKey: String = "AVVideoAppleProRAWBitDepthKey"
/// H.264, Baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30: String = "H264_Baseline_3_0"
/// H.264, Baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31: String = "H264_Baseline_3_1"
/// H.264, Baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41: String = "H264_Baseline_4_1"
/// H.264, Baseline profile, the level that is needed.
public let AVVideoProfileLevelH264BaselineAutoLevel: String = "H264_Baseline_AutoLevel"
/// H.264, Main profile, level 3.0.
public let AVVideoProfileLevelH264Main30: String = "H264_Main_3_0"
/// H.264, Main profile, level 3.1.
public let AVVideoProfileLevelH264Main31: String = "H264_Main_3_1"
/// H.264, Main profile, level 3.2.
public let AVVideoProfileLevelH264Main32: String = "H264_Main_3_2"
/// H.264, Main profile, level 4.1.
public let AVVideoProfileLevelH264Main41: String = "H264_Main_4_1"
/// H.264, Main profile, the level that is needed.
public let AVVideoProfileLevelH264MainAutoLevel: String = "H264_Main_AutoLevel"
/// H.264, High profile, level 4.0.
public let AVVideoProfileLevelH264High40: String = "H264_High_4_0"
/// H.264, High profile, level 4.1.
public let AVVideoProfileLevelH264High41: String = "H264_High_4_1"
/// H.264, High profile, the level that is needed.
public let AVVideoProfileLevelH264HighAutoLevel: String = "H264_High_AutoLevel"
