internal import AssetKitClocks
internal import AssetKitTargets
internal import Foundation

extension HostEnvironment {
    /// Where sound goes unless somebody says otherwise: to the machine's device, where the time is the machine's.
    var defaultAudioTarget: (any AKAudioTarget)? {
        guard !isVirtual else { return nil }
        return AKAutomaticAudioTarget(applicationName: ProcessInfo.processInfo.processName, streamName: "playback")
    }
}
