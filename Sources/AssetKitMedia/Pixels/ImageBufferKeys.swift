public import CMTimeLib

// Attachments of pictures. The texts travel from decoder to buffer to encoder.

/// The colour space, a ``CGColorSpace``.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The clean part of the picture: a dictionary of the next four.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The width of the clean part.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The height of the clean part.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// How far the clean part is right of the middle.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// How far the clean part is below the middle.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The clean part that would be better.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// 1 for progressive pictures, 2 for interlaced ones.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// How two fields are woven.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The upper field is first; each is stored whole.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The lower field is first; each is stored whole.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Rows alternate; the first row is of the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Rows alternate; the first row is of the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The shape of a pixel: a dictionary of the next two.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The width of a pixel.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The size to show: a dictionary of the next two.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The width to show.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The height to show.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The exponent, with the transfer function "use gamma".
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// A colour profile, as data.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The display the picture was made on, as 24 bytes.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// How bright the pictures are, as 4 bytes.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// Whether alpha is 1 everywhere.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// Whether colours are multiplied with alpha.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colours are not multiplied with alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied with alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The part that matters, a rectangle as a dictionary.
public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
/// The light in the room, as 8 bytes.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"

// What colours mean.

/// How RGB becomes Y'CbCr: the weights of red, green and blue in luma.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// High-definition television.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// Standard-definition television.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// Early high-definition television.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// Digital cinema.
public let kCVImageBufferYCbCrMatrix_DCI_P3: CFString = "DCI_P3"
/// Wide-gamut displays.
public let kCVImageBufferYCbCrMatrix_P3_D65: CFString = "P3_D65"
/// Ultra-high-definition television.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// Which red, green and blue.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// High-definition television.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// European standard-definition television.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// American standard-definition television.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// Old picture tubes.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// Digital cinema.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// Wide-gamut displays.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// Ultra-high-definition television.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// How light becomes numbers.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// Television.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// Early high-definition television.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// By the exponent of the gamma level.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// Ultra-high-definition television.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// Digital cinema.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// The perceptual quantiser.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// As light is.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// Where colour samples lie in whole pictures and upper fields.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// Where colour samples lie in lower fields.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// At the left pixel, between the rows.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Between the pixels and the rows.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// At the upper left pixel.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// In the upper row, between the pixels.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// At the lower left pixel.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// In the lower row, between the pixels.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// As European DV has them.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// How many colour samples there are.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// 4:2:0.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// 4:2:2.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// 4:1:1.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
