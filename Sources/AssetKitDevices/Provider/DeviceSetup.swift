package import CMTimeLib
package import Foundation

/// How a device is to deliver, or how it does.
package struct DeviceSetup: Hashable, Sendable {
    package var format: DeviceFormat
    /// How long pictures last; invalid leaves that to the device.
    package var frameDuration: CMTime
    /// What is wanted of a screen; nil for all of it. In pixels of the screen.
    package var region: CGRect?
    /// Whether the pointer shows in pictures of a screen.
    package var showsCursor: Bool

    package init(
        format: DeviceFormat,
        frameDuration: CMTime = CMTime.invalid,
        region: CGRect? = nil,
        showsCursor: Bool = true
    ) {
        (self.format, self.frameDuration) = (format, frameDuration)
        (self.region, self.showsCursor) = (region, showsCursor)
    }
}
