public import CMTimeLib

// Names of Video Toolbox that clients put into settings.

/// Bits per second, on average.
public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
/// Bytes and seconds, in turn: at most so many bytes within so many seconds.
public let kVTCompressionPropertyKey_DataRateLimits: CFString = "DataRateLimits"
/// Whether frames may refer to later ones.
public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
/// Whether frames may refer to others.
public let kVTCompressionPropertyKey_AllowTemporalCompression: CFString = "AllowTemporalCompression"
/// At most so many frames from one key frame to the next.
public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
/// At most so many seconds from one key frame to the next.
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString = "MaxKeyFrameIntervalDuration"
/// 0 is smallest, 1 is best.
public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
/// Whether encoding keeps pace with a live source.
public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// Which features the decoder must have.
public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// Which entropy coder H.264 uses.
public let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"
/// Frames per second to expect.
public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
/// Frames per second that others build on.
public let kVTCompressionPropertyKey_BaseLayerFrameRate: CFString = "BaseLayerFrameRate"
/// Which red, green and blue.
public let kVTCompressionPropertyKey_ColorPrimaries: CFString = "ColorPrimaries"
/// How light becomes numbers.
public let kVTCompressionPropertyKey_TransferFunction: CFString = "TransferFunction"
/// How RGB becomes Y'CbCr: the weights of red, green and blue in luma.
public let kVTCompressionPropertyKey_YCbCrMatrix: CFString = "YCbCrMatrix"
/// 0 is smallest, 1 is best, for transparency.
public let kVTCompressionPropertyKey_TargetQualityForAlpha: CFString = "TargetQualityForAlpha"
/// Whether colours are multiplied with alpha.
public let kVTCompressionPropertyKey_AlphaChannelMode: CFString = "AlphaChannelMode"
/// At most so many frames wait in the encoder.
public let kVTCompressionPropertyKey_MaxFrameDelayCount: CFString = "MaxFrameDelayCount"
/// Whether the pool is shared with the client.
public let kVTCompressionPropertyKey_PixelBufferPoolIsShared: CFString = "PixelBufferPoolIsShared"

// Values for the profile and level.

