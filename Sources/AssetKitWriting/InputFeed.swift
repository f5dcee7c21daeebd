internal import AssetKitMedia
internal import CMTimeLib

/// Where the samples of an input go while a writer is writing. Any thread may call.
protocol InputFeed: AnyObject, Sendable {
    /// Whether there is room for another buffer. It stays true until one comes.
    var isReady: Bool { get }

    /// Takes a buffer whose times are those of the source; `origin` is the source time that is the movie's zero.
    func append(_ buffer: CMSampleBuffer, origin: CMTime) throws

    /// No buffer follows. Does not wait.
    func end()

    /// Waits until everything has gone to the file; throws what went wrong with that.
    func complete() throws

    /// Stops at once.
    func cancel()

    /// What is known of the track when its first sample goes to the file; nil where it has no sample.
    var facts: InputFacts? { get }

    /// What of the track is presented up to an end; nil for all of it.
    func edits(until end: CMTime?) -> [CMTimeMapping]?
}
