internal import AssetKitTargets
internal import Foundation

extension AKAutomaticAudioTarget {
    /// A device by its name: a sink of the sound server's, or a device of ALSA's.
    convenience init(deviceID: String) {
        let name = ProcessInfo.processInfo.processName
        self.init([
            AKPulseAudioTarget(applicationName: name, streamName: "playback", device: deviceID),
            AKALSATarget(device: deviceID),
        ])
    }
}
