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
    /// Opened once, and then taken from place to place.
    private var pictures: TrackPictures?
    private var reverse: ReversePictures?
    /// The slot that pictures come in. It keeps the last one, which shows on where a compositor makes none.
    let frame = Frame()
    /// The last picture that was decoded, and one that was decoded for the sake of the one before it.
    private var last: DecodedPicture?
    private var held: Result<DecodedPicture?, any Error>?

    init?(_ media: ItemMedia) {
        guard let track = media.pictures else { return nil }
        (self.media, self.track) = (media, track)
    }

    /// Goes to a place, and answers the time that it stands for.
    func open(_ start: PictureStart, until end: CMTime, isReverse: Bool) throws -> CMTime {
        (reverse, last, held) = (nil, nil, nil)
        let landing = try landing(start, until: end)
        if isReverse {
            reverse = ReversePictures(media, track, before: landing, self)
        } else {
            // The whole picture, though it began before.
            let begun =
                SyncTimes(track)?.start(ofPictureAt: landing, track) ?? track.layered?.pictureRange(at: landing)?.start
            let start = begun ?? landing
            if try !openBefore(start, until: end) { _ = try pictures(from: start, until: end) }
        }
        return landing
    }

    /// The next picture; nil at the end.
    func next() throws -> DecodedPicture? {
        if let reverse { return try reverse.next() }
        let picture = try (held ?? Result { try decode() }).get()
        held = nil
        // Its fields are put together with the pictures around it.
        if picture?.isInterlaced == true { held = Result { try decode() } }
        return picture
    }

    private func decode() throws -> DecodedPicture? {
        guard let pictures, let range = try pictures.next(into: frame) else { return nil }
        let picture = try media.picture(frame, range, pictures.source ?? track, pictures.problem)
        if picture.isInterlaced, let last { picture.follow(last) }
        last = picture.isInterlaced ? picture : nil
        return picture
    }

    /// Begins with the picture before, where pictures are interlaced and the container says when that is; false where not. In front
    /// of a key frame that takes decoding all of the group before it.
    private func openBefore(_ start: CMTime, until end: CMTime) throws -> Bool {
        guard track.facts.video?.fieldCount == 2,
            let before = SyncTimes(track)?.start(ofPicture: -1, from: start, before: .positiveInfinity, track),
            before < start
        else { return false }
        _ = try pictures(from: before, until: end)
        let first = try decode()
        // The one before may be damaged, or refer to what is not there: then this is the one that was asked for.
        if let first, first.range.start >= start { held = .success(first) }
        return true
    }

    /// The pictures of a range, by the decoder that there is. `isReverse`: they are to show from the last one on.
    func pictures(from start: CMTime, until end: CMTime, isReverse: Bool = false) throws -> TrackPictures {
        let range = CMTimeRange(start: start, end: end)
        if let pictures {
            try pictures.go(to: range, isReverse: isReverse)
            return pictures
        }
        var options = TrackPictures.Options()
        options.fillsGaps = true
        options.givesDamagedPictures = true
        (options.endsByTable, options.keepsDecoder, options.holdsLastPicture) = (true, true, true)
        options.isReverse = isReverse
        // One more than there are cores: each waits for the one before it, which refers to the same pictures.
        options.threadCount = min(SampleDecoder.threadCount(0) + 1, 16)
        let fresh = try TrackPictures(of: track, in: range, media.session, options)
        pictures = fresh
        return fresh
    }

    // MARK: Where to begin

    private func landing(_ start: PictureStart, until end: CMTime) throws -> CMTime {
        switch start {
        case .exact(let time): return time
        case .within(let time, let before, let after): return cheapest(time, before: before, after: after)
        case .step(let range, let count) where count < 0: return try stepBack(from: range.start, -count)
        case .step(let range, let count): return try stepForward(from: range, count, until: end)
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

    private func stepForward(from range: CMTimeRange, _ count: Int, until end: CMTime) throws -> CMTime {
        if let start = SyncTimes(track)?.start(ofPicture: count, from: range.start, before: end, track) { return start }
        let reader = try pictures(from: range.start, until: end)
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
        if let start = SyncTimes(track)?.start(ofPicture: -count, from: time, before: .positiveInfinity, track) {
            return start
        }
        var window = CMTime(value: 1, timescale: 2)
        while true {
            let start = CMTimeMaximum(time - window, .zero)
            let reader = try pictures(from: start, until: time)
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

extension ItemMedia {
    /// A picture of a track as others take it. `problem`: why it is not one of its own.
    func picture(
        _ frame: borrowing Frame,
        _ range: CMTimeRange,
        _ source: TrackSource,
        _ problem: (any Error)?
    ) throws -> DecodedPicture {
        let description = (pictures ?? source).description(of: source)
        return try DecodedPicture(frame, range, description, size: size, aperture, in: canvas, problem)
    }
}
