internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib

/// The black pictures of a gap in a composition. Each shows as long as the shortest one of the track, counted from where the
/// gap begins, wherever in it somebody starts. Not Sendable: one stage owns it.
final class PictureGap {
    private let range: CMTimeRange
    private let begin: CMTime
    private let step: CMTime
    private let picture: Frame
    private var number: Int64

    /// `range`: what is wanted of the gap.
    init(_ range: CMTimeRange, of track: TrackSource) throws {
        let video = track.facts.video ?? VideoFacts()
        let shortest = video.minimumFrameDuration
        step = shortest.isNumeric && shortest > .zero ? shortest : CMTime(value: 1, timescale: 30)
        let behind = track.composed?.stretches.last { $0.target.end <= range.start }
        begin = behind?.target.end ?? .zero
        self.range = range
        picture = try Frame.black(width: max(video.codedWidth, 2), height: max(video.codedHeight, 2))
        number = Int64(clamping: Self.count(of: step, in: range.start - begin))
    }

    /// Fills the slot with the next picture and says when it is shown; nil at the end.
    func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        let start = begin + Self.multiple(number, of: step)
        guard start < range.end else { return nil }
        let end = CMTimeMinimum(begin + Self.multiple(number + 1, of: step), range.end)
        number += 1
        try frame.share(picture)
        return CMTimeRange(start: CMTimeMaximum(start, range.start), end: end)
    }

    /// How many whole steps a time holds.
    private static func count(of step: CMTime, in time: CMTime) -> Int128 {
        (Int128(time.value) * Int128(step.timescale)).floorDivided(by: Int128(step.value) * Int128(time.timescale))
    }

    private static func multiple(_ count: Int64, of step: CMTime) -> CMTime {
        CMTime(value: count * step.value, timescale: step.timescale)
    }
}
