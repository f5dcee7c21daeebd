internal import CMTimeLib

/// Something that an output tells its client at a time: what holds from then on. A plain value.
struct TimedEvent: Sendable {
    let time: CMTime
    /// nil where nothing holds any more.
    let sample: TimedSample?
}
