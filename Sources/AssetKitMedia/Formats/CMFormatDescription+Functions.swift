public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Makes a description of a media type and a subtype.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?,
    mediaType: CMMediaType,
    mediaSubType: FourCharCode,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(
        type: mediaType,
        subtype: mediaSubType,
        extensions: PropertyList.withTextKeys(extensions ?? [:])
    )
    return noErr
}

/// Whether two descriptions say the same; two absent ones do.
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?,
    otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}

/// Whether two descriptions say the same, some extensions and atoms aside: each a name or an array of names.
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
    _ formatDescription: CMFormatDescription?,
    otherFormatDescription: CMFormatDescription?,
    extensionKeysToIgnore formatDescriptionExtensionKeysToIgnore: Any?,
    sampleDescriptionExtensionAtomKeysToIgnore: Any?
) -> Bool {
    guard let formatDescription, let otherFormatDescription else {
        return formatDescription == nil && otherFormatDescription == nil
    }
    func names(_ value: Any?) -> [String] {
        PropertyList.text(value).map { [$0] } ?? (value as? [Any])?.compactMap(PropertyList.text) ?? []
    }
    return formatDescription.equalTo(
        otherFormatDescription,
        extensionKeysToIgnore: names(formatDescriptionExtensionKeysToIgnore).map { .init(rawValue: $0) },
        sampleDescriptionExtensionAtomKeysToIgnore: names(sampleDescriptionExtensionAtomKeysToIgnore)
    )
}

/// What kind of media it is.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.type }

/// The format within the kind.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.subtype }

/// Everything else that is known; nil where there is nothing.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensionValues.isEmpty ? nil : desc.extensionValues
}

/// One extension.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
    desc.extensionValues[extensionKey]
}

/// A number that is the same for every description.
public func CMFormatDescriptionGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMFormatDescription.self).hashValue)
}

/// Makes a description of sound and pictures in one stream.
@discardableResult
public func CMMuxedFormatDescriptionCreate(
    allocator: CFAllocator?,
    muxType: CMMuxedStreamType,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMMuxedFormatDescription?>
) -> OSStatus {
    CMFormatDescriptionCreate(
        allocator: allocator,
        mediaType: kCMMediaType_Muxed,
        mediaSubType: muxType,
        extensions: extensions,
        formatDescriptionOut: formatDescriptionOut
    )
}

/// Makes a description of time codes.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
    allocator: CFAllocator?,
    timeCodeFormatType: CMTimeCodeFormatType,
    frameDuration: CMTime,
    frameQuanta: UInt32,
    flags: UInt32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try CMFormatDescription(
            timeCodeFormatType: .init(rawValue: timeCodeFormatType),
            frameDuration: frameDuration,
            frameQuanta: Int(frameQuanta),
            flags: .init(rawValue: flags),
            extensions: .init(base: extensions ?? [:])
        )
    }
}

/// How long a frame is; invalid for other media.
public func CMTimeCodeFormatDescriptionGetFrameDuration(
    _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> CMTime {
    timeCodeFormatDescription.frameDuration
}

/// How many frames are counted in a second; 0 for other media.
public func CMTimeCodeFormatDescriptionGetFrameQuanta(
    _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> UInt32 {
    timeCodeFormatDescription.frameQuanta
}

/// How the time code counts.
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(_ desc: CMTimeCodeFormatDescription) -> UInt32 {
    desc.timeCodeFlags.rawValue
}

/// Makes a description of timed metadata of keys.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithKeys(
    allocator: CFAllocator?,
    metadataType: CMMetadataFormatType,
    keys: CFArray?,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    status {
        guard let keys, metadataType == kCMMetadataFormatType_Boxed else {
            formatDescriptionOut.pointee = try .init(metadataFormatType: .init(rawValue: metadataType))
            return
        }
        formatDescriptionOut.pointee = try .init(boxedMetadataKeys: try dictionaries(keys))
    }
}

/// Makes a description of timed metadata of specifications. Only boxed metadata has them.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: CFAllocator?,
    metadataType: CMMetadataFormatType,
    metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    status {
        guard metadataType == kCMMetadataFormatType_Boxed else { throw CMFormatDescription.Error.invalidParameter }
        formatDescriptionOut.pointee = try .init(boxedMetadataSpecifications: try dictionaries(metadataSpecifications))
    }
}

/// Makes a description of what another one says, and more.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
    allocator: CFAllocator?,
    sourceDescription: CMMetadataFormatDescription,
    metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try .init(
            sourceMetadata: sourceDescription,
            specifications: try dictionaries(metadataSpecifications)
        )
    }
}

/// Makes a description of what two say.
@discardableResult
public func CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
    allocator: CFAllocator?,
    sourceDescription: CMMetadataFormatDescription,
    otherSourceDescription: CMMetadataFormatDescription,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try .init(
            sourceMetadata: sourceDescription,
            otherSourceDescription: otherSourceDescription
        )
    }
}

/// The key that samples call by a number.
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
    _ desc: CMMetadataFormatDescription,
    localKeyID: OSType
) -> CFDictionary? {
    desc.keyWithLocalID(localKeyID)
}

/// The identifiers of all keys; nil where there are none.
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
    desc.identifiers.isEmpty ? nil : desc.identifiers
}

private func dictionaries(_ array: CFArray) throws -> [[String: Any]] {
    try array.map { element in
        guard let dictionary = PropertyList.dictionary(element) else {
            throw CMFormatDescription.Error.invalidParameter
        }
        return dictionary
    }
}
