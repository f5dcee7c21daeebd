/// What inputs tell their writer.
protocol InputFeedOwner: AnyObject, Sendable {
    /// There is room again.
    func feedIsReady()

    /// Nothing can be written any more.
    func feedFailed(_ error: any Error)
}
