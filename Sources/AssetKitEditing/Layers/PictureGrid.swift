internal import AssetKitAssets
internal import AssetKitCore
internal import CMTimeLib

/// When the pictures of a track begin that all show for as long: with multiples of a step, counted from a time.
struct PictureGrid {
    let start: CMTime
    let step: CMTime
    /// The track counts its time in so many units a second that none of the times has to be rounded.
    let isExact: Bool

    /// nil where pictures do not all show for as long.
    init?(_ track: AVAssetTrack) async throws {
        let (range, shortest, rate, timescale) = try await track.load(
            .timeRange,
            .minFrameDuration,
            .nominalFrameRate,
            .naturalTimeScale
        )
        // Transport streams do not say how long pictures show, but how many there are in a second.
        let isKnown = shortest.isNumeric && shortest > .zero
        let step = try await isKnown ? shortest : track.usualFrameDuration()
        guard range.start.isNumeric, abs(step.seconds * Double(rate) - 1) < 0.01 else { return nil }
        (start, self.step) = (range.start, step)
        isExact = Int128(step.value) * Int128(timescale) % Int128(step.timescale) == 0
    }

    /// Its step is another one, or so near to it that neither would have other pictures: containers round to the nanosecond.
    func hasStep(_ other: CMTime) -> Bool { abs((step - other).seconds) < 1e-8 }

    /// A time is whole pictures away from zero.
    func counts(_ time: CMTime) -> Bool { first(notBefore: time, inStepWith: .zero) == time }

    /// The whole pictures that come nearest to a length, but one at least.
    func nearest(_ length: CMTime) -> CMTime {
        multiple(max(Self.count(of: step + step, in: length + length + step), 1))
    }

    /// The whole pictures that there are in a length.
    func whole(_ length: CMTime) -> CMTime { multiple(Self.count(of: step, in: length)) }

    /// The first time from a time on that is whole pictures away from another.
    func first(notBefore time: CMTime, inStepWith other: CMTime) -> CMTime {
        let last = other + multiple(Self.count(of: step, in: time - other))
        return last < time ? last + step : last
    }

    private func multiple(_ count: Int64) -> CMTime { CMTime(value: count * step.value, timescale: step.timescale) }

    /// How many whole steps there are in a time; fewer than none before zero.
    private static func count(of step: CMTime, in time: CMTime) -> Int64 {
        let part = Int128(step.value) * Int128(time.timescale)
        return Int64(clamping: (Int128(time.value) * Int128(step.timescale)).floorDivided(by: part))
    }
}
