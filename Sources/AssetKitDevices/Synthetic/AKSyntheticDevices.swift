public import Foundation

/// Devices that there are none of, for this process: whoever looks for cameras, microphones and screens finds them beside the
/// real ones. An addition to AVFoundation.
///
/// ```swift
/// AKSyntheticDevices.add(AKSyntheticCamera(id: "front"))
/// AKSyntheticDevices.add(AKSyntheticMicrophone(id: "desk"))
/// AKSyntheticDevices.unplug("front")
/// AKSyntheticDevices.plug("front")
/// AKSyntheticDevices.removeAll()
/// ```
///
/// They deliver in the machine's time; there is no clock that a program could turn.
///
/// Any program has those of a file, too, whose path is in the environment variable `ASSETKIT_SYNTHETIC_DEVICES`. ``Description``
/// tells what such a file holds.
public enum AKSyntheticDevices {
    /// What a file of synthetic devices holds.
    ///
    /// ```
    /// {
    ///   "cameras": [{"id": "front", "width": 1280, "height": 720, "frameRates": [30],
    ///                "script": [{"at": 3, "unplug": true}, {"at": 4, "plug": true}]}],
    ///   "microphones": [{"id": "desk", "sampleRate": 48000, "driftPPM": 200}],
    ///   "screens": [{"width": 1920, "height": 1080}],
    ///   "only": true
    /// }
    /// ```
    public struct Description: Codable, Hashable, Sendable {
        /// The cameras.
        public var cameras: [AKSyntheticCamera]?
        /// The microphones.
        public var microphones: [AKSyntheticMicrophone]?
        /// The screens.
        public var screens: [AKSyntheticScreen]?
        /// Whether the machine's own devices are left out.
        public var only: Bool?
    }

    /// Adds a camera, or puts it in the place of the one of the same identity.
    public static func add(_ camera: AKSyntheticCamera) { SyntheticProvider.shared.add(.camera(camera)) }

    /// Adds a microphone, or puts it in the place of the one of the same identity.
    public static func add(_ microphone: AKSyntheticMicrophone) {
        SyntheticProvider.shared.add(.microphone(microphone))
    }

    /// Adds a screen, or puts it in the place of the one of the same identity.
    public static func add(_ screen: AKSyntheticScreen) { SyntheticProvider.shared.add(.screen(screen)) }

    /// Adds all devices of a file.
    ///
    /// - Throws: What is wrong with the file.
    public static func add(contentsOf url: URL) throws { try SyntheticProvider.shared.add(contentsOf: url) }

    /// Takes a device away, as if its cable was pulled.
    public static func unplug(_ id: String) { SyntheticProvider.shared.setPlugged(false, id) }

    /// Brings it back.
    public static func plug(_ id: String) { SyntheticProvider.shared.setPlugged(true, id) }

    /// Takes away all that were added.
    public static func removeAll() { SyntheticProvider.shared.removeAll() }
}
