internal import AssetKitTargets

extension AKAutomaticAudioTarget {
    /// A device by its name: a sink of the sound server's, or a device of ALSA's.
    convenience init(deviceID: String) { self.init(streamName: "playback", deviceID: deviceID) }
}
