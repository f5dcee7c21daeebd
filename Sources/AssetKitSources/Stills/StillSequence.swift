internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Still pictures of a track whose samples do not say when they are shown: raw streams, and AVI with pictures out of
/// order. Only counting pictures tells which one is shown when, so they are decoded in order, once for all requests of
/// a call: from the beginning, or from a key frame where the container lists those with their numbers.
final class StillSequence {
    private let source: TrackSource
    private let reader: any SampleReading
    private let converter: PictureConverter
    private let origin: CMTime
    private let end: CMTime
    private let counters: RenderCounters
    private let pictureDecoder: PictureTrackDecoder
    private var pictures: StillPictures
    /// The reader can seek to key frames.
    private var canJump: Bool
    /// The key sample that decoding started with last, as it is numbered, and when its picture is shown.
    private var group = (key: Int64(0), start: CMTime.zero)
    /// Pictures are interlaced, and come out better with those before and behind them.
    private let takesNeighbours: Bool
    /// The last image that was made.
    private var last: Made?

    init(
        _ source: TrackSource,
        _ media: OpenedMedia,
        _ reader: any SampleReading,
        _ converter: PictureConverter,
        duration: CMTime,
        flag: CancellationFlag
    ) throws {
        (self.source, self.reader, self.converter, counters) = (source, reader, converter, media.counters)
        origin = try media.origin(of: source)
        pictureDecoder = try PictureTrackDecoder(reader, counters: media.counters, flag: flag)
        end = duration.isNumeric ? duration : .zero
        takesNeighbours = converter.request.deinterlaces && source.facts.video?.fieldCount == 2
        canJump = reader.numbered != nil
        pictures = Self.pictures(of: source, pictureDecoder, from: .zero, origin: origin)
    }

    /// The pictures that are shown at `time` or later.
    private static func pictures(
        of source: TrackSource,
        _ pictures: PictureTrackDecoder,
        from time: CMTime,
        origin: CMTime
    ) -> StillPictures {
        let rest = CMTimeRange(start: time, duration: .positiveInfinity)
        return StillPictures(
            PictureStream(pictures, source.stretches(in: rest, origin: origin), startsAtBeginning: false)
        )
    }

    /// Makes the pictures that are shown at the times asked for. Tolerances help beyond the end, and where the reader
    /// can seek to key frames.
    func render(
        _ requests: [StillRequest],
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws {
        let asked = requests.filter { $0.time.isValid && !$0.time.isIndefinite }
        var waiting = asked.sorted { $0.time < $1.time }[...]
        while let request = waiting.first, let made = try image(for: request, flag) {
            waiting.removeFirst()
            deliver(request.number, made.still)
        }
        if !waiting.isEmpty, let range = pictures.range {
            let late = waiting.prefix { $0.time <= max(end, range.end) || $0.accepts(range.start) }
            waiting = waiting.dropFirst(late.count)
            for request in late { deliver(request.number, try image(at: range.start).still) }
        }
        let unanswered = Array(waiting) + requests.filter { !$0.time.isValid || $0.time.isIndefinite }
        for request in unanswered {
            deliver(request.number, .failure(MediaProblem.noPicture(at: request.time, duration: end)))
        }
    }

    /// What a request is answered with; nil where the pictures end before.
    private func image(for request: StillRequest, _ flag: CancellationFlag) throws -> Made? {
        let key = try jump(towards: request)
        var target = request.time
        if let key, !request.isExact, request.accepts(key) {
            // Pictures before it have been decoded already: only the last image made is still there.
            if let last, last.time == key { return last }
            if pictures.range.map({ $0.start <= key }) ?? true { target = key }
        }
        while pictures.range.map({ $0.end <= target }) ?? true {
            try flag.check()
            guard try pictures.advance() else { return nil }
        }
        return try pictures.range.map { try image(at: $0.start) }
    }

    /// The picture that is reached, which is shown at `time`.
    private func image(at time: CMTime) throws -> Made {
        if let last, last.time == time { return last }
        if converter.needsDeinterlacing(pictures.shown) { try pictures.look() }
        counters.add { $0.picturesConverted += 1 }
        let image = converter.imageResult(pictures.shown, between: pictures.previous, and: pictures.following)
        let made = Made(image: image, time: time)
        last = made
        return made
    }

    /// Goes to the last key frame at or before what is asked for, where that is ahead; says when it is shown, as far as
    /// that is known.
    private func jump(towards request: StillRequest) throws -> CMTime? {
        guard canJump, let numbered = reader.numbered, request.time.isNumeric,
            var ticks = reader.tick.ticks(at: request.time + origin)
        else { return nil }
        // The first picture of a GOP would have none before it for deinterlacing.
        if takesNeighbours, request.isExact { ticks = ticks.subtractingClamped(1) }
        guard let key = numbered.listedKey(atOrBefore: ticks) else { return nil }
        if key == group.key { return group.start }
        let reached = pictures.range.flatMap { reader.tick.ticks(at: $0.end + origin) } ?? 0
        guard key > reached || key == reached && !request.isExact else { return nil }
        guard let found = try numbered.start(forPictureAt: ticks) else {
            canJump = false
            pictures = Self.pictures(of: source, pictureDecoder, from: .zero, origin: origin)
            return nil
        }
        let start = reader.tick.time(found.shown) - origin
        pictures = Self.pictures(of: source, pictureDecoder, from: start, origin: origin)
        group = (key, start)
        return start
    }

    /// An image, or why there is none, and when it is shown.
    private struct Made {
        let image: Result<CGImage, any Error>
        let time: CMTime

        var still: Result<Still, any Error> { image.map { Still(image: $0, actualTime: time) } }
    }
}

extension SampleReading {
    /// The first samples all say when they are shown. Leaves the reader at the beginning.
    func saysTimes() throws -> Bool {
        if storedTimes.hasPresentationTimes { return true }
        let packet = Packet()
        var isComplete = true
        for _ in 0..<32 {
            guard try read(into: packet) else { break }
            isComplete = isComplete && packet.presentationTicks != nil
        }
        try goToStart()
        return isComplete
    }
}
