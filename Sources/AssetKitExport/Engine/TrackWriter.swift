internal import AssetKitSinks
internal import CMTimeLib

/// Takes the samples of one track of an export to the writer, and tells how far the track is. Any thread may use it.
struct TrackWriter: Sendable {
    let number: Int
    let writer: FileWriter
    let track: ExportedTrack
    let progress: ExportProgress
    /// How long the track is, as far as headers tell.
    let seconds: Double

    func write(_ sample: SinkSample, isCopied: Bool) throws {
        track.note(sample, isCopied: isCopied)
        try writer.append(sample, to: number)
    }

    /// No sample follows.
    func end() throws { try writer.end(number) }

    /// So much of the track is done, from 0 to 1.
    func report(_ fraction: Double) { progress.note(fraction, of: number) }

    /// What shows at a time of the new file is at work.
    func report(at time: CMTime) { report(min(1, time.seconds / seconds)) }
}
