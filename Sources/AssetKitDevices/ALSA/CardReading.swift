/// What a sound card answers.
enum CardReading: Hashable, Sendable {
    /// So many frames; none for nothing yet.
    case frames(Int)
    /// Sound was lost, and it goes on.
    case lost
    /// Nothing follows.
    case gone(DeviceFailure)
}
