/// Why a connection delivers nothing any more.
enum CaptureEnd: Hashable, Sendable {
    case disconnected
    /// For a reason, which is half a sentence.
    case interrupted(String)
    case stopped
    case reconfigured
}
