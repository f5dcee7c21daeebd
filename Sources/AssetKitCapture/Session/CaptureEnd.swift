internal import AssetKitDevices

/// Why a connection delivers nothing any more.
enum CaptureEnd: Hashable, Sendable {
    case disconnected
    /// Whoever lets the device be used does not any more.
    case withdrawn(DeviceFailure)
    /// For a reason, which is half a sentence.
    case interrupted(String)
    case stopped
    case reconfigured
}
