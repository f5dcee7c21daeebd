internal import AssetKitBase
internal import AssetKitCore
package import AssetKitFFmpeg
package import CMTimeLib

/// The pictures of a track over a range of its timeline, source by source, each with the time that it is shown. A source is
/// opened when its turn has come, and closed behind. Not Sendable: one stage owns it.
package final class TrackPictures {
    /// How pictures are read and decoded, and what shows in gaps.
    package struct Options: Sendable {
        /// How many threads decode; 0 is one for each core.
        package var threadCount = 0
        /// Also those that refer to pictures the decoder never saw, unless decoding begins with the first one.
        package var givesDamagedPictures = false
        /// Samples are read from the beginning, in step with those of others who read the file.
        package var sharesDemuxer = false
        /// How much earlier pictures begin than the range does.
        package var lead = Lead.none
        /// A gap of a composition shows black pictures; otherwise it shows none.
        package var fillsGaps = false
        /// Where the container lists the samples, a picture comes as soon as it is decoded: the list tells how long it is shown.
        package var endsByTable = false
        /// What a source is decoded with is kept, for the next place in the same one.
        package var keepsDecoder = false
        /// Pictures in layers have alpha where what is below them has; otherwise that is opaque.
        package var keepsAlpha = false
        /// Where a compositor of a client's own makes no picture, the slot keeps the one before, if it has one; otherwise that is
        /// an error.
        package var holdsLastPicture = false
        /// Whoever takes the pictures shows them in reverse, part by part: a compositor of a client's own is told so.
        package var isReverse = false

        package init() {}

        /// For the tracks of layers, whose pictures are not skipped through.
        fileprivate var ofLayers: Options {
            var options = self
            (options.endsByTable, options.keepsDecoder) = (false, false)
            return options
        }
    }

    /// What a source is decoded with, and the time in the stored media that is zero on its timeline.
    private struct Opened {
        let source: TrackSource
        let stream: PictureStream
        let origin: CMTime
    }

    /// How much earlier than a range pictures begin.
    package enum Lead: Sendable {
        case none
        /// As little as the source's clock tells, but not before a time.
        case tick(notBefore: CMTime)
        case time(CMTime, notBefore: CMTime)

        fileprivate func start(_ range: CMTimeRange, _ timescale: CMTimeScale) -> CMTime {
            switch self {
            case .none: range.start
            case .tick(let limit):
                CMTimeMaximum(range.start - CMTime(value: 1, timescale: max(timescale, 1)), limit)
            case .time(let time, let limit): CMTimeMaximum(range.start - time, limit)
            }
        }
    }

    private let session: ReadingSession
    private var options: Options
    private let track: TrackSource
    private var rest: ArraySlice<SourceRange> = []
    private var stream: PictureStream?
    /// The source that was opened last, where it is kept.
    private var kept: Opened?
    private var gap: PictureGap?
    private var layers: (any PictureSequence)?
    /// Up to where all has been opened, gaps included.
    private var position: CMTime
    /// Up to where the track has something, or a gap.
    private var end: CMTime
    /// The track of a file that the last picture came from; nil for one in a gap.
    package private(set) var source: TrackSource?
    /// Why the last picture is the one before it once more; nil where it is one of its own.
    package var problem: (any Error)? { layers?.problem }
    /// What messages call it by, where it is one of several.
    private var name: String?
    /// Pictures with the same number come from the same run of a source.
    package private(set) var run = -1

    /// What a file is read with is opened now, so that those who share it find it.
    package init(
        of track: TrackSource,
        in range: CMTimeRange,
        _ session: ReadingSession,
        _ options: Options = Options()
    ) throws {
        (self.session, self.options, self.track, position) = (session, options, track, range.start)
        end = .zero
        try go(to: range)
    }

    /// Goes to another range of the track. Decoding goes on from where it is, where the decoder is kept and that is the shortest way.
    package func go(to range: CMTimeRange, isReverse: Bool) throws {
        options.isReverse = isReverse
        try go(to: range)
    }

    private func go(to range: CMTimeRange) throws {
        (stream, gap, layers, source, name, rest) = (nil, nil, nil, nil, nil, [])
        position = range.start
        run += 1
        end = CMTimeMinimum(range.end, track.facts.timeRange.end)
        guard track.composed != nil || track.layered != nil else {
            try open(track, range)
            return
        }
        let start = options.lead.start(range, track.facts.timescale)
        position = start
        if let layered = track.layered {
            let whole = CMTimeRange(start: start, end: range.end)
            (layers, source) = (layered.pictures(in: whole, session, options.ofLayers), track)
            return
        }
        rest = track.sources(in: CMTimeRange(start: start, end: range.end))[...]
    }

    /// Fills the slot with the next picture and says when it is shown; nil at the end.
    package func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        if let layers { return try layers.next(into: frame) }
        while true {
            if let time = try gap?.next(into: frame) { return time }
            if let time = try MediaProblem.naming(name, { try stream?.next(into: frame) }) { return time }
            (stream, gap) = (nil, nil)
            guard try open() else { return nil }
        }
    }

    /// Goes to the next source, or to the gap before it; false where there is neither.
    private func open() throws -> Bool {
        let start = rest.first?.range.start ?? end
        if options.fillsGaps, track.composed != nil, start > position {
            run += 1
            gap = try PictureGap(CMTimeRange(start: position, end: start), of: track)
            (position, source) = (start, nil)
            return true
        }
        guard let next = rest.popFirst() else { return false }
        run += 1
        position = next.range.end
        (source, name) = (next.source, next.name)
        stream = try MediaProblem.naming(name) {
            if let known = known(next.source) {
                known.stream.restart(next.stretches(origin: known.origin), options.givesDamagedPictures)
                return known.stream
            }
            let (reader, origin) = try session.reader(of: next.source, decoding: true, false)
            let stretches = next.stretches(origin: origin)
            return keep(next.source, origin, stream(try decoder(reader), stretches, startsAtBeginning: false))
        }
        return true
    }

    /// What a source was opened with, where it can go to any place with that. `isAtBeginning`: where samples are not listed, only a
    /// fresh reader gives the very first ones for certain.
    private func known(_ source: TrackSource, isAtBeginning: Bool = false) -> Opened? {
        guard let kept, kept.source.input.identity == source.input.identity,
            kept.source.facts.trackID == source.facts.trackID, !kept.stream.hasFailed,
            !isAtBeginning || source.index != nil
        else {
            // Both open at once would be too much.
            kept = nil
            return nil
        }
        return kept
    }

    private func keep(_ source: TrackSource, _ origin: CMTime, _ stream: PictureStream) -> PictureStream {
        if options.keepsDecoder { kept = Opened(source: source, stream: stream, origin: origin) }
        return stream
    }

    private func stream(
        _ decoder: PictureTrackDecoder,
        _ stretches: [MediaStretch],
        startsAtBeginning: Bool
    ) -> PictureStream {
        PictureStream(
            decoder,
            stretches,
            startsAtBeginning: startsAtBeginning,
            endsByTable: options.endsByTable
        )
    }

    /// Opens all that is wanted of a file.
    private func open(_ track: TrackSource, _ range: CMTimeRange) throws {
        source = track
        if let known = known(track, isAtBeginning: range.start <= .zero) {
            let givesDamaged = options.givesDamagedPictures && range.start > .zero
            known.stream.restart(track.stretches(in: range, origin: known.origin), givesDamaged)
            stream = known.stream
            return
        }
        let (reader, origin) = try session.reader(of: track, decoding: true, options.sharesDemuxer)
        let start = options.lead.start(range, reader.tick.denominator)
        stream = keep(
            track,
            origin,
            stream(
                try decoder(reader, isAtBeginning: start <= .zero),
                track.stretches(in: CMTimeRange(start: start, end: range.end), origin: origin),
                startsAtBeginning: start == .zero && track.index == nil
            )
        )
    }

    private func decoder(_ reader: any SampleReading, isAtBeginning: Bool = false) throws -> PictureTrackDecoder {
        try PictureTrackDecoder(
            reader,
            threadCount: options.threadCount,
            givesDamagedPictures: options.givesDamagedPictures && !isAtBeginning,
            counters: session.counters,
            flag: session.flag
        )
    }
}
