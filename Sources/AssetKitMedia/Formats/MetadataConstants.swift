public import AssetKitBase
public import CMTimeLib

// The numbers are those of Apple's headers.

/// A function result: there is not enough memory.
public let kCMMetadataIdentifierError_AllocationFailed: OSStatus = -16300
/// A function result: an argument is missing.
public let kCMMetadataIdentifierError_RequiredParameterMissing: OSStatus = -16301
/// A function result: the key makes no sense.
public let kCMMetadataIdentifierError_BadKey: OSStatus = -16302
/// A function result: the key is empty or too long.
public let kCMMetadataIdentifierError_BadKeyLength: OSStatus = -16303
/// A function result: the key is of the wrong type.
public let kCMMetadataIdentifierError_BadKeyType: OSStatus = -16304
/// A function result: the key is a number of more than 32 bits.
public let kCMMetadataIdentifierError_BadNumberKey: OSStatus = -16305
/// A function result: the key space makes no sense.
public let kCMMetadataIdentifierError_BadKeySpace: OSStatus = -16306
/// A function result: the identifier makes no sense.
public let kCMMetadataIdentifierError_BadIdentifier: OSStatus = -16307
/// A function result: the identifier has no such key.
public let kCMMetadataIdentifierError_NoKeyValueAvailable: OSStatus = -16308
/// A function result: there is not enough memory.
public let kCMMetadataDataTypeRegistryError_AllocationFailed: OSStatus = -16310
/// A function result: an argument is missing.
public let kCMMetadataDataTypeRegistryError_RequiredParameterMissing: OSStatus = -16311
/// A function result: the data type makes no sense.
public let kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier: OSStatus = -16312
/// A function result: the data type is known already.
public let kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered: OSStatus = -16313
/// A function result: the data type builds on nothing known.
public let kCMMetadataDataTypeRegistryError_RequiresConformingBaseType: OSStatus = -16314
/// A function result: the data type builds on several base types.
public let kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes: OSStatus = -16315

// Data types of metadata values.

/// Base data type: bytes.
public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Base data type: a text.
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Base data type: a text of 16-bit units.
public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// Base data type: a GIF picture.
public let kCMMetadataBaseDataType_GIF: CFString = "com.apple.metadata.datatype.GIF"
/// Base data type: a JPEG picture.
public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// Base data type: a PNG picture.
public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// Base data type: a bitmap picture.
public let kCMMetadataBaseDataType_BMP: CFString = "com.apple.metadata.datatype.BMP"
/// Base data type: a number of 32 bits with a fraction.
public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// Base data type: a number of 64 bits with a fraction.
public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// Base data type: a whole number of 8 bits.
public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// Base data type: a whole number of 16 bits.
public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// Base data type: a whole number of 32 bits.
public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// Base data type: a whole number of 64 bits.
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// Base data type: a whole number of 8 bits without a sign.
public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// Base data type: a whole number of 16 bits without a sign.
public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// Base data type: a whole number of 32 bits without a sign.
public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// Base data type: a whole number of 64 bits without a sign.
public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// Base data type: a point.
public let kCMMetadataBaseDataType_PointF32: CFString = "com.apple.metadata.datatype.point-f32"
/// Base data type: a size.
public let kCMMetadataBaseDataType_DimensionsF32: CFString = "com.apple.metadata.datatype.dimensions-f32"
/// Base data type: a rectangle.
public let kCMMetadataBaseDataType_RectF32: CFString = "com.apple.metadata.datatype.rect-f32"
/// Base data type: a transform.
public let kCMMetadataBaseDataType_AffineTransformF64: CFString = "com.apple.metadata.datatype.affine-transform-f64"
/// Base data type: a polygon.
public let kCMMetadataBaseDataType_PolygonF32: CFString = "com.apple.metadata.datatype.polygon-f32"
/// Base data type: a line of several parts.
public let kCMMetadataBaseDataType_PolylineF32: CFString = "com.apple.metadata.datatype.polyline-f32"
/// Base data type: a JSON text.
public let kCMMetadataBaseDataType_JSON: CFString = "com.apple.metadata.datatype.JSON"
/// Data type: a place on earth, as a text after ISO 6709.
public let kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: CFString =
    "com.apple.metadata.datatype.quicktime-metadata-location-ISO6709"
/// Data type: a direction in degrees.
public let kCMMetadataDataType_QuickTimeMetadataDirection: CFString =
    "com.apple.metadata.datatype.quicktime-metadata-direction"
