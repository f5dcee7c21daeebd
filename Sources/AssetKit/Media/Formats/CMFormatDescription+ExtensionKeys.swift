extension CMFormatDescription.Extensions.Key {
    /// Extension: verbatim sample description.
    public static let verbatimSampleDescription = Self(
        rawValue: kCMFormatDescriptionExtension_VerbatimSampleDescription
    )
    /// Extension: verbatim ISO sample entry.
    public static let verbatimISOSampleEntry = Self(rawValue: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    /// Extension: sample description extension atoms.
    public static let sampleDescriptionExtensionAtoms = Self(
        rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    )
    /// Extension: original compression settings.
    public static let originalCompressionSettings = Self(
        rawValue: kCMFormatDescriptionExtension_OriginalCompressionSettings
    )
    /// Extension: format name.
    public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
    /// Extension: depth.
    public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
    /// Extension: clean aperture.
    public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
    /// Extension: field count.
    public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
    /// Extension: field detail.
    public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
    /// Extension: pixel aspect ratio.
    public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
    /// Extension: color primaries.
    public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
    /// Extension: transfer function.
    public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    /// Extension: gamma level.
    public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)
    /// Extension: y cb cr matrix.
    public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    /// Extension: full range video.
    public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
    /// Extension: ICC profile.
    public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)
    /// Extension: bytes per row.
    public static let bytesPerRow = Self(rawValue: kCMFormatDescriptionExtension_BytesPerRow)
    /// Extension: chroma location top field.
    public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
    /// Extension: chroma location bottom field.
    public static let chromaLocationBottomField = Self(
        rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField
    )
    /// Extension: conforms to MPEG2 video profile.
    public static let conformsToMPEG2VideoProfile = Self(rawValue: kCMFormatDescriptionConformsToMPEG2VideoProfile)
    /// Extension: protected content original format.
    public static let protectedContentOriginalFormat = Self(
        rawValue: kCMFormatDescriptionExtension_ProtectedContentOriginalFormat
    )
    /// Extension: temporal quality.
    public static let temporalQuality = Self(rawValue: kCMFormatDescriptionExtension_TemporalQuality)
    /// Extension: spatial quality.
    public static let spatialQuality = Self(rawValue: kCMFormatDescriptionExtension_SpatialQuality)
    /// Extension: verbatim image description.
    public static let verbatimImageDescription = Self(rawValue: kCMFormatDescriptionExtension_VerbatimImageDescription)
    /// Extension: version.
    public static let version = Self(rawValue: kCMFormatDescriptionExtension_Version)
    /// Extension: revision level.
    public static let revisionLevel = Self(rawValue: kCMFormatDescriptionExtension_RevisionLevel)
    /// Extension: vendor.
    public static let vendor = Self(rawValue: kCMFormatDescriptionExtension_Vendor)
    /// Extension: mastering display color volume.
    public static let masteringDisplayColorVolume = Self(
        rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume
    )
    /// Extension: content light level info.
    public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
    /// Extension: alternative transfer characteristics.
    public static let alternativeTransferCharacteristics = Self(
        rawValue: kCMFormatDescriptionExtension_AlternativeTransferCharacteristics
    )
    /// Extension: auxiliary type info.
    public static let auxiliaryTypeInfo = Self(rawValue: kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
    /// Extension: alpha channel mode.
    public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)
    /// Extension: contains alpha channel.
    public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
    /// Extension: bits per component.
    public static let bitsPerComponent = Self(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
    /// Extension: horizontal field of view.
    public static let horizontalFieldOfView = Self(rawValue: kCMFormatDescriptionExtension_HorizontalFieldOfView)
    /// Extension: background color.
    public static let backgroundColor = Self(rawValue: kCMTextFormatDescriptionExtension_BackgroundColor)
    /// Extension: display flags.
    public static let displayFlags = Self(rawValue: kCMTextFormatDescriptionExtension_DisplayFlags)
    /// Extension: default text box.
    public static let defaultTextBox = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultTextBox)
    /// Extension: default style.
    public static let defaultStyle = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultStyle)
    /// Extension: horizontal justification.
    public static let horizontalJustification = Self(
        rawValue: kCMTextFormatDescriptionExtension_HorizontalJustification
    )
    /// Extension: vertical justification.
    public static let verticalJustification = Self(rawValue: kCMTextFormatDescriptionExtension_VerticalJustification)
    /// Extension: font table.
    public static let fontTable = Self(rawValue: kCMTextFormatDescriptionExtension_FontTable)
    /// Extension: text justification.
    public static let textJustification = Self(rawValue: kCMTextFormatDescriptionExtension_TextJustification)
    /// Extension: default font name.
    public static let defaultFontName = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultFontName)
    /// Extension: ambient viewing environment.
    public static let ambientViewingEnvironment = Self(
        rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment
    )
    /// Extension: source reference name.
    public static let sourceReferenceName = Self(rawValue: kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
    /// Extension: metadata key table.
    public static let metadataKeyTable = Self(rawValue: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
}
