internal import AssetKitDevices

/// What knows devices, the most wanted first: of a device that two of them show, the first one's counts.
enum AllProviders {
    static var all: [any DeviceProvider] {
        let synthetic = SyntheticProvider.shared
        return synthetic.isAlone ? [synthetic] : [synthetic, V4L2Provider(), PulseProvider(), X11Provider()]
    }
}
