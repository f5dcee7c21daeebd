internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension LoadedSource.Track {
    /// How long a packet of sound is once it is decoded, whatever its file says of the last one; 0 where they differ.
    fileprivate var packetTicks: Int64 {
        guard let audio = facts.audio, audio.framesPerPacket > 0, audio.sampleRate >= 1, !facts.isPlainSound,
            // These may have a last packet that really is shorter.
            !facts.traits.habits.contains(.endsShort)
        else { return 0 }
        let length = CMTime(value: Int64(audio.framesPerPacket), timescale: CMTimeScale(audio.sampleRate))
        return index.tick.ticks(at: length) ?? 0
    }
}

/// Where the samples of one track of the new file have got to. Pure.
struct CopyPlacement {
    /// The times of a piece's samples as they are stored.
    struct Times: Sendable, Hashable {
        /// When the first one is shown, and when the last one has been.
        var start: CMTime
        var end: CMTime
        /// When the last one begins to be shown, and the one before; nil where there is none.
        var lastStart: CMTime
        let previousStart: CMTime?
        private let lastDecode: CMTime
        /// When all of them have been decoded.
        var decodeEnd: CMTime
        /// How long before it is shown the first one is decoded, and how long before all have been shown the last one is.
        /// These differ where pictures behind the first one are left out, which are shown before it.
        var delay: CMTime
        var lastDelay: CMTime { CMTimeMaximum(.zero, end - lastDecode) }

        init(_ samples: [Range<Int>], of track: LoadedSource.Track) {
            let index = track.index
            // Only codecs' reordering is between the order of samples and that of times.
            let limit = StretchCutter.reorderingLimit
            let table = index.table
            let head = samples.joined().prefix(limit)
            let tail = samples.flatMap { $0.suffix(limit) }.suffix(limit)
            let first = head.map { table.presentationTicks(of: $0) }.min() ?? 0
            let shortened = index.tick.ticks(at: track.shortenedAtEnd) ?? 0
            let packetTicks = track.packetTicks
            func length(_ sample: Int) -> Int64 {
                let hidden = sample == index.count - 1 ? shortened : 0
                return max(0, table.durationTicks(of: sample).addingClamped(hidden), packetTicks)
            }
            let last = tail.map { table.presentationTicks(of: $0).addingClamped(length($0)) }.max()
            let decode = head.first.map { table.decodeTicks(of: $0) } ?? first
            let lastDecode = tail.last.map { table.decodeTicks(of: $0) } ?? decode
            let decodeEnd = tail.last.map { table.decodeTicks(of: $0).addingClamped(length($0)) }
            start = index.tick.time(first)
            end = index.tick.time(last ?? first)
            let shown = tail.map { table.presentationTicks(of: $0) }
            let lastShown = shown.max() ?? first
            lastStart = index.tick.time(lastShown)
            previousStart = shown.filter { $0 < lastShown }.max().map { index.tick.time($0) }
            self.lastDecode = index.tick.time(lastDecode)
            self.decodeEnd = index.tick.time(decodeEnd ?? decode)
            delay = CMTimeMaximum(.zero, index.tick.time(first.subtractingClamped(decode)))
        }

        /// Of uncompressed sound only these frames are written: what its packets have around them takes no time.
        mutating func limit(to frames: Range<Int64>, of track: LoadedSource.Track) {
            guard let rate = track.facts.audio?.sampleRate, rate >= 1, rate < 1e9 else { return }
            func time(_ frame: Int64) -> CMTime { CMTime(value: frame, timescale: CMTimeScale(rate)) }
            start = CMTimeMaximum(start, time(frames.lowerBound))
            // Up to the end there is none that says how many.
            guard frames.upperBound < .max else { return }
            end = CMTimeMinimum(end, time(frames.upperBound))
            decodeEnd = CMTimeMinimum(decodeEnd, end)
        }
    }

    /// Ticks of a second of the new track.
    let timescale: CMTimeScale
    /// The longest of all pieces' delays: every one gets the same, so that samples are decoded in one rhythm.
    let delay: CMTime
    /// For how long a picture shows at least that says by its own time when it does; nil for what has edits, and for sound.
    let shortest: CMTime?
    /// How much earlier than the common rhythm wants each of the next pieces is decoded; empty for not at all.
    var ahead: ArraySlice<CMTime> = []
    private var advance = CMTime.zero
    private(set) var edits: [CMTimeMapping] = []
    private var end: CMTime?
    private var decodeEnd = CMTime.zero

