/// Why a device does not deliver any more.
package enum DeviceFailure: Error, Hashable, Sendable {
    /// It is gone.
    case disconnected
    /// It is there, and nothing has come for a while, although it was started anew once.
    case stalled
    /// Another program has taken it.
    case busy
    /// Its server is gone; it may come back.
    case interrupted(String)
    /// Whoever was asked does not let it be used, for a reason that is half a sentence.
    case refused(String)
    /// Whoever let it be used has ended that, which is no fault: half a sentence.
    case ended(String)
    /// Something else, as half a sentence.
    case broken(String)
}
