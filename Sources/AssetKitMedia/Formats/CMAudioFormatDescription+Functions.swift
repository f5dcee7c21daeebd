public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// The C form of ``CMFormatDescription/EqualityMask``.
public typealias CMAudioFormatDescriptionMask = UInt32
/// Compare how sound is stored.
public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1
/// Compare what the decoder needs beyond the format.
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 2
/// Compare which channels there are.
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 4
/// Compare everything else.
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 8
/// Compare all four.
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask = 15

/// Makes a description of sound.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?,
    asbd: UnsafePointer<AudioStreamBasicDescription>,
    layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?,
    magicCookieSize: Int,
    magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    status {
        guard magicCookieSize >= 0, layoutSize >= 0 else { throw CMFormatDescription.Error.invalidParameter }
        let cookie = magicCookieSize > 0 ? magicCookie.map { Data(bytes: $0, count: magicCookieSize) } : nil
        formatDescriptionOut.pointee = try CMFormatDescription(
            audioStreamBasicDescription: asbd.pointee,
            layoutSize: layoutSize,
            layout: layout,
            magicCookie: cookie,
            extensions: .init(base: extensions ?? [:])
        )
    }
}

/// How sound is stored; nil for other media. Valid as long as the description.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.audio.map { UnsafePointer($0.basicPointer) }
}

/// What the decoder needs beyond the format. Valid as long as the description.
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    let bytes = desc.audio?.cookieBytes
    sizeOut?.pointee = bytes?.count ?? 0
    return bytes?.baseAddress.map { UnsafeRawPointer($0) }
}

/// Which channels there are. Valid as long as the description.
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    let bytes = desc.audio?.layoutBytes
    sizeOut?.pointee = bytes?.count ?? 0
    return bytes?.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: AudioChannelLayout.self)) }
}

/// What the stream can be decoded to, the richest first. The size is in bytes. Valid as long as the description.
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    let formats = desc.audio?.formats
    sizeOut?.pointee = (formats?.count ?? 0) * MemoryLayout<AudioFormatListItem>.stride
    return formats?.baseAddress.map { UnsafePointer($0) }
}

/// The first format of the list. Valid as long as the description.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.audio?.formats.baseAddress.map { UnsafePointer($0) }
}

/// The last format of the list. Valid as long as the description.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    guard let formats = desc.audio?.formats, let base = formats.baseAddress else { return nil }
    return UnsafePointer(base + formats.count - 1)
}

/// Makes a description of what several descriptions of one stream have in common.
@discardableResult
public func CMAudioFormatDescriptionCreateSummary(
    allocator: CFAllocator?,
    formatDescriptionArray: CFArray,
    flags: UInt32,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    status {
        let formats = formatDescriptionArray.compactMap { $0 as? CMFormatDescription }
        guard formats.count == formatDescriptionArray.count else { throw CMFormatDescription.Error.invalidParameter }
        formatDescriptionOut.pointee = try CMFormatDescription(audioFormatDescriptionArray: formats)
    }
}

/// Whether the parts in `equalityMask` are equal, and which of them are.
@discardableResult
public func CMAudioFormatDescriptionEqual(
    _ formatDescription: CMAudioFormatDescription,
    otherFormatDescription: CMAudioFormatDescription,
    equalityMask: CMAudioFormatDescriptionMask,
    equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
    let result = formatDescription.equalTo(otherFormatDescription, equalityMask: .init(rawValue: equalityMask))
    equalityMaskOut?.pointee = result.equalityMask.rawValue
    return result.0
}
