/// Why a connection delivers nothing any more.
enum CaptureEnd: Hashable, Sendable {
    case disconnected
    case interrupted
    case stopped
    case reconfigured
}
