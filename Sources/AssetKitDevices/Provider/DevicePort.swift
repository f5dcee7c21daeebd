/// Where the sound of a device can come from: a line, a microphone in front, a headset. A plain value.
package struct DevicePort: Hashable, Sendable {
    package var id: String
    /// For people.
    package var name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
