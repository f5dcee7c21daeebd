internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Decodes the pictures of an item, forwards or backwards. One worker owns it.
final class PictureReader: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private let media: ItemMedia
    private let track: TrackSource
    private var pictures: TrackPictures?
    private var reverse: ReversePictures?
    /// What has been read already, the next one first.
    private var waiting: [DecodedPicture] = []
    private let frame = Frame()
    private var converter: (wish: PictureWish, description: ObjectIdentifier, value: PictureConverter)?

    init?(_ media: ItemMedia) {
        guard let track = media.pictures else { return nil }
        (self.media, self.track) = (media, track)
    }

    /// Goes to a place, and answers the time that it stands for.
    func open(_ start: PictureStart, until end: CMTime, isReverse: Bool, _ wish: PictureWish?) throws -> CMTime {
        (pictures, reverse, waiting) = (nil, nil, [])
        let landing = try landing(start, until: end, wish)
        if isReverse {
            reverse = ReversePictures(media, track, before: landing)
        } else if pictures == nil {
            // The whole picture, though it began before.
            let start = SyncTimes(track)?.start(ofPictureAt: landing, track) ?? landing
            pictures = try open(from: start, until: end)
        }
        return landing
    }

    /// The next picture; nil at the end.
    func next(_ wish: PictureWish?) throws -> DecodedPicture? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        if let reverse { return try reverse.next { try make($0, $1, $2, wish) } }
        guard let pictures, let range = try pictures.next(into: frame) else { return nil }
        return try make(frame, range, pictures.source ?? track, wish)
    }

    private func open(from start: CMTime, until end: CMTime) throws -> TrackPictures {
        var options = TrackPictures.Options()
        options.fillsGaps = true
        options.givesDamagedPictures = true
        return try TrackPictures(of: track, in: CMTimeRange(start: start, end: end), media.session, options)
    }

    private func make(
        _ frame: borrowing Frame,
        _ range: CMTimeRange,
        _ source: TrackSource,
        _ wish: PictureWish?
    ) throws -> DecodedPicture {
        let description = source.facts.video.map(PictureDescription.init) ?? PictureDescription()
        var shown: CVPixelBuffer?
        if let wish {
            let view = Frame()
            try view.share(frame)
            shown = try converter(wish, source, description).pixelBuffer(view)
        }
        return try DecodedPicture(frame, range, description, wish, shown: shown)
    }

    private func converter(
        _ wish: PictureWish,
        _ source: TrackSource,
        _ description: PictureDescription
    ) -> PictureConverter {
        if let converter, converter.wish == wish, converter.description == source.input.identity {
            return converter.value
        }
        let value = PictureConverter(wish.request(for: media.size), description)
        converter = (wish, source.input.identity, value)
        return value
    }

    // MARK: Where to begin

    private func landing(_ start: PictureStart, until end: CMTime, _ wish: PictureWish?) throws -> CMTime {
        switch start {
        case .exact(let time): return time
        case .within(let time, let before, let after): return cheapest(time, before: before, after: after)
        case .step(let range, let count) where count < 0: return try stepBack(from: range.start, -count)
        case .step(let range, let count): return try stepForward(from: range, count, until: end, wish)
        }
    }

    /// The nearest place within tolerances where decoding can start; the time itself where there is none.
    private func cheapest(_ time: CMTime, before: CMTime, after: CMTime) -> CMTime {
        guard before > .zero || after > .zero, let sync = SyncTimes(track) else { return time }
        let found = sync.around(time, track)
        let (first, second) = (found.before.map { CMTimeMaximum($0, .zero) }, found.after)
        let early = first.flatMap { time - $0 <= before ? $0 : nil }
        let late = second.flatMap { $0 - time <= after ? $0 : nil }
        guard let early, let late else { return early ?? late ?? time }
        return time - early <= late - time ? early : late
    }

    private func stepForward(from range: CMTimeRange, _ count: Int, until end: CMTime, _ wish: PictureWish?) throws
        -> CMTime
    {
        let reader = try open(from: range.start, until: end)
        var last = range.start
        for _ in 0...count {
            guard let shown = try reader.next(into: frame) else { break }
            last = shown.start
        }
        // The last one is where it goes on.
        guard !frame.isEmpty, last > range.start || count == 0 else { return range.start }
        return last
    }

    /// Looks further and further back, until there are enough pictures.
    private func stepBack(from time: CMTime, _ count: Int) throws -> CMTime {
        var window = CMTime(value: 1, timescale: 2)
        while true {
            let start = CMTimeMaximum(time - window, .zero)
            let reader = try open(from: start, until: time)
            var starts: [CMTime] = []
            while let range = try reader.next(into: frame) {
                starts.append(range.start)
                // The first one may have begun before.
                if starts.count > count + 1 { starts.removeFirst() }
            }
            if starts.count > count || start == .zero {
                return starts.count >= count ? starts[starts.count - count] : starts.first ?? .zero
            }
            window = CMTimeMultiply(window, multiplier: 4)
        }
    }
}
