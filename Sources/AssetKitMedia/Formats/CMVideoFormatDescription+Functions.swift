public import AssetKitBase
public import CMTimeLib
public import Foundation

/// Makes a description of pictures.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?,
    codecType: CMVideoCodecType,
    width: Int32,
    height: Int32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try CMFormatDescription(
            videoCodecType: .init(rawValue: codecType),
            width: Int(width),
            height: Int(height),
            extensions: .init(base: extensions ?? [:])
        )
    }
}

/// Makes a description of the pictures that look like this one.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status { formatDescriptionOut.pointee = try CMFormatDescription(imageBuffer: imageBuffer) }
}

/// Makes a description of H.264 from its parameter sets, without start codes.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
    allocator: CFAllocator?,
    parameterSetCount: Int,
    parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>,
    nalUnitHeaderLength NALUnitHeaderLength: Int32,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try CMFormatDescription(
            h264ParameterSets: try sets(parameterSetCount, parameterSetPointers, parameterSetSizes),
            nalUnitHeaderLength: Int(NALUnitHeaderLength)
        )
    }
}

/// Makes a description of HEVC from its parameter sets, without start codes.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
    allocator: CFAllocator?,
    parameterSetCount: Int,
    parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>,
    nalUnitHeaderLength NALUnitHeaderLength: Int32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    status {
        formatDescriptionOut.pointee = try CMFormatDescription(
            hevcParameterSets: try sets(parameterSetCount, parameterSetPointers, parameterSetSizes),
            nalUnitHeaderLength: Int(NALUnitHeaderLength),
            extensions: .init(base: extensions ?? [:])
        )
    }
}

/// Finds one H.264 parameter set. Valid as long as the description.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
    _ videoDesc: CMFormatDescription,
    parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?,
    parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    parameterSet(
        parameterSetIndex,
        of: videoDesc,
        codec: .h264,
        parameterSetPointerOut,
        parameterSetSizeOut,
        parameterSetCountOut,
        NALUnitHeaderLengthOut
    )
}

/// Finds one HEVC parameter set. Valid as long as the description.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
    _ videoDesc: CMFormatDescription,
    parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?,
    parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    parameterSet(
        parameterSetIndex,
        of: videoDesc,
        codec: .hevc,
        parameterSetPointerOut,
        parameterSetSizeOut,
        parameterSetCountOut,
        NALUnitHeaderLengthOut
    )
}

/// The size of the stored pictures.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// The size to show.
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription,
    usePixelAspectRatio: Bool,
    useCleanAperture: Bool
) -> CGSize {
    videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// The clean part of the stored picture.
public func CMVideoFormatDescriptionGetCleanAperture(
    _ videoDesc: CMVideoFormatDescription,
    originIsAtTopLeft: Bool
) -> CGRect {
    videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}

/// The extensions that pictures can have attached too.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
    CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue)
}

/// Whether a picture has this format, this size, and attachments that say the same.
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription,
    imageBuffer: CVImageBuffer
) -> Bool {
    desc.matchesImageBuffer(imageBuffer)
}

private func sets(
    _ count: Int,
    _ pointers: UnsafePointer<UnsafePointer<UInt8>>,
    _ sizes: UnsafePointer<Int>
) throws -> [Data] {
    // More sets than any stream has; a greater count is a mistake.
    guard (1...1024).contains(count) else { throw CMFormatDescription.Error.invalidParameter }
    return try (0..<count).map { index in
        guard (1...0xffff).contains(sizes[index]) else { throw CMFormatDescription.Error.invalidParameter }
        return Data(bytes: pointers[index], count: sizes[index])
    }
}

private func parameterSet(
    _ index: Int,
    of format: CMFormatDescription,
    codec: ParameterSetCodec,
    _ pointer: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<Int>?,
    _ count: UnsafeMutablePointer<Int>?,
    _ headerLength: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    guard let store = format.parameterSetStore, store.codec == codec else {
        return kCMFormatDescriptionError_ValueNotAvailable
    }
    count?.pointee = store.count
    headerLength?.pointee = Int32(store.record.nalUnitHeaderLength)
    // Who asks only for the count or the length may name any set.
    guard pointer != nil || size != nil else { return noErr }
    guard let bytes = store.bytes(at: index) else { return kCMFormatDescriptionError_InvalidParameter }
    pointer?.pointee = bytes.baseAddress
    size?.pointee = bytes.count
    return noErr
}
