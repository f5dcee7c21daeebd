internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// The samples of a track over a range as they are stored, source by source. Not Sendable: one thread owns it.
final class StoredTrack {
    private let session: ReadingSession
    private let sharing: Bool
    private var rest: ArraySlice<SourceRange>
    private var samples: StoredSamples?
    /// What messages call the source by, where it is one of several.
    private var name: String?
    private var hasStarted = false

    /// What a file is read with is opened now, so that those who share it find it.
    init(of track: TrackSource, in range: CMTimeRange, _ session: ReadingSession, _ sharing: Bool) throws {
        (self.session, self.sharing) = (session, sharing)
        rest = track.sources(in: range)[...]
        if track.composed == nil { try open() }
    }

    /// The next samples; nil at the end.
    func next() throws -> CMSampleBuffer? {
        while true {
            if let sample = try MediaProblem.naming(name, { try samples?.next() }) { return sample }
            samples = nil
            guard try open() else { return nil }
        }
    }

    @discardableResult
    private func open() throws -> Bool {
        guard let next = rest.popFirst() else { return false }
        name = next.name
        samples = try MediaProblem.naming(name) {
            let (reader, origin) = try session.reader(of: next.source, decoding: false, sharing)
            return try StoredSamples(
                reader,
                next.source.facts,
                next.stretches(origin: origin),
                startsAtBeginning: !next.isComposed && next.range.start == .zero && next.source.index == nil,
                isAfterJump: hasStarted
            )
        }
        hasStarted = true
        return true
    }
}
