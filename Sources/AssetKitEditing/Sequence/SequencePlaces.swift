internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib

/// Where the parts of a sequence are, each with the dissolves at its ends.
struct SequencePlaces {
    private let sequence: AKSequence
    /// One for each part.
    let ranges: [CMTimeRange]
    /// How long neighbours show together at most: less than a picture less where a part ends within one.
    let dissolve: CMTime

    /// Throws where a part is shorter than the dissolves beside it.
    init(_ sequence: AKSequence, _ parts: [SequencePart]) throws {
        let wanted = sequence.dissolveDuration
        // The pictures of the edit are those of the first part that has some.
        let first = parts.firstIndex { $0.pictures != nil }
        let grid = wanted > .zero ? first.flatMap { parts[$0].grid } : nil
        // No part has room for what is longer, whose pictures would be too many to count.
        let longest = parts.reduce(CMTime.zero) { CMTimeMaximum($0, $1.range.duration) }
        let counted = grid.flatMap { wanted <= longest + $0.step ? $0 : nil }
        let lengths = [counted?.nearest(wanted), counted?.whole(wanted), wanted].compactMap { $0 }
        let fitting = lengths.first { $0 > .zero && Self.tooShort(parts, $0) == nil }
        if fitting == nil, let obstacle = Self.tooShort(parts, wanted) { throw obstacle }
        let dissolve = fitting ?? wanted
        var ranges: [CMTimeRange] = []
        // When a picture of the edit begins.
        var begin = CMTime.zero
        for (index, part) in parts.enumerated() {
            var start = ranges.last.map { $0.end - dissolve } ?? .zero
            if let grid {
                let phase = part.phase(grid)
                // So that its pictures begin when those of the edit do, and can be copied.
                if !ranges.isEmpty { start = grid.first(notBefore: start, inStepWith: begin + phase) }
                if index == first { begin = start - phase }
            }
            ranges.append(CMTimeRange(start: start, duration: part.range.duration))
        }
        (self.sequence, self.ranges, self.dissolve) = (sequence, ranges, dissolve)
    }

    /// What is wrong with the first part that is shorter than the dissolves beside it; nil where none is.
    private static func tooShort(_ parts: [SequencePart], _ dissolve: CMTime) -> AVError? {
        for (index, part) in parts.enumerated() {
            let count = (index > 0 ? 1 : 0) + (index + 1 < parts.count ? 1 : 0)
            let needed = CMTimeMultiply(dissolve, multiplier: Int32(count))
            guard part.range.duration >= needed else { return tooShort(part, count, dissolve) }
        }
        return nil
    }

    /// The end of all.
    var end: CMTime { ranges.last?.end ?? .zero }

    private static func tooShort(_ part: SequencePart, _ count: Int, _ dissolve: CMTime) -> AVError {
        let own = text(part.range.duration)
        let needed = count == 1 ? "the dissolve beside it is" : "each of the two dissolves beside it is"
        return SequencePart.failure(part.name, "it is \(own) long, and \(needed) \(text(dissolve)) long")
    }

    private static func text(_ time: CMTime) -> String { "\((time.seconds * 1000).rounded() / 1000) s" }

    // MARK: Curves

    /// How much shows and is heard of all; nothing where that is all of it. Throws where fades are longer.
    func fade(step: CMTime) throws -> RampList<Double> {
        let (fadeIn, fadeOut) = (sequence.fadeInDuration, sequence.fadeOutDuration)
        guard fadeIn > .zero || fadeOut > .zero else { return RampList() }
        guard fadeIn <= end, fadeOut <= end else {
            let asked = "cannot fade for \(Self.text(CMTimeMaximum(fadeIn, fadeOut)))"
            throw AVError(.invalidVideoComposition, "\(asked): all of it is \(Self.text(end)) long")
        }
        var (first, last) = (RampList<Double>(), RampList<Double>())
        if fadeIn > .zero { first.set(from: 0, to: 1, in: CMTimeRange(start: .zero, duration: fadeIn)) }
        if fadeOut > .zero { last.set(from: 1, to: 0, in: CMTimeRange(start: end - fadeOut, end: end)) }
        return CurveMix(curves: [first, last], step: step).product(in: CMTimeRange(start: .zero, end: end))
    }

    /// How much there is of a part beside those of its neighbours that are chosen.
    func dissolves(of index: Int, where isChosen: (Int) -> Bool) -> RampList<Double> {
        var curve = RampList<Double>()
        guard dissolve > .zero else { return curve }
        let own = ranges[index]
        if index > 0, isChosen(index - 1) {
            curve.set(from: 0, to: 1, in: CMTimeRange(start: own.start, end: ranges[index - 1].end))
        }
        if index + 1 < ranges.count, isChosen(index + 1) {
            curve.set(from: 1, to: 0, in: CMTimeRange(start: ranges[index + 1].start, end: own.end))
        }
        return curve
    }
}

extension SequencePart {
    /// How long before one of its pictures it begins, where they begin as often as those of the edit.
    fileprivate func phase(_ edit: PictureGrid) -> CMTime {
        guard let grid, grid.hasStep(edit.step) else { return .zero }
        return range.start - grid.start
    }
}
