/// Where a player's sound is heard: a sound server, a card, a file, or something of your own. An addition to AVFoundation.
///
/// A target asks for sound when it needs some, and tells which of it is heard when: that is the clock that pictures keep to.
/// Players call it on one thread at a time, but ``position`` from several.
public protocol AKAudioTarget: AnyObject, Sendable {
    /// Opens the device for sound in interleaved floating-point numbers, as much as it can like `wish`, and answers what it
    /// takes. Called before anything else, and again after ``close()``.
    func open(_ wish: AKAudioTargetFormat, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) throws
        -> AKAudioTargetFormat

    /// Begins to ask for sound. Frames are counted from here on, and `hostTime` says when the first one is heard at the earliest;
    /// nil for at once.
    ///
    /// `source` fills a buffer of interleaved samples from its beginning, and answers how many frames it has written. Where it
    /// has less than there is room for, the target asks again in a moment, and what is missing until then is an underrun if
    /// the device runs dry.
    func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int)

    /// Stops at once: nothing is asked for any more, and what was taken and has not been heard yet is dropped.
    func stop()

    /// Which frame is heard when, as far as the device can tell just now. Counted from the last start on; silence of an
    /// underrun does not count. The moment may lie ahead. Nil where it is not known: before the first frame, shortly after a
    /// start, while stopped. Moments more than an hour away are taken for that too, and a target that
    /// says nothing within ten seconds of a start is done without.
    var position: AKAudioTargetPosition? { get }

    /// Gives the device back.
    func close()
}
