internal import AssetKitDevices
internal import Foundation

/// What knows devices, the most wanted first: of a device that two of them show, the first one's counts.
enum AllProviders {
    /// Whether whoever runs the program forbids it the machine's devices, by `ASSETKIT_CAPTURE=off`.
    static var areForbidden: Bool { ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE"] == "off" }

    static var all: [any DeviceProvider] {
        let synthetic = SyntheticProvider.shared
        return synthetic.isAlone || areForbidden ? [synthetic] : [synthetic] + machine
    }

    /// Cards are ALSA's where no sound server has them, so that no microphone is there twice. Of screens the one that shows all of the
    /// desktop comes first.
    private static var machine: [any DeviceProvider] {
        let server = PulseProvider()
        let screens: [any DeviceProvider] =
            PortalProvider.isPreferred() ? [PortalProvider(), X11Provider()] : [X11Provider(), PortalProvider()]
        return [V4L2Provider(), server, ALSAProvider(unless: server)] + screens
    }

    /// What those that are forbidden would say, by their names.
    static var forbiddances: [String: String] {
        guard areForbidden, !SyntheticProvider.shared.isAlone else { return [:] }
        return machine.reduce(into: [:]) { $0[$1.name] = "ASSETKIT_CAPTURE=off forbids the machine's devices" }
    }
}
