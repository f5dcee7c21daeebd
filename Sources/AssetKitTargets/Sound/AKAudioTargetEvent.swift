/// What happens to a target of sound by itself. An addition to AVFoundation.
public enum AKAudioTargetEvent: Sendable {
    /// The device ran dry: there was silence that nobody asked for.
    case underrun
    /// The device is gone, for this reason. It answers nothing until it is opened again.
    case lost(String)
}
