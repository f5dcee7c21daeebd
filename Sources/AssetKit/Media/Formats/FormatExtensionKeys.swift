public import CMTimeLib

// Keys and values of the extensions of format descriptions. What pictures can have attached too has the same text as
// there, so that it travels unchanged.

/// Extension: verbatim sample description.
public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString = "VerbatimSampleDescription"
/// Extension: verbatim ISO sample entry.
public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Extension: sample description extension atoms.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"
/// Extension: original compression settings.
public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString = "OriginalCompressionSettings"
/// Extension: format name.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Extension: depth.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Extension: clean aperture.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// Key: clean aperture width.
public let kCMFormatDescriptionKey_CleanApertureWidth: CFString = kCVImageBufferCleanApertureWidthKey
/// Key: clean aperture height.
public let kCMFormatDescriptionKey_CleanApertureHeight: CFString = kCVImageBufferCleanApertureHeightKey
/// Key: clean aperture horizontal offset.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
    kCVImageBufferCleanApertureHorizontalOffsetKey
/// Key: clean aperture vertical offset.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString = kCVImageBufferCleanApertureVerticalOffsetKey
/// Key: clean aperture width rational.
public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// Key: clean aperture height rational.
public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// Key: clean aperture horizontal offset rational.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString = "HorizontalOffsetRational"
/// Key: clean aperture vertical offset rational.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString = "VerticalOffsetRational"
/// Extension: field count.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// Extension: field detail.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// Value: temporal top first.
public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString = kCVImageBufferFieldDetailTemporalTopFirst
/// Value: temporal bottom first.
public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString = kCVImageBufferFieldDetailTemporalBottomFirst
/// Value: spatial first line early.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Value: spatial first line late.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineLate
/// Extension: pixel aspect ratio.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// Key: pixel aspect ratio horizontal spacing.
public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// Key: pixel aspect ratio vertical spacing.
public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
    kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// Extension: color primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// Value: ITU r 709 2.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString = kCVImageBufferColorPrimaries_ITU_R_709_2
/// Value: EBU 3213.
public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString = kCVImageBufferColorPrimaries_EBU_3213
/// Value: SMPTE c.
public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString = kCVImageBufferColorPrimaries_SMPTE_C
/// Value: DCI P3.
public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// Value: P3 D65.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// Value: ITU r 2020.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString = kCVImageBufferColorPrimaries_ITU_R_2020
/// Value: P22.
public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// Extension: transfer function.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey
/// Value: ITU r 709 2.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString = kCVImageBufferTransferFunction_ITU_R_709_2
/// Value: SMPTE 240 m 1995.
public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
    kCVImageBufferTransferFunction_SMPTE_240M_1995
/// Value: use gamma.
public let kCMFormatDescriptionTransferFunction_UseGamma: CFString = kCVImageBufferTransferFunction_UseGamma
/// Value: ITU r 2020.
public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString = kCVImageBufferTransferFunction_ITU_R_2020
/// Value: SMPTE ST 428 1.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString = kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Value: SMPTE ST 2084 PQ.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Value: ITU r 2100 HLG.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Value: linear.
public let kCMFormatDescriptionTransferFunction_Linear: CFString = kCVImageBufferTransferFunction_Linear
/// Value: s RGB.
public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// Extension: gamma level.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Extension: y cb cr matrix.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// Value: ITU r 709 2.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// Value: ITU r 601 4.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// Value: SMPTE 240 m 1995.
public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// Value: ITU r 2020.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString = kCVImageBufferYCbCrMatrix_ITU_R_2020
/// Extension: full range video.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// Extension: ICC profile.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Extension: bytes per row.
public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// Extension: chroma location top field.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey
/// Extension: chroma location bottom field.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
    kCVImageBufferChromaLocationBottomFieldKey
/// Value: left.
public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Value: center.
public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// Value: top left.
public let kCMFormatDescriptionChromaLocation_TopLeft: CFString = kCVImageBufferChromaLocation_TopLeft
/// Value: top.
public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// Value: bottom left.
public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString = kCVImageBufferChromaLocation_BottomLeft
/// Value: bottom.
public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Value: DV420.
public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// Value: k CM format description conforms to MPEG2 video profile.
public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
/// Extension: protected content original format.
public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString = "ProtectedContentOriginalFormat"
/// Extension: temporal quality.
public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// Extension: spatial quality.
public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// Extension: verbatim image description.
public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString = "VerbatimImageDescription"
/// Extension: version.
public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// Extension: revision level.
public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Extension: vendor.
public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// Extension: mastering display color volume.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
    kCVImageBufferMasteringDisplayColorVolumeKey
/// Extension: content light level info.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey
/// Extension: alternative transfer characteristics.
public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
    "AlternativeTransferCharacteristics"
/// Extension: auxiliary type info.
public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Extension: alpha channel mode.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey
/// Value: straight alpha.
public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString = kCVImageBufferAlphaChannelMode_StraightAlpha
/// Value: premultiplied alpha.
public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
    kCVImageBufferAlphaChannelMode_PremultipliedAlpha
/// An extension of ours, for which Core Media has no word: colours that are multiplied with alpha were laid over white.
let formatExtensionAlphaIsOverWhite: CFString = "AKAlphaIsOverWhite"
/// Extension: contains alpha channel.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Extension: bits per component.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Extension: horizontal field of view.
public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// Extension: ambient viewing environment.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
    kCVImageBufferAmbientViewingEnvironmentKey
