public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Whether an attachment travels to derived buffers.
public typealias CMAttachmentMode = UInt32
/// A buffer that can have attachments: a sample buffer, a block buffer, or a pixel buffer.
public typealias CMAttachmentBearer = CFTypeRef

/// The attachment stays with its buffer.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment travels to derived buffers.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

extension CMBlockBuffer: AttachmentBearing {}

extension CMAttachmentBearerProtocol {
    /// The buffer's attachments.
    public var attachments: CMAttachmentBearerAttachments {
        get { CMAttachmentBearerAttachments(store: store(of: self)) }
        set { newValue.store.copyAll(to: store(of: self)) }
    }

    /// Hands the attachments that travel to another buffer.
    public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
        store(of: self).propagate(to: store(of: destination))
    }
}

/// The attachments of a buffer. A window on the buffer, not a copy: changes show in the buffer at once.
public struct CMAttachmentBearerAttachments {
    /// Whether an attachment travels to derived buffers.
    public enum Mode: UInt32, Sendable {
        /// The attachment stays with its buffer.
        case shouldNotPropagate = 0
        /// The attachment travels to derived buffers.
        case shouldPropagate = 1
    }

    /// An attachment, and whether it travels.
    public enum Value {
        /// The attachment stays with its buffer.
        case shouldNotPropagate(Any)
        /// The attachment travels to derived buffers.
        case shouldPropagate(Any)

        /// The attachment itself.
        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        /// Whether it travels.
        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }
    }

    fileprivate let store: AttachmentStore

    /// The attachment of a name.
    public subscript(key: String) -> Value? {
        get {
            guard let entry = store[key] else { return nil }
            return entry.travels ? .shouldPropagate(entry.value) : .shouldNotPropagate(entry.value)
        }
        nonmutating set {
            store[key] = newValue.map { .init(value: $0.value as AnyObject, travels: $0.mode == .shouldPropagate) }
        }
    }

    /// Removes every attachment.
    public func removeAll() {
        store.removeAll()
    }

    /// The attachments that stay with the buffer.
    public var nonPropagated: [String: Any] {
        get { store.values(travelling: false) }
        nonmutating set { replace(with: newValue, travelling: false) }
    }

    /// The attachments that travel.
    public var propagated: [String: Any] {
        get { store.values(travelling: true) }
        nonmutating set { replace(with: newValue, travelling: true) }
    }

    /// Adds attachments; those of the same name give way.
    public func merge(_ attachments: [String: Any], mode: Mode) {
        store.merge(attachments.mapValues { $0 as AnyObject }, travelling: mode == .shouldPropagate)
    }

    private func replace(with values: [String: Any], travelling: Bool) {
        store.removeAll(travelling: travelling)
        store.merge(values.mapValues { $0 as AnyObject }, travelling: travelling)
    }
}

/// Attaches a value, or removes the attachment where it is nil. On a target without attachments nothing happens.
public func CMSetAttachment(
    _ target: CMAttachmentBearer,
    key: CFString,
    value: Any?,
    attachmentMode: CMAttachmentMode
) {
    let travels = attachmentMode == kCMAttachmentMode_ShouldPropagate
    store(target)?[key] = value.map { .init(value: $0 as AnyObject, travels: travels) }
}

/// Finds an attachment, and whether it travels.
public func CMGetAttachment(
    _ target: CMAttachmentBearer,
    key: CFString,
    attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = store(target)?[key] else { return nil }
    attachmentModeOut?.pointee =
        entry.travels ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
    return entry.value
}

/// Removes an attachment.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    store(target)?[key] = nil
}

/// Removes every attachment.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    store(target)?.removeAll()
}

/// The attachments that travel, or those that do not; nil where there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?,
    target: CMAttachmentBearer,
    attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    let travels = attachmentMode == kCMAttachmentMode_ShouldPropagate
    guard let values = store(target)?.values(travelling: travels), !values.isEmpty else { return nil }
    return values
}

/// Adds attachments; those of the same name give way.
public func CMSetAttachments(
    _ target: CMAttachmentBearer,
    attachments theAttachments: CFDictionary,
    attachmentMode: CMAttachmentMode
) {
    let values = PropertyList.withTextKeys(theAttachments).mapValues { $0 as AnyObject }
    store(target)?.merge(values, travelling: attachmentMode == kCMAttachmentMode_ShouldPropagate)
}

/// Hands the attachments that travel to another buffer.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let destination = store(destination) else { return }
    store(source)?.propagate(to: destination)
}

private func store(_ target: CMAttachmentBearer) -> AttachmentStore? {
    (target as? any AttachmentBearing)?.attachmentStore
}

private func store(of bearer: any CMAttachmentBearerProtocol) -> AttachmentStore {
    guard let store = store(bearer) else {
        programmerError(
            "\(type(of: bearer)) has no attachments: CMAttachmentBearerProtocol is not for types of clients"
        )
    }
    return store
}
