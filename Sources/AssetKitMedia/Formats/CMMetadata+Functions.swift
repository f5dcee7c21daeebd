public import AssetKitBase
public import CMTimeLib
public import Foundation

/// Joins a key and its key space to an identifier. The key is a text, the number of four characters, or bytes.
@discardableResult
public func CMMetadataCreateIdentifierForKeyAndKeySpace(
    allocator: CFAllocator?,
    key: Any,
    keySpace: CFString,
    identifierOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    status { identifierOut.pointee = try MetadataIdentifier(key: key, keySpace: keySpace).text }
}

/// Finds the key in an identifier.
@discardableResult
public func CMMetadataCreateKeyFromIdentifier(
    allocator: CFAllocator?,
    identifier: CFString,
    keyOut: UnsafeMutablePointer<CFTypeRef?>
) -> OSStatus {
    status { keyOut.pointee = try MetadataIdentifier(text: identifier).key }
}

/// Finds the key in an identifier, as bytes.
@discardableResult
public func CMMetadataCreateKeyFromIdentifierAsCFData(
    allocator: CFAllocator?,
    identifier: CFString,
    keyOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    status { keyOut.pointee = try MetadataIdentifier(text: identifier).keyBytes }
}

/// Finds the key space in an identifier.
@discardableResult
public func CMMetadataCreateKeySpaceFromIdentifier(
    allocator: CFAllocator?,
    identifier: CFString,
    keySpaceOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    status { keySpaceOut.pointee = try MetadataIdentifier(text: identifier).keySpace }
}

/// Adds a data type that builds on known ones.
@discardableResult
public func CMMetadataDataTypeRegistryRegisterDataType(
    _ dataType: CFString,
    description: CFString,
    conformingDataTypes: CFArray
) -> OSStatus {
    let parents = conformingDataTypes.compactMap(PropertyList.text)
    guard parents.count == conformingDataTypes.count else {
        return kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier
    }
    return MetadataDataTypes.shared.register(dataType, .init(description: description, parents: parents))
}

/// Whether a data type is known.
public func CMMetadataDataTypeRegistryDataTypeIsRegistered(_ dataType: CFString) -> Bool {
    MetadataDataTypes.shared.entry(dataType) != nil
}

/// What a data type is; empty for one that is not known.
public func CMMetadataDataTypeRegistryGetDataTypeDescription(_ dataType: CFString) -> CFString {
    MetadataDataTypes.shared.entry(dataType)?.description ?? ""
}

/// What a data type builds on.
public func CMMetadataDataTypeRegistryGetConformingDataTypes(_ dataType: CFString) -> CFArray {
    MetadataDataTypes.shared.entry(dataType)?.parents ?? []
}

/// Whether a data type is another one, or builds on it.
public func CMMetadataDataTypeRegistryDataTypeConformsToDataType(
    _ dataType: CFString,
    conformsTo conformsToDataType: CFString
) -> Bool {
    MetadataDataTypes.shared.conforms(dataType, to: conformsToDataType)
}

/// The data types that build on nothing.
public func CMMetadataDataTypeRegistryGetBaseDataTypes() -> CFArray? { MetadataDataTypes.shared.baseTypes }

/// Whether a data type builds on nothing.
public func CMMetadataDataTypeRegistryDataTypeIsBaseDataType(_ dataType: CFString) -> Bool {
    MetadataDataTypes.shared.baseTypes.contains(dataType)
}

/// The base type that a data type builds on in the end; empty for one that is not known.
public func CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(_ dataType: CFString) -> CFString {
    MetadataDataTypes.shared.baseType(dataType) ?? ""
}
