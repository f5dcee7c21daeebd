/// A way in which a device can deliver. A plain value.
package enum DeviceFormat: Hashable, Sendable {
    case pictures(DevicePictureFormat)
    case sound(DeviceSoundFormat)

    package var pictures: DevicePictureFormat? {
        if case .pictures(let format) = self { format } else { nil }
    }

    package var sound: DeviceSoundFormat? {
        if case .sound(let format) = self { format } else { nil }
    }
}
