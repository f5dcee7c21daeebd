/// What is known of a device before it is opened. A plain value.
package struct DeviceFacts: Hashable, Sendable {
    package enum Position: String, Sendable { case unspecified, back, front }

    /// Names the device, and the same device when it comes back or the machine starts anew: the server's name of a source of sound,
    /// the place of a camera on its bus. Never a number that another device may have tomorrow.
    package var id: String
    package var kind: DeviceKind
    /// For people.
    package var name: String
    package var model: String
    package var manufacturer: String
    package var position: Position
    package var formats: [DeviceFormat]
    package var controls: [DeviceControl]
    /// Where its sound can come from; empty where that is always the same.
    package var ports: [DevicePort]
    /// The identity of the one that it comes from.
    package var activePort: String?
    /// It hears what the machine plays.
    package var isSystemSound: Bool
    /// It is the one to take where nobody says which.
    package var isDefault: Bool
    /// Whoever records from it has it alone, in this program too. Of cameras that is known anyway.
    package var isExclusive: Bool
    /// Why it cannot be opened although it is there, as half a sentence.
    package var obstacle: String?

    package init(
        id: String,
        kind: DeviceKind,
        name: String,
        model: String = "",
        manufacturer: String = "",
        position: Position = .unspecified,
        formats: [DeviceFormat] = [],
        controls: [DeviceControl] = [],
        ports: [DevicePort] = [],
        activePort: String? = nil,
        isSystemSound: Bool = false,
        isDefault: Bool = false,
        isExclusive: Bool = false,
        obstacle: String? = nil
    ) {
        (self.id, self.kind, self.name, self.model) = (id, kind, name, model)
        (self.manufacturer, self.position) = (manufacturer, position)
        (self.formats, self.controls) = (formats, controls)
        (self.ports, self.activePort) = (ports, activePort)
        (self.isSystemSound, self.isDefault) = (isSystemSound, isDefault)
        (self.isExclusive, self.obstacle) = (isExclusive, obstacle)
    }
}
