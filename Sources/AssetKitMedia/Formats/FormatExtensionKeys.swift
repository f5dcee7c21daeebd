public import CMTimeLib

// Keys and values of the extensions of format descriptions. What pictures can have attached too has the same text as
// there, so that it travels unchanged.

/// Extension: the whole sample description of a QuickTime file, as data.
public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString = "VerbatimSampleDescription"
/// Extension: the whole sample entry of an ISO media file, as data.
public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Extension: boxes of the sample description, such as the codec's header: data by four characters.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"
/// Extension: the settings that the samples were compressed with.
public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString = "OriginalCompressionSettings"
/// Extension: the name of the format, for people.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Extension: bits of a pixel as QuickTime counts them: 24, or 32 with alpha.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Extension: the part of the pictures that is to be seen, a dictionary.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// Key: the width of the clean aperture.
public let kCMFormatDescriptionKey_CleanApertureWidth: CFString = kCVImageBufferCleanApertureWidthKey
/// Key: the height of the clean aperture.
public let kCMFormatDescriptionKey_CleanApertureHeight: CFString = kCVImageBufferCleanApertureHeightKey
/// Key: how far the middle of the clean aperture is right of the picture's.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
    kCVImageBufferCleanApertureHorizontalOffsetKey
/// Key: how far the middle of the clean aperture is below the picture's.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString = kCVImageBufferCleanApertureVerticalOffsetKey
/// Key: the width of the clean aperture as numerator and denominator.
public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// Key: the height of the clean aperture as numerator and denominator.
public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// Key: the offset to the right as numerator and denominator.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString = "HorizontalOffsetRational"
/// Key: the offset downwards as numerator and denominator.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString = "VerticalOffsetRational"
/// Extension: 1 for progressive pictures, 2 for interlaced ones.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// Extension: how two fields are stored, and which one comes first.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// Value: the top field is first; each field is stored whole.
public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString = kCVImageBufferFieldDetailTemporalTopFirst
/// Value: the bottom field is first; each field is stored whole.
public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString = kCVImageBufferFieldDetailTemporalBottomFirst
/// Value: lines alternate; the first line is of the earlier field.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Value: lines alternate; the first line is of the later field.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineLate
/// Extension: the shape of a pixel, a dictionary.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// Key: the width of a pixel, in units of nothing but the height.
public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// Key: the height of a pixel.
public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
    kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// Extension: which red, green and blue the pictures are made of.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// Value: ITU-R BT.709, high-definition television.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString = kCVImageBufferColorPrimaries_ITU_R_709_2
/// Value: EBU Tech. 3213, European standard-definition television.
public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString = kCVImageBufferColorPrimaries_EBU_3213
/// Value: SMPTE C, American standard-definition television.
public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString = kCVImageBufferColorPrimaries_SMPTE_C
/// Value: DCI-P3, digital cinema.
public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// Value: P3 with the white D65, wide-gamut displays.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// Value: ITU-R BT.2020, ultra-high-definition television.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString = kCVImageBufferColorPrimaries_ITU_R_2020
/// Value: P22, old picture tubes.
public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// Extension: how light becomes numbers.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey
/// Value: ITU-R BT.709, high-definition television.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString = kCVImageBufferTransferFunction_ITU_R_709_2
/// Value: SMPTE 240M, early high-definition television.
public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
    kCVImageBufferTransferFunction_SMPTE_240M_1995
/// Value: the exponent of the gamma level.
public let kCMFormatDescriptionTransferFunction_UseGamma: CFString = kCVImageBufferTransferFunction_UseGamma
/// Value: ITU-R BT.2020, ultra-high-definition television.
public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString = kCVImageBufferTransferFunction_ITU_R_2020
/// Value: SMPTE ST 428-1, digital cinema.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString = kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Value: SMPTE ST 2084, the perceptual quantizer.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Value: ITU-R BT.2100, hybrid log-gamma.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Value: as light is.
public let kCMFormatDescriptionTransferFunction_Linear: CFString = kCVImageBufferTransferFunction_Linear
/// Value: sRGB.
public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// Extension: the exponent, with the transfer function "use gamma".
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Extension: how red, green and blue become luma and colour differences.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// Value: ITU-R BT.709, high-definition television.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// Value: ITU-R BT.601, standard-definition television.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// Value: SMPTE 240M, early high-definition television.
public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// Value: ITU-R BT.2020, ultra-high-definition television.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString = kCVImageBufferYCbCrMatrix_ITU_R_2020
/// Extension: whether luma uses all codes; otherwise 16 to 235 of 8 bits.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// Extension: a colour profile, as data.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Extension: bytes from one row of uncompressed pictures to the next.
public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// Extension: where chroma samples lie in progressive pictures and top fields.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey
/// Extension: where chroma samples lie in bottom fields.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
    kCVImageBufferChromaLocationBottomFieldKey
/// Value: at the left pixel, between the rows.
public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Value: between the pixels and the rows.
public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// Value: at the upper left pixel.
public let kCMFormatDescriptionChromaLocation_TopLeft: CFString = kCVImageBufferChromaLocation_TopLeft
/// Value: in the upper row, between the pixels.
public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// Value: at the lower left pixel.
public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString = kCVImageBufferChromaLocation_BottomLeft
/// Value: in the lower row, between the pixels.
public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Value: as European DV has them.
public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// Extension: the profile of MPEG-2 that the stream keeps to, a number.
public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
/// Extension: the format of protected samples once they are in the clear.
public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString = "ProtectedContentOriginalFormat"
/// Extension: QuickTime's quality over time, a number.
public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// Extension: QuickTime's quality within a picture, a number.
public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// Extension: the whole image description of a QuickTime file, as data.
public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString = "VerbatimImageDescription"
/// Extension: the version of the encoder, a number.
public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// Extension: the revision of the encoder, a number.
public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Extension: who made the encoder, by four characters.
public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// Extension: the display that the pictures were graded on, as 24 bytes (SMPTE ST 2086).
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
    kCVImageBufferMasteringDisplayColorVolumeKey
/// Extension: how bright the pictures are, as 4 bytes (CTA-861.3).
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey
/// Extension: the transfer function to prefer where it is known, as hybrid log-gamma is announced.
public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
    "AlternativeTransferCharacteristics"
/// Extension: what an auxiliary track of pictures holds, such as alpha or depth.
public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Extension: whether colours are multiplied with alpha.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey
/// Value: colours are not multiplied with alpha.
public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString = kCVImageBufferAlphaChannelMode_StraightAlpha
/// Value: colours are multiplied with alpha.
public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
    kCVImageBufferAlphaChannelMode_PremultipliedAlpha
/// An extension of ours, for which Core Media has no word: colours that are multiplied with alpha were laid over white.
package let formatExtensionAlphaIsOverWhite: CFString = "AKAlphaIsOverWhite"
/// Extension: whether there is alpha.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Extension: bits of one component, a number.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Extension: how wide the camera saw, in thousandths of a degree.
public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// Extension: the light in the room that the pictures are meant for, as 8 bytes.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
    kCVImageBufferAmbientViewingEnvironmentKey
