internal import CDevices

/// How pixels come from an X server.
package enum X11Sharing: CInt, CaseIterable, Sendable {
    /// The first of the others that works.
    case asItCan
    /// Through memory whose descriptor the server gets.
    case descriptors
    /// Through shared memory of System V.
    case segments
    /// Through the connection.
    case nothing

    var raw: CInt {
        switch self {
        case .asItCan: CInt(AK_SCREEN_SHARES_AS_IT_CAN)
        case .descriptors: CInt(AK_SCREEN_SHARES_DESCRIPTORS)
        case .segments: CInt(AK_SCREEN_SHARES_SEGMENTS)
        case .nothing: CInt(AK_SCREEN_SHARES_NOTHING)
        }
    }
}
