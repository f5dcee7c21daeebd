internal import AssetKitBase
internal import Foundation

/// The attachments of one buffer: objects by name, each of which travels on to derived buffers or does not.
///
/// SAFETY: everything is behind the lock. The objects themselves are the clients'.
package final class AttachmentStore: Sendable {
    package struct Entry {
        package var value: AnyObject
        var travels: Bool

        package init(value: AnyObject, travels: Bool) {
            self.value = value
            self.travels = travels
        }
    }

    private let entries = Protected([String: Entry]())

    package subscript(key: String) -> Entry? {
        get { entries.withLock { $0[key] } }
        set { entries.withLock { $0[key] = newValue } }
    }

    package func removeAll() {
        entries.withLock { $0 = [:] }
    }

    /// Removes the attachments that travel, or those that do not.
    package func removeAll(travelling: Bool) {
        entries.withLock { entries in entries = entries.filter { $0.value.travels != travelling } }
    }

    /// The attachments that travel, or those that do not.
    package func values(travelling: Bool) -> [String: AnyObject] {
        entries.withLock { $0.filter { $0.value.travels == travelling }.mapValues(\.value) }
    }

    /// Adds attachments; those of the same name give way.
    package func merge(_ values: [String: AnyObject], travelling: Bool) {
        entries.withLock { entries in
            for (key, value) in values { entries[key] = Entry(value: value, travels: travelling) }
        }
    }

    /// Hands the attachments that travel to another buffer.
    func propagate(to destination: AttachmentStore) {
        guard destination !== self else { return }
        destination.merge(values(travelling: true), travelling: true)
    }

    /// Hands every attachment to another buffer.
    func copyAll(to destination: AttachmentStore) {
        guard destination !== self else { return }
        propagate(to: destination)
        destination.merge(values(travelling: false), travelling: false)
    }
}
