internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Decodes and converts the pictures that begin in one part of the timeline, as an encoder takes them. Not Sendable: one thread
/// owns it.
///
/// Pictures that show before the part begins belong to the part before, so that each has its whole time.
final class ChunkPictures {
    /// When the new file shows what the source shows at present.
    private enum Moments {
        case none
        case once(CMTime, CMTime)
        /// At steps of the constant rate, by their numbers.
        case steps(Range<Int64>)
    }

    private let rendering: PictureRendering
    private let chunk: CMTimeRange
    private let isFirst: Bool
    /// What is zero in the new file.
    private let origin: CMTime
    /// How fast the new file plays.
    private let speed: Speed
    private let pictures: TrackPictures
    private let source: TrackSource
    /// How pictures are converted, by the runs of sources that they come from: that of the last picture, and of those that are
    /// held.
    private var looks: [Int: SourceLook] = [:]
    // Deinterlacing looks at the pictures before and behind. They are held only then: they are as large as the
    // source's.
    private var holdsNeighbours: Bool
    private let previous = Frame()
    private let current = Frame()
    private let following = Frame()
    private var currentTime: CMTimeRange?
    private var followingTime: CMTimeRange?
    /// The runs of sources that the three came from: those of others are no neighbours.
    private var runs = (previous: 0, current: 0, following: 0)
    private var moments = Moments.none
    /// The current picture converted, once it has been.
    private var rendered: ChunkPicture.Memory?
    private var lastTime: CMTime?

    /// `isEdge`: the chunk is the edge of a cut, alone at work for a short time.
    init(
        _ rendering: PictureRendering,
        number: Int,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession,
        isEdge: Bool
    ) throws {
        (self.rendering, self.speed) = (rendering, speed)
        chunk = rendering.chunks[number].wrappedValue
        isFirst = isEdge ? chunk.start == range.start : number == 0
        origin = range.start
        self.source = source
        holdsNeighbours = rendering.deinterlaces && source.facts.video?.fieldCount == 2
        var options = TrackPictures.Options()
        // Chunks go side by side, and so do layers, each of which has a decoder.
        options.threadCount = rendering.chunks.count > 1 && !isEdge || source.layered != nil ? 1 : 0
        // Without them some pictures are lost when decoding begins with an open GOP.
        options.givesDamagedPictures = isEdge
        options.lead = isFirst ? .none : Self.lead(chunk, of: source, in: range, holdsNeighbours)
        options.fillsGaps = true
        options.keepsAlpha = rendering.encoding.alpha != nil || rendering.background != .black
        pictures = try TrackPictures(
            of: source,
            in: CMTimeRange(start: chunk.start, end: range.end),
            session,
            options
        )
    }

    /// A little, so that the time at which the part begins tells those that begin in it from the others. Where a key frame
    /// begins then, nothing is to be told, and everything since the key frame before it would be decoded.
    private static func lead(
        _ chunk: CMTimeRange,
        of source: TrackSource,
        in range: CMTimeRange,
        _ holdsNeighbours: Bool
    ) -> TrackPictures.Lead {
        if holdsNeighbours { return .time(CMTime(value: 1, timescale: 4), notBefore: range.start) }
        let tick = CMTime(value: 1, timescale: source.clock)
        let isAtKey = !source.keyTimes(in: CMTimeRange(start: chunk.start, duration: tick)).isEmpty
        return isAtKey ? .none : .tick(notBefore: range.start)
    }

    /// The next picture; nil at the end of the part. `check` is told when each picture of the source shows, also of those that
    /// are left out.
    func next(_ check: (CMTime) throws -> Void) throws -> ChunkPicture? {
        while true {
            if let picture = try nextOfCurrent() { return picture }
            guard try advance(), let time = currentTime, time.start < chunk.end else { return nil }
            try check(time.start)
            moments = moments(of: time)
        }
    }

    private func nextOfCurrent() throws -> ChunkPicture? {
        while let (time, duration) = nextMoment() {
            // Edits that play faster may leave a picture no time of its own.
            let counted = time.convertScale(rendering.encoding.timescale, method: .roundHalfAwayFromZero)
            if let lastTime, counted <= lastTime { continue }
            lastTime = counted
            let memory = try rendered ?? render()
            rendered = memory
            return ChunkPicture(
                memory: memory,
                sourceTime: currentTime?.start ?? origin,
                time: counted,
                duration: duration
            )
        }
        return nil
    }

