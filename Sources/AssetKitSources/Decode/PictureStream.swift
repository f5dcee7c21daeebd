internal import AssetKitBase
package import AssetKitFFmpeg
package import CMTimeLib

/// The pictures of a track over a range of the asset's timeline, through its edits, each with the time that it is shown.
/// Not Sendable: one stage owns it.
package final class PictureStream {
    /// Up to here it is cheaper to decode what is not wanted than to seek, where samples are not listed.
    private static let patience = CMTime(value: 1, timescale: 1)

    private let decoder: PictureTrackDecoder
    private var stretches: ArraySlice<MediaStretch>
    private var current: MediaStretch?
    private var startsAtBeginning: Bool
    /// Where the container lists the samples, it tells how long a picture is shown: none behind it is decoded for that.
    private let endsByTable: Bool
    private var hasStarted = false
    /// The picture that may be shown next, and the one behind it, which tells how long it is shown.
    private let held = Frame()
    private var heldTicks: Int64?
    private let following = Frame()
    private var followingTicks: Int64?
    private var isAtEnd = false
    /// How long the picture before was shown, for one whose duration is not known.
    private var lastStep: Int64 = 0

    /// `startsAtBeginning`: the decoder stands where the first stretch begins, or before.
    package init(
        _ decoder: PictureTrackDecoder,
        _ stretches: [MediaStretch],
        startsAtBeginning: Bool,
        endsByTable: Bool = false
    ) {
        self.decoder = decoder
        self.stretches = stretches[...]
        self.startsAtBeginning = startsAtBeginning
        self.endsByTable = endsByTable && decoder.reader.listed != nil
    }

    /// Its file could not be read on once, so nobody knows where reading stands.
    var hasFailed: Bool { decoder.reader.hasFailed }

    /// Goes to other stretches: on from where it is, where that is the shortest way. `givesDamagedPictures`: where it goes
    /// another way, also those that refer to pictures the decoder never saw.
    func restart(_ stretches: [MediaStretch], _ givesDamagedPictures: Bool) {
        self.stretches = stretches[...]
        (current, startsAtBeginning) = (nil, false)
        decoder.givesDamagedPictures = givesDamagedPictures
        decoder.forgetErrors()
    }

    /// Fills the slot with the next picture and says when it is shown; nil at the end.
    package func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        while true {
            guard let stretch = current else {
                guard try begin() else { return nil }
                continue
            }
            guard try fill(), let heldTicks else {
                current = nil
                continue
            }
            let shown = tick.time(heldTicks)
            let end = try end(of: heldTicks)
            let source = stretch.source
            if end <= source.start {
                if isLast { current = nil }
                advance()
            } else if stretch.isHeld ? shown > source.start : shown >= source.end {
                current = nil
            } else {
                let range = target(from: shown, to: end, in: stretch)
                let isOver = stretch.isHeld || end >= source.end || isLast
                if isOver { current = nil }
                try give(to: frame, keeps: isOver)
                if range.duration > .zero { return range }
            }
        }
    }

    private var tick: TickLength { decoder.reader.tick }

    /// Nothing comes behind the held picture.
    private var isLast: Bool { isAtEnd && followingTicks == nil }

    /// What of a stretch's target a picture is shown for.
    private func target(from shown: CMTime, to end: CMTime, in stretch: MediaStretch) -> CMTimeRange {
        guard !stretch.isHeld else { return stretch.target }
        let start = CMTimeMaximum(stretch.assetTime(of: shown), stretch.target.start)
        let finish = CMTimeMinimum(stretch.assetTime(of: end), stretch.target.end)
        return CMTimeRange(start: tick.exact(start), duration: tick.exact(finish - start))
    }

    /// Hands the held picture over; it stays held where the next stretch may show it too.
    private func give(to frame: borrowing Frame, keeps: Bool) throws {
        if keeps {
            try frame.share(held)
        } else {
            frame.take(from: held)
            advance()
        }
    }

    private func advance() {
        if let heldTicks, let followingTicks { lastStep = followingTicks.subtractingClamped(heldTicks) }
        held.take(from: following)
        (heldTicks, followingTicks) = (followingTicks, nil)
    }

    /// Decodes until there is a picture, and the one behind it where there is one.
    private func fill() throws -> Bool {
        if heldTicks == nil, !isAtEnd {
            heldTicks = try decoder.next(into: held)
            isAtEnd = heldTicks == nil
        }
        if followingTicks == nil, !isAtEnd, !endsByTable {
            followingTicks = try decoder.next(into: following)
            isAtEnd = followingTicks == nil
        }
        return heldTicks != nil
    }

    /// A picture is shown until the next one is; the last one as long as its sample says.
    private func end(of ticks: Int64) throws -> CMTime {
        if let followingTicks { return tick.time(followingTicks) }
        var length = held.durationTicks
        if let index = decoder.reader.listed?.index, let sample = index.index(presentedAt: ticks) {
            if let next = index.ticks(behind: sample), next > ticks, !isAtEnd { return tick.time(next) }
            length = index[sample].durationTicks
        }
        return tick.time(ticks.addingClamped(length > 0 ? length : max(1, lastStep)))
    }

    /// Goes to the next stretch; false where there is none.
    private func begin() throws -> Bool {
        guard let stretch = stretches.popFirst() else { return false }
        current = stretch
        let start = stretch.source.start
        if goesOn(to: start) {
            if let ticks = tick.ticks(at: start) { decoder.goOn(to: ticks) }
        } else {
            held.clear()
            following.clear()
            (heldTicks, followingTicks, isAtEnd) = (nil, nil, false)
            try decoder.seek(to: start)
        }
        hasStarted = true
        return true
    }

    /// Decoding on leads to the stretch, and no key frame in between would be a shorter way.
    private func goesOn(to start: CMTime) -> Bool {
        guard hasStarted else { return startsAtBeginning }
        guard let ticks = tick.ticks(at: start), leads(to: ticks) else { return false }
        if heldTicks != nil, let followingTicks, ticks < followingTicks { return true }
        guard let listed = decoder.reader.listed else { return isNear(ticks) }
        return listed.index.decodingStart(forSampleShownAt: ticks) <= listed.position
    }

    /// Nobody knows where the next key frame is, but so far decoding is cheaper than looking for it.
    private func isNear(_ ticks: Int64) -> Bool {
        guard let place = heldTicks ?? decoder.last else { return false }
        return tick.time(ticks.subtractingClamped(place)) <= Self.patience
    }

    /// The picture that shows then is held, or comes later.
    private func leads(to ticks: Int64) -> Bool {
        if let heldTicks { return heldTicks <= ticks }
        guard !isAtEnd, let last = decoder.last, let start = decoder.start(ofPictureAt: ticks) else { return false }
        return last < start
    }
}
