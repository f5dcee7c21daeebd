internal import AssetKitDevices

/// Something that can be set about a device, as its driver says it. An addition to AVFoundation.
public struct AKDeviceControl: Hashable, Sendable {
    /// What it does, in a word.
    public let identifier: String
    /// The driver's name of it.
    public let name: String
    /// The least value.
    public let minimum: Int64
    /// The greatest value.
    public let maximum: Int64
    /// How far values lie apart.
    public let step: Int64
    /// The value that it has unless somebody sets another.
    public let defaultValue: Int64
    /// The value of now.
    public let value: Int64
    /// What values of a menu mean.
    public let menu: [Int64: String]
    /// It cannot be set now.
    public let isReadOnly: Bool

    init(_ control: DeviceControl) {
        (identifier, name) = (control.kind.rawValue, control.name)
        (minimum, maximum, step) = (control.minimum, control.maximum, control.step)
        (defaultValue, value, menu) = (control.defaultValue, control.value, control.menu)
        isReadOnly = control.isReadOnly || control.isInactive
    }
}
