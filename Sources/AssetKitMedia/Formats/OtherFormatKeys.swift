public import CMTimeLib

// Keys of time code, text and metadata format descriptions.

/// Extension: the colour behind the text, a dictionary.
public let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
/// Extension: how the text is shown, as bits.
public let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
/// Extension: the rectangle of text that names none, a dictionary.
public let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
/// Extension: the style of text that names none, a dictionary.
public let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
/// Extension: where the text is from left to right, a number.
public let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString = "HorizontalJustification"
/// Extension: where the text is from top to bottom, a number.
public let kCMTextFormatDescriptionExtension_VerticalJustification: CFString = "VerticalJustification"
/// Extension: the fonts by their numbers.
public let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
/// Extension: where QuickTime's text is from left to right, a number.
public let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
/// Extension: the font of QuickTime's text that names none.
public let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"
/// Extension: the name of the reel or tape, a dictionary.
public let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString = "SourceReferenceName"
/// Key: the name of the reel or tape.
public let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"
/// Key: the language of the name, as QuickTime numbers it.
public let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"
/// Key: the keys of timed metadata, a dictionary by their numbers.
public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// Key: the key space of a key.
public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "Namespace"
/// Key: the key itself, as data.
public let kCMMetadataFormatDescriptionKey_Value: CFString = "Value"
/// Key: the number by which samples name a key.
public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "LocalID"
/// Key: the data type of a key's values.
public let kCMMetadataFormatDescriptionKey_DataType: CFString = "DataType"
/// Key: what kind of name the data type is: 0 for a number, 1 for reverse-domain text.
public let kCMMetadataFormatDescriptionKey_DataTypeNamespace: CFString = "DataTypeNamespace"
/// Key: data types that the data type builds on.
public let kCMMetadataFormatDescriptionKey_ConformingDataTypes: CFString = "ConformingDataTypes"
/// Key: the language of a key's values.
public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "LanguageTag"
/// Key: how values depend on the structure of the track, a dictionary.
public let kCMMetadataFormatDescriptionKey_StructuralDependency: CFString = "StructuralDependency"
/// Key: what a reader of the values has to know beforehand, as data.
public let kCMMetadataFormatDescriptionKey_SetupData: CFString = "SetupData"
/// Key of such a dictionary: whether values are void once the structure changes.
public let kCMMetadataFormatDescription_StructuralDependencyKey_DependencyIsInvalidFlag: CFString =
    "StructuralDependencyKey_DependencyIsInvalidFlag"
/// Key: the identifier of a key.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "Identifier"
/// Key: the data type of its values.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "DataType"
/// Key: the language of its values as a BCP 47 tag.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString = "ExtendedLanguageTag"
/// Key: how its values depend on the structure of the track, a dictionary.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency: CFString = "StructuralDependency"
/// Key: what a reader of its values has to know beforehand, as data.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: CFString = "SetupData"
