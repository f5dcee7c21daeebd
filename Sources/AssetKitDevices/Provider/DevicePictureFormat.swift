package import AssetKitBase

/// Pictures of a size and a coding, and how fast they can come.
package struct DevicePictureFormat: Hashable, Sendable {
    package enum Coding: Hashable, Sendable {
        /// Pixels as they are, of a Core Video format.
        case pixels(OSType)
        /// A JPEG file each.
        case jpeg
        /// A stream of H.264 with start codes.
        case h264
    }

    package var coding: Coding
    package var width: Int
    package var height: Int
    package var rates: DeviceRates

    package init(_ coding: Coding, width: Int, height: Int, rates: DeviceRates) {
        (self.coding, self.width, self.height, self.rates) = (coding, width, height, rates)
    }
}
