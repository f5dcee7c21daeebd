internal import AssetKitBase
internal import AssetKitCore
package import AssetKitFFmpeg
package import CMTimeLib

/// The pictures of a track over a range of its timeline, source by source, each with the time that it is shown. A source is
/// opened when its turn has come, and closed behind. Not Sendable: one stage owns it.
package final class TrackPictures {
    /// How decoders work.
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

        package init() {}
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
    private let options: Options
    private let track: TrackSource
    private var rest: ArraySlice<SourceRange> = []
    private var stream: PictureStream?
    private var gap: PictureGap?
    private var layers: (any PictureSequence)?
    /// Up to where all has been opened, gaps included.
    private var position: CMTime
    /// Up to where the track has something, or a gap.
    private let end: CMTime
    /// The track of a file that the last picture came from; nil for one in a gap.
    package private(set) var source: TrackSource?
    /// What messages call it by, where it is one of several.
    private var name: String?
    /// Pictures with the same number come from the same run of a source.
    package private(set) var run = 0

    /// What a file is read with is opened now, so that those who share it find it.
    package init(
        of track: TrackSource,
        in range: CMTimeRange,
        _ session: ReadingSession,
        _ options: Options = Options()
    ) throws {
        (self.session, self.options, self.track, position) = (session, options, track, range.start)
        end = CMTimeMinimum(range.end, track.facts.timeRange.end)
        guard track.composed != nil || track.layered != nil else {
            try open(track, range)
            return
        }
        let start = options.lead.start(range, track.facts.timescale)
        position = start
        if let layered = track.layered {
            let whole = CMTimeRange(start: start, end: range.end)
            (layers, source) = (layered.pictures(in: whole, session, options), track)
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
            let (reader, origin) = try session.reader(of: next.source, decoding: true, false)
            return PictureStream(try decoder(reader), next.stretches(origin: origin), startsAtBeginning: false)
        }
        return true
    }

    /// Opens all that is wanted of a file.
    private func open(_ track: TrackSource, _ range: CMTimeRange) throws {
        let (reader, origin) = try session.reader(of: track, decoding: true, options.sharesDemuxer)
        let start = options.lead.start(range, reader.tick.denominator)
        stream = PictureStream(
            try decoder(reader, isAtBeginning: start <= .zero),
            track.stretches(in: CMTimeRange(start: start, end: range.end), origin: origin),
            startsAtBeginning: start == .zero && track.index == nil
        )
        source = track
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
