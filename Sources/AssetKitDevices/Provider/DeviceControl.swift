/// Something about a device that can be set: a knob, a switch, a menu. The values are the driver's.
package struct DeviceControl: Hashable, Sendable {
    /// What it does, of what we have a use for.
    package enum Kind: String, CaseIterable, Sendable {
        case focusAuto, focusAbsolute, autoFocusStart, autoFocusStatus
        case exposureAuto, exposureAbsolute, exposureAutoPriority, exposureBias, exposureLock
        case isoSensitivity, gain
        case whiteBalanceAuto, whiteBalanceTemperature, redBalance, blueBalance
        case flashLEDMode, torchIntensity, flashIntensity, flashStrobe
        case zoomAbsolute, horizontalFlip, verticalFlip
        case brightness, contrast, saturation, hue, sharpness, backlightCompensation, powerLineFrequency
    }

    package var kind: Kind
    /// The driver's own word.
    package var name: String
    package var minimum: Int64
    package var maximum: Int64
    package var step: Int64
    package var defaultValue: Int64
    package var value: Int64
    /// What values of a menu mean; what is not here cannot be set. Empty for what is no menu. Of a menu of numbers, the numbers in
    /// decimal.
    package var menu: [Int64: String]
    package var isReadOnly: Bool
    /// It has no effect as long as another one decides, as a focus does while it is automatic.
    package var isInactive: Bool

    package init(
        _ kind: Kind,
        name: String,
        minimum: Int64,
        maximum: Int64,
        step: Int64 = 1,
        defaultValue: Int64,
        value: Int64,
        menu: [Int64: String] = [:],
        isReadOnly: Bool = false,
        isInactive: Bool = false
    ) {
        (self.kind, self.name, self.minimum, self.maximum) = (kind, name, minimum, maximum)
        (self.step, self.defaultValue, self.value) = (step, defaultValue, value)
        (self.menu, self.isReadOnly, self.isInactive) = (menu, isReadOnly, isInactive)
    }
}
