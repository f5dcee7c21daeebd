internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Reads the samples of a track that is neither heard nor seen. One worker owns it.
final class TimedReader: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private let session: ReadingSession
    private let start: CMTime
    private var sources: ArraySlice<SourceRange>
    private var stretches: ArraySlice<MediaStretch> = []
    private var reader: (samples: any SampleReading, formats: [CMFormatDescription])?
    private var stretch: MediaStretch?
    private let packet = Packet()

    /// `start`: what ends before is left out.
    init(_ track: TrackSource, from start: CMTime, _ session: ReadingSession) {
        (self.session, self.start) = (session, start)
        sources = track.sources(in: CMTimeRange(start: start, end: .positiveInfinity))[...]
    }

    /// The next samples in the order of the timeline, at most so many; fewer at the end.
    func next(_ most: Int) throws -> [TimedSample] {
        var samples: [TimedSample] = []
        while samples.count < most {
            guard let stretch else {
                guard try begin() else { break }
                continue
            }
            guard let reader, try reader.samples.read(into: packet) else {
                self.stretch = nil
                continue
            }
            guard let sample = sample(in: stretch, reader.samples.tick, reader.formats) else { continue }
            samples.append(sample)
        }
        return samples
    }

    /// Goes to the next stretch; false where there is none.
    private func begin() throws -> Bool {
        if stretches.isEmpty {
            guard let next = sources.popFirst() else { return false }
            let (samples, origin) = try session.reader(of: next.source, decoding: false, false)
            reader = (samples, next.source.facts.formatDescriptions)
            stretches = next.stretches(origin: origin)[...]
        }
        guard let next = stretches.popFirst(), let samples = reader?.samples else { return true }
        stretch = next
        try samples.seek(to: samples.tick.ticks(at: next.source.start) ?? .min)
        return true
    }

    /// nil for one that does not show; behind the stretch nothing does.
    private func sample(in stretch: MediaStretch, _ tick: TickLength, _ formats: [CMFormatDescription]) -> TimedSample?
    {
        let ticks = packet.presentationTicks ?? packet.decodeTicks ?? 0
        let (begin, end) = (tick.time(ticks), tick.time(ticks.addingClamped(max(0, packet.durationTicks))))
        guard begin < stretch.source.end else {
            self.stretch = nil
            return nil
        }
        let first = CMTimeMaximum(stretch.assetTime(of: begin), stretch.edit.target.start)
        let last = CMTimeMinimum(stretch.assetTime(of: end), stretch.edit.target.end)
        guard last > start || last == first && first >= start, last >= first else { return nil }
        return packet.withBytes { bytes in
            TimedSample(range: CMTimeRange(start: first, end: last), bytes: Array(bytes), format: formats.first)
        }
    }
}