/// H.264, Baseline profile, level 1.3.
public let kVTProfileLevel_H264_Baseline_1_3: CFString = "H264_Baseline_1_3"
/// H.264, Baseline profile, level 3.0.
public let kVTProfileLevel_H264_Baseline_3_0: CFString = "H264_Baseline_3_0"
/// H.264, Baseline profile, level 3.1.
public let kVTProfileLevel_H264_Baseline_3_1: CFString = "H264_Baseline_3_1"
/// H.264, Baseline profile, level 3.2.
public let kVTProfileLevel_H264_Baseline_3_2: CFString = "H264_Baseline_3_2"
/// H.264, Baseline profile, level 4.0.
public let kVTProfileLevel_H264_Baseline_4_0: CFString = "H264_Baseline_4_0"
/// H.264, Baseline profile, level 4.1.
public let kVTProfileLevel_H264_Baseline_4_1: CFString = "H264_Baseline_4_1"
/// H.264, Baseline profile, level 4.2.
public let kVTProfileLevel_H264_Baseline_4_2: CFString = "H264_Baseline_4_2"
/// H.264, Baseline profile, level 5.0.
public let kVTProfileLevel_H264_Baseline_5_0: CFString = "H264_Baseline_5_0"
/// H.264, Baseline profile, level 5.1.
public let kVTProfileLevel_H264_Baseline_5_1: CFString = "H264_Baseline_5_1"
/// H.264, Baseline profile, level 5.2.
public let kVTProfileLevel_H264_Baseline_5_2: CFString = "H264_Baseline_5_2"
/// H.264, Baseline profile, the level that is needed.
public let kVTProfileLevel_H264_Baseline_AutoLevel: CFString = "H264_Baseline_AutoLevel"
/// H.264, constrained baseline profile, the level that is needed.
public let kVTProfileLevel_H264_ConstrainedBaseline_AutoLevel: CFString = "H264_ConstrainedBaseline_AutoLevel"
/// H.264, Main profile, level 3.0.
public let kVTProfileLevel_H264_Main_3_0: CFString = "H264_Main_3_0"
/// H.264, Main profile, level 3.1.
public let kVTProfileLevel_H264_Main_3_1: CFString = "H264_Main_3_1"
/// H.264, Main profile, level 3.2.
public let kVTProfileLevel_H264_Main_3_2: CFString = "H264_Main_3_2"
/// H.264, Main profile, level 4.0.
public let kVTProfileLevel_H264_Main_4_0: CFString = "H264_Main_4_0"
/// H.264, Main profile, level 4.1.
public let kVTProfileLevel_H264_Main_4_1: CFString = "H264_Main_4_1"
/// H.264, Main profile, level 4.2.
public let kVTProfileLevel_H264_Main_4_2: CFString = "H264_Main_4_2"
/// H.264, Main profile, level 5.0.
public let kVTProfileLevel_H264_Main_5_0: CFString = "H264_Main_5_0"
/// H.264, Main profile, level 5.1.
public let kVTProfileLevel_H264_Main_5_1: CFString = "H264_Main_5_1"
/// H.264, Main profile, level 5.2.
public let kVTProfileLevel_H264_Main_5_2: CFString = "H264_Main_5_2"
/// H.264, Main profile, the level that is needed.
public let kVTProfileLevel_H264_Main_AutoLevel: CFString = "H264_Main_AutoLevel"
/// H.264, Extended profile, level 5.0.
public let kVTProfileLevel_H264_Extended_5_0: CFString = "H264_Extended_5_0"
/// H.264, Extended profile, the level that is needed.
public let kVTProfileLevel_H264_Extended_AutoLevel: CFString = "H264_Extended_AutoLevel"
/// H.264, High profile, level 3.0.
public let kVTProfileLevel_H264_High_3_0: CFString = "H264_High_3_0"
/// H.264, High profile, level 3.1.
public let kVTProfileLevel_H264_High_3_1: CFString = "H264_High_3_1"
/// H.264, High profile, level 3.2.
public let kVTProfileLevel_H264_High_3_2: CFString = "H264_High_3_2"
/// H.264, High profile, level 4.0.
public let kVTProfileLevel_H264_High_4_0: CFString = "H264_High_4_0"
/// H.264, High profile, level 4.1.
public let kVTProfileLevel_H264_High_4_1: CFString = "H264_High_4_1"
/// H.264, High profile, level 4.2.
public let kVTProfileLevel_H264_High_4_2: CFString = "H264_High_4_2"
/// H.264, High profile, level 5.0.
public let kVTProfileLevel_H264_High_5_0: CFString = "H264_High_5_0"
/// H.264, High profile, level 5.1.
public let kVTProfileLevel_H264_High_5_1: CFString = "H264_High_5_1"
/// H.264, High profile, level 5.2.
public let kVTProfileLevel_H264_High_5_2: CFString = "H264_High_5_2"
/// H.264, High profile, the level that is needed.
public let kVTProfileLevel_H264_High_AutoLevel: CFString = "H264_High_AutoLevel"
/// H.264, constrained high profile, the level that is needed.
public let kVTProfileLevel_H264_ConstrainedHigh_AutoLevel: CFString = "H264_ConstrainedHigh_AutoLevel"
/// HEVC, Main profile, the level that is needed.
public let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// HEVC, Main10 profile, the level that is needed.
public let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
/// HEVC, Main42210 profile, the level that is needed.
public let kVTProfileLevel_HEVC_Main42210_AutoLevel: CFString = "HEVC_Main42210_AutoLevel"
/// Variable-length codes.
public let kVTH264EntropyMode_CAVLC: CFString = "CAVLC"
/// Arithmetic coding, which is smaller.
public let kVTH264EntropyMode_CABAC: CFString = "CABAC"
/// Colours are not multiplied with alpha.
public let kVTAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied with alpha.
public let kVTAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
