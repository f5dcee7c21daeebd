package import AssetKitBase

/// Knows devices of one kind of machinery: cameras of the kernel, sources of a sound server, screens of an X server, devices that
/// there are none of.
///
/// Any thread may call.
package protocol DeviceProvider: AnyObject, Sendable {
    /// A short word, such as `v4l2`.
    var name: String { get }

    /// Why it has no devices at all, as half a sentence; nil where it works. It may change.
    var obstacle: String? { get }

    /// The devices that are there. May ask the machine, and take a moment.
    func devices() -> [DeviceFacts]

    /// Calls `changed`, on any thread, whenever ``devices()`` may answer something else, as long as the watch is held. Nil where
    /// that cannot be known.
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch?

    /// Whether this program may use devices of a kind.
    func access(to kind: DeviceKind) -> DeviceAccess

    /// Opens a device of ``devices()`` by its identity.
    func open(_ id: String) throws(AVError) -> any DeviceHandle

    /// Has the sound of a device come from one of its ports, for all who hear it.
    func choose(_ port: String, of id: String) throws(AVError)
}

extension DeviceProvider {
    package func choose(_ port: String, of id: String) throws(AVError) {
        throw AVError(.deviceNotConnected, "'\(id)' has no source '\(port)'")
    }
}
