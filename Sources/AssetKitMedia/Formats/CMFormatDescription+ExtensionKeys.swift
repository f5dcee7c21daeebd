extension CMFormatDescription.Extensions.Key {
    /// Extension: the whole sample description of a QuickTime file, as data.
    public static let verbatimSampleDescription = Self(
        rawValue: kCMFormatDescriptionExtension_VerbatimSampleDescription
    )
    /// Extension: the whole sample entry of an ISO media file, as data.
    public static let verbatimISOSampleEntry = Self(rawValue: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    /// Extension: boxes of the sample description, such as the codec's header: data by four characters.
    public static let sampleDescriptionExtensionAtoms = Self(
        rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    )
    /// Extension: the settings that the samples were compressed with.
    public static let originalCompressionSettings = Self(
        rawValue: kCMFormatDescriptionExtension_OriginalCompressionSettings
    )
    /// Extension: the name of the format, for people.
    public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
    /// Extension: bits of a pixel as QuickTime counts them: 24, or 32 with alpha.
    public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
    /// Extension: the part of the pictures that is to be seen, a dictionary.
    public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
    /// Extension: 1 for progressive pictures, 2 for interlaced ones.
    public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
    /// Extension: how two fields are stored, and which one comes first.
    public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
    /// Extension: the shape of a pixel, a dictionary.
    public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
    /// Extension: which red, green and blue the pictures are made of.
    public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
    /// Extension: how light becomes numbers.
    public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    /// Extension: the exponent, with the transfer function "use gamma".
    public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)
    /// Extension: how red, green and blue become luma and colour differences.
    public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    /// Extension: whether luma uses all codes; otherwise 16 to 235 of 8 bits.
    public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
    /// Extension: a colour profile, as data.
    public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)
    /// Extension: bytes from one row of uncompressed pictures to the next.
    public static let bytesPerRow = Self(rawValue: kCMFormatDescriptionExtension_BytesPerRow)
    /// Extension: where chroma samples lie in progressive pictures and top fields.
    public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
    /// Extension: where chroma samples lie in bottom fields.
    public static let chromaLocationBottomField = Self(
        rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField
    )
    /// Extension: the profile of MPEG-2 that the stream keeps to, a number.
    public static let conformsToMPEG2VideoProfile = Self(rawValue: kCMFormatDescriptionConformsToMPEG2VideoProfile)
    /// Extension: the format of protected samples once they are in the clear.
    public static let protectedContentOriginalFormat = Self(
        rawValue: kCMFormatDescriptionExtension_ProtectedContentOriginalFormat
    )
    /// Extension: QuickTime's quality over time, a number.
    public static let temporalQuality = Self(rawValue: kCMFormatDescriptionExtension_TemporalQuality)
    /// Extension: QuickTime's quality within a picture, a number.
    public static let spatialQuality = Self(rawValue: kCMFormatDescriptionExtension_SpatialQuality)
    /// Extension: the whole image description of a QuickTime file, as data.
    public static let verbatimImageDescription = Self(rawValue: kCMFormatDescriptionExtension_VerbatimImageDescription)
    /// Extension: the version of the encoder, a number.
    public static let version = Self(rawValue: kCMFormatDescriptionExtension_Version)
    /// Extension: the revision of the encoder, a number.
    public static let revisionLevel = Self(rawValue: kCMFormatDescriptionExtension_RevisionLevel)
    /// Extension: who made the encoder, by four characters.
    public static let vendor = Self(rawValue: kCMFormatDescriptionExtension_Vendor)
    /// Extension: the display that the pictures were graded on, as 24 bytes (SMPTE ST 2086).
    public static let masteringDisplayColorVolume = Self(
        rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume
    )
    /// Extension: how bright the pictures are, as 4 bytes (CTA-861.3).
    public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
    /// Extension: the transfer function to prefer where it is known, as hybrid log-gamma is announced.
    public static let alternativeTransferCharacteristics = Self(
        rawValue: kCMFormatDescriptionExtension_AlternativeTransferCharacteristics
    )
    /// Extension: what an auxiliary track of pictures holds, such as alpha or depth.
    public static let auxiliaryTypeInfo = Self(rawValue: kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
    /// Extension: whether colours are multiplied with alpha.
    public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)
    /// Extension: whether there is alpha.
    public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
    /// Extension: bits of one component, a number.
    public static let bitsPerComponent = Self(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
    /// Extension: how wide the camera saw, in thousandths of a degree.
    public static let horizontalFieldOfView = Self(rawValue: kCMFormatDescriptionExtension_HorizontalFieldOfView)
    /// Extension: the colour behind the text, a dictionary.
    public static let backgroundColor = Self(rawValue: kCMTextFormatDescriptionExtension_BackgroundColor)
    /// Extension: how the text is shown, as bits.
    public static let displayFlags = Self(rawValue: kCMTextFormatDescriptionExtension_DisplayFlags)
    /// Extension: the rectangle of text that names none, a dictionary.
    public static let defaultTextBox = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultTextBox)
    /// Extension: the style of text that names none, a dictionary.
    public static let defaultStyle = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultStyle)
    /// Extension: where the text is from left to right, a number.
    public static let horizontalJustification = Self(
        rawValue: kCMTextFormatDescriptionExtension_HorizontalJustification
    )
    /// Extension: where the text is from top to bottom, a number.
    public static let verticalJustification = Self(rawValue: kCMTextFormatDescriptionExtension_VerticalJustification)
    /// Extension: the fonts by their numbers.
    public static let fontTable = Self(rawValue: kCMTextFormatDescriptionExtension_FontTable)
    /// Extension: where QuickTime's text is from left to right, a number.
    public static let textJustification = Self(rawValue: kCMTextFormatDescriptionExtension_TextJustification)
    /// Extension: the font of QuickTime's text that names none.
    public static let defaultFontName = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultFontName)
    /// Extension: the light in the room that the pictures are meant for, as 8 bytes.
    public static let ambientViewingEnvironment = Self(
        rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment
    )
    /// Extension: the name of the reel or tape, a dictionary.
    public static let sourceReferenceName = Self(rawValue: kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
    /// Extension: the keys of timed metadata, a dictionary by their numbers.
    public static let metadataKeyTable = Self(rawValue: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
}