    init(timescale: CMTimeScale, delay: CMTime, shortest: CMTime? = nil) {
        (self.timescale, self.delay, self.shortest) = (timescale, delay, shortest)
    }

    /// Where a piece goes in a file with edits: behind all that is there, whatever is hidden of it. The edits present its
    /// cuts `lead` later than the asset does. `keepsTime`: the first piece stands when it is presented, as nothing says
    /// so afterwards. `holds`: what was shown last stays until they begin.
    mutating func place(
        _ cuts: [CopiedStretch],
        _ times: Times,
        lead: CMTime,
        keepsTime: Bool = false,
        holds: Bool = false
    ) -> (shift: CMTime, decodeShift: CMTime) {
        let targets = cuts.map { Self.target(of: $0, lead) }
        if holds, let first = targets.first { hold(until: first.start) }
        let shift: CMTime
        if let end {
            let start = CMTimeMaximum(end, decodeEnd + delay)
            shift = (start - times.start).convertScale(timescale, method: .roundTowardPositiveInfinity)
        } else {
            // What is presented first is zero of the new media.
            let zero = keepsTime ? targets.first?.start ?? .zero : .zero
            shift = zero - (cuts.first?.source.start ?? times.start)
        }
        for (cut, target) in zip(cuts, targets) {
            let source = CMTimeRange(start: cut.source.start + shift, duration: cut.source.duration)
            endLast(by: target.start)
            edits.append(CMTimeMapping(source: source, target: target))
        }
        return settle(shift, times)
    }

    /// When a cut is presented. Sound begins with the nearest whole sample, which may be a moment before the first picture, and
    /// a file has nothing before zero.
    private static func target(of cut: CopiedStretch, _ lead: CMTime) -> CMTimeRange {
        CMTimeRange(start: CMTimeMaximum(.zero, cut.target.start + lead), duration: cut.target.duration)
    }

    /// Sound ends with a whole sample, which may be over a little later than the next clip begins.
    private mutating func endLast(by time: CMTime) {
        guard let last = edits.last, last.source.duration == last.target.duration, last.target.start < time,
            last.target.end > time
        else { return }
        let length = time - last.target.start
        edits[edits.count - 1] = CMTimeMapping(
            source: CMTimeRange(start: last.source.start, duration: length),
            target: CMTimeRange(start: last.target.start, duration: length)
        )
    }

    /// Players of FFmpeg's show the very first picture in a gap between edits.
    private mutating func hold(until time: CMTime) {
        guard let last = edits.last, last.source.duration == last.target.duration, last.target.end < time else {
            return
        }
        let longer = time - last.target.end
        let source = CMTimeRange(start: last.source.start, duration: last.source.duration + longer)
        let target = CMTimeRange(start: last.target.start, duration: last.target.duration + longer)
        edits[edits.count - 1] = CMTimeMapping(source: source, target: target)
        end = end.map { CMTimeMaximum($0, source.end) }
    }

    /// Where a piece goes in a file without edits: at the time when it is presented, or behind what is there.
    mutating func place(_ cut: CopiedStretch, _ times: Times, at time: CMTime) -> (shift: CMTime, decodeShift: CMTime) {
        let start = end.map { CMTimeMaximum(time, $0 + (cut.source.start - times.start)) } ?? time
        advance = ahead.popFirst() ?? .zero
        let (shift, decodeShift) = settle(start - cut.source.start, times)
        return shortest == nil ? (shift, decodeShift) : (rounded(shift), rounded(decodeShift))
    }

