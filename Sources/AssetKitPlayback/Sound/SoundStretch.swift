internal import AssetKitTimePitch
internal import CMTimeLib

/// Frames for the target that stand for sound of one item, or whatever else it is of, at one speed. A plain value.
struct SoundStretch<Owner: AnyObject> {
    let item: Owner
    /// Which of the item's seeks it belongs to.
    let generation: Int
    let speed: Speed
    /// The first frame, as the ring counts.
    let start: Int64
    var count: Int
    /// The frame of the item that the first one stands for, at the target's rate, and how many follow.
    let source: Int64
    var sourceCount: Int64

    var end: Int64 { start + Int64(count) }

    /// It goes on where another one ends.
    func continues(_ other: SoundStretch) -> Bool {
        item === other.item && generation == other.generation && speed == other.speed && start == other.end
            && source == other.source + other.sourceCount
    }

    /// The item's time when a frame is heard.
    func itemTime(of frame: Int64, rate: Int) -> CMTime {
        let timescale = CMTimeScale(rate)
        let begin = CMTime(value: source, timescale: timescale)
        if count == sourceCount { return begin + CMTime(value: frame - start, timescale: timescale) }
        guard count > 0,
            let ahead = Rational128(Int128(frame - start) * Int128(sourceCount), Int128(count) * Int128(rate)),
            let sum = begin.exactSeconds?.adding(ahead)
        else { return begin }
        return CMTime(exactly: sum) ?? CMTime(sum, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero)
    }

    /// The frame at which the item has a time: the nearest one.
    func frame(at time: CMTime, rate: Int) -> Int64 {
        let ahead = time.convertScale(CMTimeScale(rate), method: .roundHalfAwayFromZero).value - source
        guard count != sourceCount, sourceCount > 0 else { return start + ahead }
        return start + Int64(clamping: Int128(ahead) * Int128(count) / Int128(sourceCount))
    }
}
