internal import AssetKitBase
package import CMTimeLib

/// The samples of one track, in decode order and in presentation order. Times are those of the media as it is stored.
///
/// What the samples are comes from a ``SampleTable``; the presentation order is made when it is first asked for.
package final class SampleIndex: Sendable {
    package let table: any SampleTable
    let trackID: Int32
    /// The track's edits, which map the media's timeline to the asset's.
    let timeline: MediaTimeline
    private let madeOrder = Lock<PresentationOrder?>(nil)
    private let foundDepth = Lock<Int?>(nil)
    private let foundLag = Lock<Int64?>(nil)

    package init(_ table: any SampleTable, trackID: Int32, segments: [CMTimeMapping]) {
        self.table = table
        self.trackID = trackID
        timeline = MediaTimeline(segments: segments, tick: table.tick)
    }

    package var count: Int { table.count }

    package var tick: TickLength { table.tick }

    /// A sample by its place in decode order.
    package subscript(index: Int) -> IndexedSample { table[index] }

    /// The samples in the order in which they are shown.
    package var order: PresentationOrder {
        madeOrder.withLock { made in
            if let made { return made }
            let order = PresentationOrder(table)
            made = order
            return order
        }
    }

    /// How many pictures a decoder has to hold back, found out once.
    var reorderingDepth: Int {
        foundDepth.withLock { found in
            let depth = found ?? table.reorderingDepth
            found = depth
            return depth
        }
    }

    /// How much later than it is shown a sample is decoded, at most, found out once; zero where none is.
    package var largestDecodeLag: CMTime {
        foundLag.withLock { found in
            let lag = found ?? table.largestDecodeLag
            found = lag
            return tick.time(lag)
        }
    }
}

// MARK: Looking samples up

extension SampleIndex {
    /// The last sample in decode order that is decoded at `ticks` or before; nil when all are decoded later.
    package func index(decodedAt ticks: Int64) -> Int? {
        guard table.decodeTimesRise else { return (0..<count).last { table.decodeTicks(of: $0) <= ticks } }
        return BinarySearch.last(in: 0..<count) { table.decodeTicks(of: $0) <= ticks }
    }

    /// The sample that shows at `ticks`: the last in presentation order that starts then or before; nil when all start
    /// later.
    package func index(presentedAt ticks: Int64) -> Int? {
        let order = order
        return BinarySearch.last(in: 0..<count) { table.presentationTicks(of: order[$0]) <= ticks }.map { order[$0] }
    }

    /// Where a sample stands in presentation order. Of samples that start together, the one decoded first comes first.
    package func rank(of index: Int) -> Int {
        let order = order
        guard !order.isDecodeOrder else { return index }
        let ticks = table.presentationTicks(of: index)
        let rank = BinarySearch.last(in: 0..<count) { rank in
            let other = order[rank]
            return (table.presentationTicks(of: other), other) <= (ticks, index)
        }
        return rank ?? 0
    }

    /// When the picture starts that is shown behind a sample; nil for the last one.
    func ticks(behind index: Int) -> Int64? {
        let rank = rank(of: index) + 1
        return rank < count ? table.presentationTicks(of: order[rank]) : nil
    }

    /// The last sample up to `index` that decoding can start with; nil when there is none.
    func accessPoint(atOrBefore index: Int) -> Int? { table.accessPoint(atOrBefore: index) }

    /// The time on the asset's timeline at which a sample is shown: negative before the start.
    package func assetTime(of index: Int) -> CMTime {
        timeline.assetTime(of: table.presentationTicks(of: index))
    }

    /// The time on the asset's timeline at which a sample is decoded.
    package func assetDecodeTime(of index: Int) -> CMTime {
        timeline.assetTime(of: table.decodeTicks(of: index), alongside: table.presentationTicks(of: index))
    }
}
