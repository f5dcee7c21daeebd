internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Decodes, converts and encodes the pictures that begin in one part of the timeline. Not Sendable: one thread owns it.
///
/// Pictures that show before the part begins belong to the part before, so that each has its whole time.
final class ChunkRenderer {
    private let work: PictureRendering
    private let chunk: CMTimeRange
    private let isFirst: Bool
    /// What is zero in the new file.
    private let origin: CMTime
    /// How fast the new file plays.
    private let speed: Speed
    private let stream: PictureStream
    private let converter: PictureConverter
    private let encoder: PictureEncoder
    private let description: PictureDescription
    // Deinterlacing looks at the pictures before and behind. They are held only then: they are as large as the
    // source's.
    private var holdsNeighbours: Bool
    private let previous = Frame()
    private let current = Frame()
    private let following = Frame()
    private var currentTime: CMTimeRange?
    private var followingTime: CMTimeRange?
    private var lastTime: CMTime?
    private(set) var pictureCount = 0

    /// `isEdge`: the part is the edge of a cut, alone at work for a short time. `pass`: which of two passes it is.
    init(
        _ work: PictureRendering,
        number: Int,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed = .normal,
        _ session: ReadingSession,
        isEdge: Bool = false,
        pass: EncoderPass? = nil
    ) throws {
        (self.work, self.speed) = (work, speed)
        chunk = work.chunks[number].wrappedValue
        isFirst = isEdge ? chunk.start == range.start : number == 0
        origin = range.start
        let (reader, mediaOrigin) = try session.reader(of: source, decoding: true, false)
        // A little earlier, so that the time at which the part begins tells those that begin in it from the others.
        // Where a key frame begins then, nothing is to be told, and everything since the key frame before it would be
        // decoded.
        let tick = CMTime(value: 1, timescale: reader.tick.denominator)
        let isAtKey = !source.keyTimes(in: CMTimeRange(start: chunk.start, duration: tick)).isEmpty
        holdsNeighbours = work.deinterlaces && source.facts.video?.fieldCount == 2
        let lead = holdsNeighbours ? CMTime(value: 1, timescale: 4) : isAtKey ? .zero : tick
        let start = isFirst ? chunk.start : CMTimeMaximum(chunk.start - lead, range.start)
        stream = PictureStream(
            try PictureTrackDecoder(
                reader,
                threadCount: work.chunks.count > 1 && !isEdge ? 1 : 0,
                // Without them some pictures are lost when decoding begins with an open GOP.
                givesDamagedPictures: isEdge && start > .zero,
                counters: session.counters,
                flag: session.flag
            ),
            source.stretches(in: CMTimeRange(start: start, end: range.end), origin: mediaOrigin),
            startsAtBeginning: start == .zero && source.index == nil
        )
        description = work.description(source.facts.video ?? VideoFacts())
        // What is multiplied over white is straightened before anything else is done to it.
        var ready = description
        ready.isOverWhite = false
        converter = PictureConverter(work.request, ready)
        encoder = try PictureEncoder(work.encoding, pass)
    }

    /// Does all of it, and hands on samples as they are finished. `check` is asked before every picture, and told when it
    /// shows.
    func run(_ check: (CMTime) throws -> Void, _ body: (SinkSample) throws -> Void) throws {
        while try advance(), let time = currentTime, time.start < chunk.end {
            try check(time.start)
            try render(time, body)
        }
        try encoder.finish(body)
    }

    private func advance() throws -> Bool {
        // What is not needed any more goes before the next picture is decoded.
        if holdsNeighbours { previous.take(from: current) } else { current.clear() }
        if followingTime != nil {
            current.take(from: following)
            currentTime = followingTime
            followingTime = nil
        } else {
            currentTime = try next(into: current)
        }
        guard currentTime != nil else { return false }
        if work.deinterlaces, current.isInterlaced {
            holdsNeighbours = true
            followingTime = try next(into: following)
        }
        return true
    }

