internal import AssetKitDevices
internal import Foundation

/// What knows devices, the most wanted first: of a device that two of them show, the first one's counts.
enum AllProviders {
    /// Whether whoever runs the program forbids it the machine's devices, by `ASSETKIT_CAPTURE=off`.
    static var areForbidden: Bool { ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE"] == "off" }

    static var all: [any DeviceProvider] {
        let synthetic = SyntheticProvider.shared
        if synthetic.isAlone || areForbidden { return [synthetic] }
        return [synthetic, V4L2Provider(), PulseProvider(), X11Provider()]
    }
}
