public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Whether an attachment travels to derived buffers.
public enum CVAttachmentMode: UInt32, Sendable {
    /// The attachment stays with its buffer.
    case shouldNotPropagate = 0
    /// The attachment travels to derived buffers.
    case shouldPropagate = 1
}

/// Attaches a value.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ value: Any,
    _ attachmentMode: CVAttachmentMode
) {
    buffer.attachmentStore[key] = .init(value: value as AnyObject, travels: attachmentMode == .shouldPropagate)
}

/// Finds an attachment, and whether it travels.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = buffer.attachmentStore[key] else { return nil }
    attachmentMode?.pointee = entry.travels ? .shouldPropagate : .shouldNotPropagate
    return entry.value
}

/// Finds an attachment, and whether it travels.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer,
    _ key: CFString,
    _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> UnmanagedValue<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map(UnmanagedValue.init)
}

/// Whether there is an attachment of a name.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachmentStore[key] != nil
}

/// Removes an attachment.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.attachmentStore[key] = nil
}

/// Removes every attachment.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    buffer.attachmentStore.removeAll()
}

/// The attachments that travel, or those that do not; nil where there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CMCopyDictionaryOfAttachments(allocator: nil, target: buffer, attachmentMode: attachmentMode.rawValue)
}

/// The attachments that travel, or those that do not; nil where there are none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Adds attachments; those of the same name give way.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer,
    _ theAttachments: CFDictionary,
    _ attachmentMode: CVAttachmentMode
) {
    CMSetAttachments(buffer, attachments: theAttachments, attachmentMode: attachmentMode.rawValue)
}

/// Hands the attachments that travel to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    sourceBuffer.attachmentStore.propagate(to: destinationBuffer.attachmentStore)
}
