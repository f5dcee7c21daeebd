internal import CDevices

/// What a connection to a sound server tells.
enum PulseEvent: Hashable, Sendable {
    /// Sources, or which one is the default, may be others than before.
    case changed
    /// The server is gone: what libpulse says.
    case serverGone(String)
    /// The source that is recorded is gone.
    case sourceGone
    case stalled
    /// Nothing comes until the source goes on.
    case suspended
    /// The source goes on, or is another one, or sound was lost, or the capture was started anew.
    case jumped

    init(_ event: CInt, _ reason: String) {
        switch Int(event) {
        case AK_PULSE_CHANGED: self = .changed
        case AK_PULSE_SERVER_GONE: self = .serverGone(reason)
        case AK_PULSE_SOURCE_GONE: self = .sourceGone
        case AK_PULSE_STALLED: self = .stalled
        case AK_PULSE_SUSPENDED: self = .suspended
        default: self = .jumped
        }
    }
}
