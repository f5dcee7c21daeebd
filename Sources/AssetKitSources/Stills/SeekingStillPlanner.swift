internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Finds the samples for pictures asked for by time in a container without tables: by seeking to a key frame and
/// reading on until it is sure which sample is shown. Reading is cheap beside decoding.
final class SeekingStillPlanner {
    /// The samples of one GOP, and what is wanted of them.
    private struct Batch {
        let key: Int64
        var packets: [StoredPacket] = []
        var deliveries: [Int64: [StillDelivery]] = [:]
        var neighbours: [Int64: PictureNeighbours] = [:]
        var startsWithGroupBefore = false
    }

    private let reader: any SampleReading
    private let window: StillPacketWindow
    private let timeline: ShownTimeline
    private let takesNeighbours: Bool
    private var requests: ArraySlice<StillRequest>
    private var batch: Batch?
    /// The requests for which there is no picture, with the reason where there is one.
    private(set) var unanswered: [(number: Int, cause: (any Error)?)] = []

    /// `takesNeighbours`: pictures are interlaced, and come out better with those before and behind them.
    init(
        _ requests: [StillRequest],
        _ reader: any SampleReading,
        _ timeline: ShownTimeline,
        takesNeighbours: Bool = false
    ) {
        (self.reader, self.timeline, self.takesNeighbours) = (reader, timeline, takesNeighbours)
        window = StillPacketWindow(reader, keepsGroupBefore: takesNeighbours)
        self.requests = requests.sorted { $0.time < $1.time }[...]
    }

    /// The next GOP with what is wanted of it; nil when there is nothing left to do.
    func next() throws -> StillJob? {
        while let request = requests.first {
            let found = try answer(to: request)
            requests.removeFirst()
            guard let found, let key = window.key else { continue }
            let finished = batch.flatMap { $0.key == key ? nil : $0 }
            var batch = finished == nil ? batch ?? Batch(key: key) : Batch(key: key)
            add(found, request, to: &batch)
            self.batch = batch
            if let finished { return job(finished) }
        }
        defer { batch = nil }
        return batch.map(job)
    }

    /// What a request is answered with. Media that cannot be read fails the requests that need it, and no others.
    private func answer(to request: StillRequest) throws -> Found? {
        do {
            if let found = try find(request) {
                if takesNeighbours { try window.look(around: found.ticks, needsGroupBefore: request.isExact) }
                return found
            }
            unanswered.append((request.number, nil))
        } catch let error where !(error is CancellationError) {
            unanswered.append((request.number, error))
        }
        return nil
    }

    private func add(_ found: Found, _ request: StillRequest, to batch: inout Batch) {
        let time = ShownTimeline.assetTime(of: reader.tick.time(found.ticks), in: found.stretch)
        batch.deliveries[found.ticks, default: []].append(StillDelivery(number: request.number, actualTime: time))
        if takesNeighbours, let around = window.neighbours(of: found.ticks, withGroupBefore: request.isExact) {
            batch.neighbours[found.ticks] = around
            batch.startsWithGroupBefore = batch.startsWithGroupBefore || around.previous < batch.key
        }
        batch.packets = window.packets(withGroupBefore: batch.startsWithGroupBefore)
    }

    private func job(_ batch: Batch) -> StillJob {
        let wanted = Set(batch.deliveries.keys).union(batch.neighbours.values.flatMap(\.ticks))
        // The samples up to the last one that is needed.
        let last = batch.packets.lastIndex { $0.shownTicks.map(wanted.contains) ?? false }
        let packets = last.map { Array(batch.packets[...$0]) } ?? batch.packets
        return StillJob(packets, reader.parameters, batch.deliveries, batch.neighbours)
    }

    // MARK: Finding

    private typealias Found = (ticks: Int64, stretch: CMTimeMapping)

    private func find(_ request: StillRequest) throws -> Found? {
        guard request.time.isValid, !request.time.isIndefinite, let place = timeline.place(of: request.time) else {
            return nil
        }
        switch place {
        case .before(let stretch): return try find(request, at: stretch.source.start, in: stretch)
        case .shown(let stretch):
            return try find(request, at: ShownTimeline.mediaTime(at: request.time, in: stretch), in: stretch)
        case .behind(let stretch, let isEnd):
            guard let found = try find(request, at: Self.lastMoment(of: stretch), in: stretch) else { return nil }
            return isEnd || accepts(request, found) ? found : nil
        case .gap(let earlier, let later):
            let last = try find(request, at: Self.lastMoment(of: earlier), in: earlier)
            if let last, accepts(request, last) { return last }
            let first = try find(request, at: later.source.start, in: later)
            return first.flatMap { accepts(request, $0) ? $0 : nil }
        }
    }

    private func accepts(_ request: StillRequest, _ found: Found) -> Bool {
        request.accepts(ShownTimeline.assetTime(of: reader.tick.time(found.ticks), in: found.stretch))
    }

    private static func lastMoment(of stretch: CMTimeMapping) -> CMTime {
        guard stretch.source.duration.isNumeric else { return .positiveInfinity }
        guard stretch.source.duration.value > 0 else { return stretch.source.start }
        return stretch.source.end - CMTime(value: 1, timescale: 1_000_000_000)
    }

    private func find(_ request: StillRequest, at media: CMTime, in stretch: CMTimeMapping) throws -> Found? {
        // Beyond the end of everything, and still a number that seeking can work with.
        guard let ticks = reader.tick.ticks(at: media).map({ min($0, 1 << 56) }) else { return nil }
        try window.collect(upTo: ticks)
        guard let shown = window.shown(at: ticks), let key = window.key else { return nil }
        if request.isExact || key == shown { return (shown, stretch) }
        if accepts(request, (key, stretch)) { return (key, stretch) }
        return (firstAccepted(request, upTo: shown, in: stretch) ?? shown, stretch)
    }

    /// The first picture within the tolerance, which takes the least decoding.
    private func firstAccepted(_ request: StillRequest, upTo shown: Int64, in stretch: CMTimeMapping) -> Int64? {
        window.packets.compactMap(\.shownTicks).filter { $0 <= shown && accepts(request, ($0, stretch)) }.min()
    }
}