    /// The next picture with its alpha as the new file has it.
    private func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        guard let time = try stream.next(into: frame) else { return nil }
        guard frame.hasAlpha else { return time }
        let (color, isPremultiplied) = (description.color(of: frame), description.isPremultiplied)
        if description.isOverWhite { try converter.alphaLayer.straighten(frame, color, over: .white) }
        if work.encoding.alpha == nil {
            try converter.alphaLayer.compose(frame, over: work.background, color, isPremultiplied: isPremultiplied)
        } else if isPremultiplied, work.encoding.alpha == .straight {
            try converter.alphaLayer.straighten(frame, color)
        }
        return time
    }

    private func render(_ time: CMTimeRange, _ body: (SinkSample) throws -> Void) throws {
        guard work.frameDuration.isNumeric else {
            guard isFirst || time.start >= chunk.start, !isTooShort(time) else { return }
            return try encode(at: speed.target(time.start - origin), for: speed.target(time.duration), body)
        }
        // At a constant rate a picture stands for every moment at which it shows.
        let step = work.frameDuration
        let from = CMTimeMaximum(time.start, chunk.start) - origin
        let end = CMTimeMinimum(time.end, chunk.end) - origin
        var number = from.firstMultiple(of: step, at: speed)
        let last = end.isNumeric ? end.firstMultiple(of: step, at: speed) : .max
        while number < last {
            try encode(at: step.multiplied(by: number), for: step, body)
            number += 1
        }
    }

    /// The file cannot tell the time at which the picture shows from that of the next one.
    private func isTooShort(_ time: CMTimeRange) -> Bool {
        guard let timescale = work.fileTimescale, time.end < chunk.end else { return false }
        return speed.target(time.start - origin).isSameTick(as: speed.target(time.end - origin), timescale)
    }

    private func encode(at time: CMTime, for duration: CMTime, _ body: (SinkSample) throws -> Void) throws {
        // Edits that play faster may leave a picture no time of its own.
        let counted = time.convertScale(work.encoding.timescale, method: .roundHalfAwayFromZero)
        if let lastTime, counted <= lastTime { return }
        lastTime = counted
        pictureCount += 1
        guard needsConversion else {
            return try encoder.encode(current, at: counted, duration: duration, body)
        }
        let picture = try converter.pixelBuffer(current, between: previous, and: following)
        let made = try Frame(lending: picture, forWriting: false)
        made.carryCaptions(of: current)
        try encoder.encode(made, at: counted, duration: duration, body)
    }

    private var needsConversion: Bool {
        work.isScaled || work.turns || work.crop != nil || work.becomesStandardRange
            || current.width != work.encoding.width || current.height != work.encoding.height
            || work.deinterlaces && current.isInterlaced
    }
}

extension CMTime {
    /// Counted in so many parts of a second it is the same time.
    func isSameTick(as other: CMTime, _ timescale: CMTimeScale) -> Bool {
        let method = CMTimeRoundingMethod.roundHalfAwayFromZero
        return convertScale(timescale, method: method) == other.convertScale(timescale, method: method)
    }
}

extension PictureRendering {
    /// The same in the words of the render core.
    var request: PictureRequest {
        var wish = PixelBufferRequest(formats: [encoding.pixelFormat])
        (wish.width, wish.height) = (encoding.width, encoding.height)
        if letterboxes {
            wish.scaling = .resizeAspect
            wish.place = encoding.cleanPlace
            wish.pixelAspect = Double(encoding.pixelAspect.horizontal) / Double(encoding.pixelAspect.vertical)
        }
        wish.color = encoding.color
        wish.color.isFullRange = nil
        var request = PictureRequest(output: .pixelBuffer(wish))
        request.aperture = isScaled || crop != nil ? .clean : .encoded
        request.appliesTransform = turns
        request.dynamicRange = becomesStandardRange ? .forceStandard : .matchSource
        request.deinterlaces = deinterlaces
        return request
    }

    /// What a track says of its pictures, with the part that is kept in place of the clean one.
    func description(_ video: VideoFacts) -> PictureDescription {
        var description = PictureDescription(video)
        if let crop {
            description.cleanAperture = CGRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        if let transform { description.transform = transform.value }
        return description
    }
}

extension PictureEncoding {
    /// The part of the pictures to show, at whole blocks of two by two pixels; nil for all of them.
    fileprivate var cleanPlace: PixelRect? {
        guard let clean = cleanAperture else { return nil }
        func side(_ length: Double, _ offset: Double, _ whole: Int) -> (start: Int, length: Int) {
            let start = (Double(whole) / 2 + offset - length / 2) / 2
            let first = min(max(Int(start.rounded()) * 2, 0), max(whole - 2, 0))
            return (first, min(max(Int((length / 2).rounded()) * 2, 2), whole - first))
        }
        let across = side(clean.width, clean.horizontalOffset, width)
        let along = side(clean.height, clean.verticalOffset, height)
        return PixelRect(x: across.start, y: along.start, width: across.length, height: along.length)
    }
}

extension CMTime {
    /// The number of the first whole multiple of a step that does not show before this time of the source.
    fileprivate func firstMultiple(of step: CMTime, at speed: Speed) -> Int64 {
        let numerator = Int128(value) * Int128(step.timescale) * Int128(speed.denominator)
        let denominator = Int128(timescale) * Int128(step.value) * Int128(speed.numerator)
        guard denominator > 0 else { return 0 }
        return Int64(clamping: -(-numerator).floorDivided(by: denominator))
    }

    fileprivate func multiplied(by count: Int64) -> CMTime {
        CMTime(value: value.multipliedReportingOverflow(by: count).partialValue, timescale: timescale)
    }
}
