internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

extension StretchCutter {
    /// The sound of the stretch.
    ///
    /// `hidesEnds`: what is before the wanted start and behind the end is copied as far as decoding needs it, and not
    /// presented. Otherwise it begins with the first sample that begins in the stretch and ends with the last such one.
    /// `hasEdits`: edits say what is presented.
    func sound(_ preroll: SoundPreroll, hidesEnds: Bool, hasEdits: Bool) -> CopiedStretch? {
        let wanted = stretch.isHeld ? nil : soundRange
        guard let wanted, case let bound = limit(wanted.end), var first = sample(shownAt: wanted.start, before: bound),
            var last = lastNeeded(before: bound)
        else { return nil }
        // Where no packet begins in the stretch, it has the one that is heard then.
        if !hidesEnds, tick.time(ticks(of: first)) < wanted.start, first < last { first += 1 }
        guard first <= last, first < index.count else { return nil }
        // What takes no time is not heard, but Vorbis needs it to decode what begins with it.
        while first > 0, index[first - 1].durationTicks == 0, ticks(of: first - 1) == ticks(of: first) { first -= 1 }
        let begin = tick.time(ticks(of: first))
        let whole = end(of: last, isPicture: false)
        let finish = last == index.count - 1 ? CMTimeMaximum(begin, whole - hiddenAtEnd) : whole
        guard hidesEnds else { return cut([first..<(last + 1)], from: begin, to: finish) }
        let ahead = tick.ticks(at: CMTimeMaximum(wanted.start, begin) - preroll.time) ?? .min
        let start = min(first, preroll.isPlain ? first : preroll.start(ahead, in: index))
        // FFmpeg takes the last packet of a file for as long as its edit, and drops one that would be over before that.
        if hasEdits, !preroll.isPlain, first == last, begin < wanted.start, last + 1 < index.count { last += 1 }
        return cut(
            [start..<(last + 1)],
            from: CMTimeMaximum(wanted.start, begin),
            to: CMTimeMinimum(wanted.end, finish)
        )
    }

    /// The part of the media that is wanted, in whole samples where ticks are samples.
    private var soundRange: CMTimeRange {
        let wanted = stretch.source
        let ticks = Int64(tick.denominator)
        guard tick.numerator == 1, ticks >= 8000 else { return wanted }
        // Ticks may be parts of samples.
        let isFine = soundRate.map { $0 > 0 && ticks % Int64($0) == 0 } ?? false
        let rate = isFine ? soundRate ?? tick.denominator : tick.denominator
        func nearest(_ time: CMTime) -> CMTime {
            time.isNumeric ? CMTime(value: time.nearestSample(rate: Int(rate)), timescale: rate) : time
        }
        return CMTimeRange(start: nearest(wanted.start), end: nearest(wanted.end))
    }

    /// The samples of other kinds that are to be seen in the stretch: each stands for itself.
    func others(hidesEnds: Bool) -> CopiedStretch? {
        let wanted = stretch.source
        guard !stretch.isHeld, let last = lastNeeded(before: limit(wanted.end)) else { return nil }
        let bound = limit(wanted.start)
        let shown = (0...last).first { end(of: $0, isPicture: false) > wanted.start || ticks(of: $0) >= bound }
        guard let shown else { return nil }
        let begin = CMTimeMaximum(wanted.start, tick.time(ticks(of: shown)))
        // Texts may overlap: the one that begins last need not end last.
        let finish = (shown...last).reduce(begin) { CMTimeMaximum($0, end(of: $1, isPicture: false)) }
        // A sample without a length lasts to the end.
        let isOpen = index[last].durationTicks <= 0
        let stop = CMTimeMinimum(wanted.end, isOpen ? wanted.end : finish)
        return cut([shown..<(last + 1)], from: begin, to: stop.isNumeric ? stop : CMTimeMaximum(finish, begin))
    }
}
