internal import AssetKitSinks
internal import CMTimeLib

/// When the samples of several parts, one behind the other, are decoded: without a seam. Plain state.
///
/// Each part's encoder lets decoding begin a little before its first picture, where the part before still decodes. So the
/// times of decoding are worked out anew: those of presentation in ascending order, later by as many pictures as the first
/// part's encoder reorders.
struct DecodeOrder {
    private var first: CMTime?
    /// How many samples are decoded before the first picture is shown.
    private var delay = 0
    private var isSettled = false
    /// How many samples are to be decoded before the first picture is shown; nil for as many as the first part's encoder
    /// wants.
    private let wantedDelay: Int?
    private var count = 0
    /// Times of presentation that no sample has been decoded at, in ascending order.
    private var pending: [CMTime] = []
    private var last: CMTime?

    init(delay: Int? = nil) { wantedDelay = delay }

    /// The sample, with its time of decoding.
    mutating func place(_ sample: SinkSample) -> SinkSample {
        var sample = sample
        let first = first ?? sample.presentationTime
        self.first = first
        defer { count += 1 }
        let index = pending.firstIndex { $0 > sample.presentationTime } ?? pending.endIndex
        pending.insert(sample.presentationTime, at: index)
        if let wantedDelay, count < wantedDelay {
            let step = max(sample.duration.convertScale(first.timescale, method: .roundTowardZero).value, 1)
            sample.decodeTime = CMTime(
                value: first.value - step * Int64(wantedDelay - count),
                timescale: first.timescale
            )
        } else if wantedDelay == nil, !isSettled, sample.decodeTime < first {
            delay += 1
        } else {
            isSettled = true
            sample.decodeTime = CMTimeMinimum(pending.removeFirst(), sample.presentationTime)
        }
        if let last, sample.decodeTime <= last {
            sample.decodeTime = CMTime(value: last.value + 1, timescale: last.timescale)
        }
        last = sample.decodeTime
        return sample
    }
}
