internal import AssetKitMedia
package import AssetKitSources
internal import CMTimeLib

/// Where the timeline of pictures is cut into parts that are worked on independently. Pure.
///
/// The places follow from the asset and the range alone: not from the machine, and not from how far the work is.
enum TimelineChunks {
    // About fifteen seconds: enough pictures for an encoder to get going, few enough for several parts of most films.
    private static let shortest = CMTime(value: 10, timescale: 1)
    private static let usual = CMTime(value: 15, timescale: 1)
    private static let longest = CMTime(value: 20, timescale: 1)

    /// More chunks than that are no use: those of what takes longer than 17 hours are longer.
    private static let mostChunks: Int64 = 4096

    /// The parts of a range; one where it is shorter than 20 s. They begin at key frames, whose times are `keys` in
    /// ascending order, where there are any: decoding need not begin earlier then. Nobody looks for them in one part.
    static func chunks(of range: CMTimeRange, keys: @autoclosure () -> [CMTime]) -> [CMTimeRange] {
        guard range.duration > longest else { return [range] }
        let factor = factor(for: range.duration)
        let (least, most) = (CMTimeMultiply(shortest, multiplier: factor), CMTimeMultiply(longest, multiplier: factor))
        let middle = CMTimeMultiply(usual, multiplier: factor)
        var chunks: [CMTimeRange] = []
        var start = range.start
        var rest = keys()[...]
        while range.end - start > most {
            rest = rest.drop { $0 < start + least }
            let near = rest.prefix { $0 <= start + most }
            let wish = start + middle
            let key = near.min { distance($0, wish) < distance($1, wish) }
            let cut = key ?? wish
            chunks.append(CMTimeRange(start: start, end: cut))
            start = cut
        }
        chunks.append(CMTimeRange(start: start, end: range.end))
        return chunks
    }

    /// How many times as long as usual chunks are.
    private static func factor(for length: CMTime) -> Int32 {
        let seconds = Int64(exactly: length.seconds.rounded(.down)) ?? 0
        return Int32(clamping: 1 + seconds / (usual.value * mostChunks))
    }

    private static func distance(_ time: CMTime, _ other: CMTime) -> CMTime { CMTimeAbsoluteValue(time - other) }
}

extension TrackSource {
    /// How many parts of a second times are told in.
    var clock: CMTimeScale { max(index?.tick.denominator ?? facts.timescale, 1) }

    /// Any picture can be found without those before it, at the time that it also has when all are read: by tables, or in
    /// a container that stores when pictures are shown.
    package var isRandomlyReadable: Bool {
        if let layered {
            // A compositor of a client's own is asked in the order of time.
            return layered.compositor?.takesAnyOrder ?? true && layered.tracks.values.allSatisfy(\.isRandomlyReadable)
        }
        if let composed { return composed.sources.allSatisfy(\.isRandomlyReadable) }
        return index != nil || containerTraits.habits.contains(.storesPresentationTimes)
    }
}