    private func nextMoment() -> (time: CMTime, duration: CMTime)? {
        switch moments {
        case .none: return nil
        case .once(let time, let duration):
            moments = .none
            return (time, duration)
        case .steps(let numbers):
            guard let number = numbers.first else { return nil }
            moments = .steps(numbers.dropFirst())
            return (rendering.frameDuration.multiplied(by: number), rendering.frameDuration)
        }
    }

    private func advance() throws -> Bool {
        // What is not needed any more goes before the next picture is decoded.
        rendered = nil
        if holdsNeighbours { previous.take(from: current) } else { current.clear() }
        runs.previous = runs.current
        if followingTime != nil {
            current.take(from: following)
            currentTime = followingTime
            (followingTime, runs.current) = (nil, runs.following)
        } else {
            currentTime = try next(into: current)
            runs.current = pictures.run
        }
        guard currentTime != nil else { return false }
        if rendering.deinterlaces, current.isInterlaced {
            holdsNeighbours = true
            followingTime = try next(into: following)
            runs.following = pictures.run
        }
        return true
    }

    /// The next picture with its alpha as the new file has it.
    private func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        guard let time = try pictures.next(into: frame) else { return nil }
        let look = look()
        guard frame.hasAlpha else { return time }
        try look.settleAlpha(of: frame, rendering)
        return time
    }

    /// That of the run that the last picture came from.
    private func look() -> SourceLook {
        if let known = looks[pictures.run] { return known }
        looks = looks.filter { $0.key >= min(runs.previous, runs.current) }
        let last = looks.max { $0.key < $1.key }?.value
        let fresh =
            last.flatMap { $0.isOf(pictures.source) ? $0 : nil } ?? SourceLook(pictures.source, of: source, rendering)
        looks[pictures.run] = fresh
        return fresh
    }

    private func moments(of time: CMTimeRange) -> Moments {
        guard rendering.frameDuration.isNumeric else {
            guard isFirst || time.start >= chunk.start, !isTooShort(time) else { return .none }
            return .once(speed.target(time.start - origin), speed.target(time.duration))
        }
        // At a constant rate a picture stands for every moment at which it shows.
        let step = rendering.frameDuration
        let from = CMTimeMaximum(time.start, chunk.start) - origin
        let end = CMTimeMinimum(time.end, chunk.end) - origin
        let first = from.firstMultiple(of: step, at: speed)
        let last = end.isNumeric ? end.firstMultiple(of: step, at: speed) : .max
        return .steps(first..<max(first, last))
    }

    /// The file cannot tell the time at which the picture shows from that of the next one.
    private func isTooShort(_ time: CMTimeRange) -> Bool {
        guard let timescale = rendering.fileTimescale, time.end < chunk.end else { return false }
        return speed.target(time.start - origin).isSameTick(as: speed.target(time.end - origin), timescale)
    }

    private func render() throws -> ChunkPicture.Memory {
        guard needsConversion else {
            let shared = Frame()
            try shared.share(current)
            return ChunkPicture.Memory(shared)
        }
        let made = try Frame(lending: try pixelBuffer(), forWriting: false)
        made.carryCaptions(of: current)
        return ChunkPicture.Memory(made)
    }

    private func pixelBuffer() throws -> CVPixelBuffer {
        let none = Frame()
        let look = look(ofRun: runs.current)
        switch (runs.previous == runs.current, runs.following == runs.current) {
        case (true, true): return try look.converter.pixelBuffer(current, between: previous, and: following)
        case (true, false): return try look.converter.pixelBuffer(current, between: previous, and: none)
        case (false, true): return try look.converter.pixelBuffer(current, between: none, and: following)
        case (false, false): return try look.converter.pixelBuffer(current, between: none, and: none)
        }
    }

    private func look(ofRun run: Int) -> SourceLook {
        guard let look = looks[run] else { preconditionFailure("a picture has come without its look") }
        return look
    }

    private var needsConversion: Bool {
        rendering.isScaled || rendering.turns || rendering.crop != nil || rendering.becomesStandardRange
            || current.width != rendering.encoding.width || current.height != rendering.encoding.height
            || rendering.deinterlaces && current.isInterlaced || look(ofRun: runs.current).differs
    }
}

extension CMTime {
    /// Counted in so many parts of a second it is the same time.
    func isSameTick(as other: CMTime, _ timescale: CMTimeScale) -> Bool {
        let method = CMTimeRoundingMethod.roundHalfAwayFromZero
        return convertScale(timescale, method: method) == other.convertScale(timescale, method: method)
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
