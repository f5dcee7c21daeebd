import AssetKit

/// Picks pictures that are worth showing.
struct PictureChooser: Sendable {
    let source: any PictureSource
    let file: FileTimes

    /// Pictures for looking at need not be large.
    private static let size = CGSize(width: 320, height: 320)
    private static let candidateCount = 16
    private static let finalistCount = 4

    // MARK: Not black

    /// The one picture that is wanted, or the first one behind it that is not black.
    func movedPastBlack(
        _ wanted: PictureSlots,
        _ window: (before: CMTime, after: CMTime)
    ) async throws -> PictureSlots {
        guard let slot = wanted.slots.first, let better = try await timeMovedPastBlack(from: slot.time, window) else {
            return wanted
        }
        return PictureSlots(slots: [PictureSlot(time: slot.time, part: slot.part, choice: better)])
    }

    /// The time of the first picture behind `time` that is not black, looked for in steps; nil where the one at `time` is
    /// good already, and where all are black.
    private func timeMovedPastBlack(from time: CMTime, _ window: (before: CMTime, after: CMTime)) async throws
        -> CMTime?
    {
        guard let step = fraction(1, of: 20) else { return nil }
        let times = (0..<18).map { time + CMTimeMultiply(step, multiplier: $0) }.filter { $0 < file.duration }
        let half = CMTimeMultiplyByRatio(step, multiplier: 1, divisor: 2)
        for candidate in times {
            // The first is the picture that would be made. Those behind it must be pictures of their own.
            let isFirst = candidate == time
            let request = PictureRequest(
                times: [candidate],
                before: isFirst ? window.before : half,
                after: isFirst ? window.after : half,
                maximumSize: Self.size
            )
            guard let picture = try await source.pictures(request).first ?? nil,
                let measure = PictureMeasure(picture.image)
            else { continue }
            if !measure.isBlack { return isFirst ? nil : picture.time }
        }
        return nil
    }

    // MARK: Representative

    /// The picture that stands best for the file. Throws where there is none.
    func representative() async throws -> PictureSlots {
        guard let time = try await representativeTime() else {
            throw WorkError(message: "none of its pictures can be decoded")
        }
        let part = CMTimeRange(start: .zero, end: CMTimeMaximum(file.duration, time))
        return PictureSlots(slots: [PictureSlot(time: time, part: part, choice: time)])
    }

    /// The time of the picture that stands best for the file; nil where there is none at all.
    ///
    /// Candidates are spread evenly over the file, from the places that are cheapest to decode. Each is judged by
    /// ``PictureMeasure/quality`` and by how alike it is to the other candidates: what shows more often represents more.
    /// The best few are then looked at between their neighbours a quarter of a second before and behind: a picture in the
    /// middle of a transition is like neither.
    func representativeTime() async throws -> CMTime? {
        let candidates = try await candidates()
        let judged = candidates.map { candidate in
            (
                candidate,
                score: candidate.measure.quality * (0.5 + 0.5 * Self.typicality(of: candidate, among: candidates))
            )
        }
        let finalists = judged.sorted { $0.score > $1.score }.prefix(Self.finalistCount)
        guard let first = finalists.first else { return nil }
        var best = (time: first.0.time, score: -1.0)
        for (candidate, score) in finalists {
            let steadiness = try await steadiness(of: candidate)
            let total = score * (0.3 + 0.7 * steadiness)
            if total > best.score { best = (candidate.time, total) }
        }
        return best.time
    }

    struct Candidate: Sendable {
        let time: CMTime
        let measure: PictureMeasure
    }

    private func candidates() async throws -> [Candidate] {
        guard let part = fraction(1, of: Int32(Self.candidateCount)),
            let half = fraction(1, of: Int32(Self.candidateCount) * 2)
        else {
            let request = PictureRequest(
                times: [.zero],
                before: .positiveInfinity,
                after: .positiveInfinity,
                maximumSize: Self.size
            )
            return Self.measured(try await source.pictures(request))
        }
        let times = (0..<Int32(Self.candidateCount)).map { half + CMTimeMultiply(part, multiplier: $0) }
        let request = PictureRequest(times: times, before: half, after: half, maximumSize: Self.size)
        return Self.measured(try await source.pictures(request))
    }

    private static func measured(_ pictures: [Picture?]) -> [Candidate] {
        var seen: Set<CMTime> = []
        return pictures.compactMap { picture in
            guard let picture, seen.insert(picture.time).inserted, let measure = PictureMeasure(picture.image) else {
                return nil
            }
            return Candidate(time: picture.time, measure: measure)
        }
    }

    /// The mean likeness to the other candidates.
    static func typicality(of candidate: Candidate, among candidates: [Candidate]) -> Double {
        let others = candidates.filter { $0.time != candidate.time }
        guard !others.isEmpty else { return 1 }
        return others.reduce(0) { $0 + candidate.measure.likeness(to: $1.measure) } / Double(others.count)
    }

    private func steadiness(of candidate: Candidate) async throws -> Double {
        let quarter = CMTime(value: 1, timescale: 4)
        let times = [candidate.time - quarter, candidate.time + quarter].filter { $0 >= .zero && $0 < file.duration }
        let pictures = try await source.pictures(.exact(times, maximumSize: Self.size))
        return Self.steadiness(
            of: candidate.measure,
            neighbours: pictures.compactMap { $0.flatMap { PictureMeasure($0.image) } }
        )
    }

    /// How calm the film is around a picture: its likeness to the neighbour that it has more in common with. A cut right
    /// before it does no harm; a fade makes both sides differ.
    static func steadiness(of measure: PictureMeasure, neighbours: [PictureMeasure]) -> Double {
        neighbours.map { measure.likeness(to: $0) }.max() ?? 1
    }

    private func fraction(_ number: Int32, of parts: Int32) -> CMTime? {
        guard file.duration.isNumeric, file.duration > .zero else { return nil }
        return CMTimeMultiplyByRatio(file.duration, multiplier: number, divisor: parts)
    }
}
