internal import CDevices

/// A control of a camera: what its driver says of it.
struct CameraControl: Hashable {
    enum Shape: Hashable { case value, button, menu, numberMenu, bits }

    let number: UInt32
    let kind: DeviceControl.Kind
    let name: String
    let shape: Shape
    let minimum: Int64
    let maximum: Int64
    let step: Int64
    let defaultValue: Int64
    private let flags: UInt32

    /// Nil for what we have no use for, and for what is disabled.
    init?(_ answer: v4l2_queryctrl) {
        guard let kind = CameraControlMap.kind(of: answer.id), answer.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0,
            let shape = Self.shape(answer.type)
        else { return nil }
        (number, self.kind, self.shape, flags) = (answer.id, kind, shape, answer.flags)
        name = cameraText(answer.name)
        switch shape {
        case .button:
            (minimum, maximum, step, defaultValue) = (0, 0, 1, 0)
        case .bits where kind == .exposureLock:
            // The lock of exposure is one bit of three locks.
            guard UInt32(bitPattern: answer.maximum) & Self.lockBit != 0 else { return nil }
            (minimum, maximum, step, defaultValue) = (0, 1, 1, 0)
        case .bits:
            (minimum, maximum, step) = (0, Int64(UInt32(bitPattern: answer.maximum)), 1)
            defaultValue = Int64(UInt32(bitPattern: answer.default_value))
        case .value, .menu, .numberMenu:
            (minimum, maximum) = (Int64(answer.minimum), Int64(max(answer.minimum, answer.maximum)))
            (step, defaultValue) = (max(1, Int64(answer.step)), Int64(answer.default_value))
        }
    }

    private static let lockBit = UInt32(V4L2_LOCK_EXPOSURE)
    private var isLock: Bool { shape == .bits && kind == .exposureLock }

    var isReadOnly: Bool { has(V4L2_CTRL_FLAG_READ_ONLY) }
    var isInactive: Bool { has(V4L2_CTRL_FLAG_INACTIVE) }
    /// Its value changes by itself.
    var isVolatile: Bool { has(V4L2_CTRL_FLAG_VOLATILE) }
    var canBeRead: Bool { shape != .button && !has(V4L2_CTRL_FLAG_WRITE_ONLY) }

    private func has(_ flag: CInt) -> Bool { flags & UInt32(bitPattern: flag) != 0 }

    /// What the driver's number means.
    func value(of raw: Int32) -> Int64 {
        if isLock { return UInt32(bitPattern: raw) & Self.lockBit != 0 ? 1 : 0 }
        return shape == .bits ? Int64(UInt32(bitPattern: raw)) : Int64(raw)
    }

    /// The number for a value; nil where there is none. `present` is the driver's number of now.
    func raw(of value: Int64, present: Int32) -> Int32? {
        if isLock {
            let others = UInt32(bitPattern: present) & ~Self.lockBit
            return Int32(bitPattern: value == 0 ? others : others | Self.lockBit)
        }
        return shape == .bits ? UInt32(exactly: value).map { Int32(bitPattern: $0) } : Int32(exactly: value)
    }

    func described(value: Int64, menu: [Int64: String]) -> DeviceControl {
        DeviceControl(
            kind,
            name: name,
            minimum: minimum,
            maximum: maximum,
            step: step,
            defaultValue: defaultValue,
            value: value,
            menu: menu,
            isReadOnly: isReadOnly,
            isInactive: isInactive
        )
    }

    private static func shape(_ type: UInt32) -> Shape? {
        switch v4l2_ctrl_type(type) {
        case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_BOOLEAN: .value
        case V4L2_CTRL_TYPE_BUTTON: .button
        case V4L2_CTRL_TYPE_MENU: .menu
        case V4L2_CTRL_TYPE_INTEGER_MENU: .numberMenu
        case V4L2_CTRL_TYPE_BITMASK: .bits
        default: nil
        }
    }
}
