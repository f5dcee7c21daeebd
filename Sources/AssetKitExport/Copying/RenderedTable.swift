internal import AssetKitSources
internal import CMTimeLib

/// Pictures that will be made, as samples. Of those that follow each other evenly there is no list, however long they do so.
struct RenderedTable: SampleTable {
    let tick: TickLength
    let times: ShownTimes
    /// The time that is tick zero. What begins before begins with it.
    let zero: CMTime
    /// When the last one has been shown.
    let end: Int64
    let rounding: CMTimeRoundingMethod

    var count: Int { times.count }
    var decodeTimesRise: Bool { true }
    var presentationTimesRise: Bool { true }
    var largestDecodeLag: Int64 { 0 }

    subscript(index: Int) -> IndexedSample {
        let start = presentationTicks(of: index)
        let next = index + 1 < count ? presentationTicks(of: index + 1) : end
        var sample = IndexedSample(
            decodeTicks: start,
            presentationTicks: start,
            durationTicks: max(next - start, 1),
            byteCount: 1
        )
        (sample.isSync, sample.dependsOnOthers) = (true, false)
        return sample
    }

    func presentationTicks(of index: Int) -> Int64 {
        Self.ticks(times[index], from: zero, tick, rounding)
    }

    func decodeTicks(of index: Int) -> Int64 { presentationTicks(of: index) }

    func accessPoint(atOrBefore index: Int) -> Int? { index }

    /// The tick that a time comes to.
    static func ticks(
        _ time: CMTime,
        from zero: CMTime,
        _ tick: TickLength,
        _ rounding: CMTimeRoundingMethod
    ) -> Int64 {
        (CMTimeMaximum(time, zero) - zero).convertScale(tick.denominator, method: rounding).value
    }
}
