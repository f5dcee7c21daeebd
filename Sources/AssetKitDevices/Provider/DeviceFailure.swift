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
    /// Something else, as half a sentence.
    case broken(String)
}
