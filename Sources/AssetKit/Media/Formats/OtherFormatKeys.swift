public import CMTimeLib

// Keys of time code, text and metadata format descriptions.

/// Extension: background color.
public let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
/// Extension: display flags.
public let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
/// Extension: default text box.
public let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
/// Extension: default style.
public let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
/// Extension: horizontal justification.
public let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString = "HorizontalJustification"
/// Extension: vertical justification.
public let kCMTextFormatDescriptionExtension_VerticalJustification: CFString = "VerticalJustification"
/// Extension: font table.
public let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
/// Extension: text justification.
public let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
/// Extension: default font name.
public let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"
/// Extension: source reference name.
public let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString = "SourceReferenceName"
/// Key: value.
public let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"
/// Key: lang code.
public let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"
/// Key: metadata key table.
public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// Key: namespace.
public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "Namespace"
/// Key: value.
public let kCMMetadataFormatDescriptionKey_Value: CFString = "Value"
/// Key: local ID.
public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "LocalID"
/// Key: data type.
public let kCMMetadataFormatDescriptionKey_DataType: CFString = "DataType"
/// Key: data type namespace.
public let kCMMetadataFormatDescriptionKey_DataTypeNamespace: CFString = "DataTypeNamespace"
/// Key: conforming data types.
public let kCMMetadataFormatDescriptionKey_ConformingDataTypes: CFString = "ConformingDataTypes"
/// Key: language tag.
public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "LanguageTag"
/// Key: structural dependency.
public let kCMMetadataFormatDescriptionKey_StructuralDependency: CFString = "StructuralDependency"
/// Key: setup data.
public let kCMMetadataFormatDescriptionKey_SetupData: CFString = "SetupData"
/// Key: structural dependency key dependency is invalid flag.
public let kCMMetadataFormatDescription_StructuralDependencyKey_DependencyIsInvalidFlag: CFString =
    "StructuralDependencyKey_DependencyIsInvalidFlag"
/// Key: identifier.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "Identifier"
/// Key: data type.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "DataType"
/// Key: extended language tag.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString = "ExtendedLanguageTag"
/// Key: structural dependency.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency: CFString = "StructuralDependency"
/// Key: setup data.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: CFString = "SetupData"