    /// What pictures take of a file without edits: the last one shows until the cut ends, and for `shortest` at least. For that
    /// it begins a moment earlier where the one before can spare it, so that clips do not move each other; otherwise it ends
    /// later.
    func limited(_ times: Times, to cut: CopiedStretch) -> Times {
        // A group that lacks its beginning is copied with what shows behind the end: the next clip begins behind that.
        guard let shortest, cut.source.end.isNumeric, times.lastStart < cut.source.end else { return times }
        var times = times
        times.end = CMTimeMinimum(CMTimeMaximum(times.end, times.lastStart + shortest), cut.source.end)
        guard times.end - times.lastStart < shortest else { return times }
        let earlier = (times.end - shortest).convertScale(timescale, method: .roundTowardNegativeInfinity)
        if let previous = times.previousStart, earlier - previous >= shortest {
            times.lastStart = earlier
        } else {
            times.end = times.lastStart + shortest
        }
        return times
    }

    /// The nearest tick of the track. Halves become the later one on both sides of zero, so that pictures which are a tick
    /// apart stay so; where the next piece has to begin is known without the rounding, so that nothing adds up.
    private func rounded(_ shift: CMTime) -> CMTime {
        let earlier = shift.convertScale(timescale, method: .roundTowardNegativeInfinity)
        let (rest, tick) = (shift - earlier, CMTime(value: 1, timescale: timescale))
        return rest + rest < tick ? earlier : earlier + tick
    }

    /// How much earlier than the common rhythm wants each piece is decoded, where every one begins as soon as the one
    /// before it has been shown: its last sample has to be decoded before the first one of the next.
    func advances(_ list: [Times]) -> [CMTime] {
        let tick = shortest ?? CMTime(value: 1, timescale: timescale)
        var needed = CMTime.zero
        let reversed = list.reversed().map { times -> CMTime in
            let usual = delay - times.delay
            let advance = CMTimeMaximum(.zero, needed - times.lastDelay - usual)
            needed = delay + advance + tick
            return advance
        }
        return reversed.reversed()
    }

    /// When the last sample has been presented.
    var presentedEnd: CMTime? { end }

    private mutating func settle(_ shift: CMTime, _ times: Times) -> (shift: CMTime, decodeShift: CMTime) {
        let decodeShift = shift - (delay - times.delay + advance)
        end = CMTimeMaximum(end ?? .negativeInfinity, times.end + shift)
        decodeEnd = times.decodeEnd + decodeShift
        return (shift, decodeShift)
    }

    /// Whether samples that begin when they are presented say all that edits do, but for what is hidden at the ends.
    /// `begin`: when the first sample shows; before a late beginning nothing can be hidden.
    func isOneStretch(from begin: CMTime) -> Bool {
        let edits = merged
        guard edits.count == 1, let edit = edits.first else { return edits.isEmpty }
        guard edit.source.duration == edit.target.duration else { return false }
        return edit.target.start <= .zero || begin >= edit.target.start
    }

    /// The edits, or nil where samples say by their own times all that edits would. `merges`: they are as few as they can
    /// be. `times`: the times of the samples, where all of them are one piece.
    func neededEdits(shift: CMTime, merges: Bool, times: () -> Times?) -> [CMTimeMapping]? {
        let edits = merges ? merged : self.edits
        guard edits.count == 1, let edit = edits.first, let times = times() else { return edits }
        let isPlain = edit.source == edit.target && edit.source.start == .zero
        let isAll = times.start + shift == .zero && times.end + shift == edit.source.end
        return isPlain && isAll ? nil : edits
    }

    /// What goes on where the edit before it ends is one with it.
    private var merged: [CMTimeMapping] {
        edits.reduce(into: []) { merged, edit in
            guard let last = merged.last, last.source.end == edit.source.start, last.target.end == edit.target.start,
                last.source.duration == last.target.duration, edit.source.duration == edit.target.duration
            else { return merged.append(edit) }
            merged[merged.count - 1] = CMTimeMapping(
                source: CMTimeRange(start: last.source.start, end: edit.source.end),
                target: CMTimeRange(start: last.target.start, end: edit.target.end)
            )
        }
    }
}

extension CMTimeScale {
    /// The least number that both divide; the first one where that is too large for a timescale.
    func leastCommonMultiple(_ other: CMTimeScale) -> CMTimeScale {
        var (left, right) = (Int64(self), Int64(other))
        while right != 0 { (left, right) = (right, left % right) }
        guard left > 0 else { return self }
        return CMTimeScale(exactly: Int64(self) / left * Int64(other)) ?? self
    }
}
