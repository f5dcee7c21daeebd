/// Finds the samples for pictures asked for by time in a container without tables: by seeking to a key picture and
/// reading on until it is sure which sample is shown. Reading is cheap beside decoding.
final class DemuxedStillPlan {
    /// More compressed samples than this are not kept for one picture.
    private static let byteLimit = 512 << 20
    /// Up to so many seconds ahead, reading on is as quick as seeking.
    private static let readingAhead: Int64 = 2

    private let reader: DemuxedSampleReader
    private let timeline: ShownTimeline
    private var requests: ArraySlice<StillRequest>
    /// The samples read from the last key picture on.
    private var packets: [StoredPacket] = []
    private var byteCount = 0
    private var isAtEnd = false
    /// What is wanted of `packets`.
    private var open: [Int64: [StillDelivery]] = [:]
    /// The requests for which there is no picture, with the reason where there is one.
    private(set) var unanswered: [(number: Int, cause: (any Error)?)] = []

    init(_ requests: [StillRequest], _ reader: DemuxedSampleReader, _ timeline: ShownTimeline) {
        (self.reader, self.timeline) = (reader, timeline)
        self.requests = requests.sorted { $0.time < $1.time }[...]
    }

    /// The next group of samples with what is wanted of it; nil when there is nothing left to do.
    func next() throws -> StillJob? {
        while let request = requests.first {
            let before = packets
            let hadKey = key(of: packets)
            guard let found = try answer(to: request) else {
                requests.removeFirst()
                // What was collected for pictures before this one may be incomplete now.
                guard !open.isEmpty, hadKey != key(of: packets) else { continue }
                return job(before)
            }
            let isSameGroup = open.isEmpty || hadKey == key(of: packets)
            let finished = isSameGroup ? nil : job(before)
            requests.removeFirst()
            let time = reader.tick.time(found.ticks)
            let delivery = StillDelivery(
                number: request.number,
                actualTime: ShownTimeline.assetTime(of: time, in: found.stretch)
            )
            open[found.ticks, default: []].append(delivery)
            if let finished { return finished }
        }
        return open.isEmpty ? nil : job(packets)
    }

    /// What a request is answered with. Media that cannot be read fails the requests that need it, and no others.
    private func answer(to request: StillRequest) throws -> Found? {
        do {
            if let found = try find(request) { return found }
            unanswered.append((request.number, nil))
        } catch let error where !(error is CancellationError) {
            unanswered.append((request.number, error))
        }
        return nil
    }

    private func job(_ packets: [StoredPacket]) -> StillJob {
        defer { open = [:] }
        return StillJob(Self.needed(packets, for: Set(open.keys)), reader.parameters, open)
    }

    /// The samples up to the last wanted one.
    private static func needed(_ packets: [StoredPacket], for wanted: Set<Int64>) -> [StoredPacket] {
        let last = packets.lastIndex { ticks(of: $0).map(wanted.contains) ?? false }
        return last.map { Array(packets[...$0]) } ?? packets
    }

    private static func ticks(of stored: StoredPacket) -> Int64? {
        stored.packet.presentationTicks ?? stored.packet.decodeTicks
    }

    private func key(of packets: [StoredPacket]) -> Int64? { packets.first.flatMap(Self.ticks) }

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
        try collect(upTo: ticks)
        guard let shown = shown(at: ticks), let key = key(of: packets) else { return nil }
        let isExact = request.toleranceBefore <= .zero && request.toleranceAfter <= .zero
        if isExact || key == shown { return (shown, stretch) }
        if accepts(request, (key, stretch)) { return (key, stretch) }
        return (firstAccepted(request, upTo: shown, in: stretch) ?? shown, stretch)
    }

    /// The first picture within the tolerance, which takes the least decoding.
    private func firstAccepted(_ request: StillRequest, upTo shown: Int64, in stretch: CMTimeMapping) -> Int64? {
        packets.compactMap(Self.ticks).filter { $0 <= shown && accepts(request, ($0, stretch)) }.min()
    }

    /// When the picture is shown that is on the screen at `ticks`; before the first one, when that is.
    private func shown(at ticks: Int64) -> Int64? {
        packets.compactMap(Self.ticks).filter { $0 <= ticks }.max() ?? key(of: packets)
    }

    // MARK: Reading

    /// Sees to it that `packets` begins with the last key picture shown at `ticks` or before, and goes on until no
    /// sample behind can be shown at `ticks` or before.
    private func collect(upTo ticks: Int64) throws {
        if !isWithinReach(ticks) {
            drop()
            try reader.seek(to: ticks)
        }
        let packet = Packet()
        while !isPast(ticks), !isAtEnd {
            guard try reader.read(into: packet) else {
                isAtEnd = true
                break
            }
            let stored = StoredPacket(takingFrom: packet)
            if stored.packet.isKey, let shown = Self.ticks(of: stored), shown <= ticks { drop() }
            guard !packets.isEmpty || stored.packet.isKey else { continue }
            packets.append(stored)
            byteCount += stored.packet.byteCount
            guard byteCount <= Self.byteLimit else {
                let reason = "its key pictures are more than \(Self.byteLimit >> 20) MiB apart"
                throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
            }
        }
    }

    private func drop() { (packets, byteCount, isAtEnd) = ([], 0, false) }

    /// What has been read begins at or before `ticks` and ends not long before it.
    private func isWithinReach(_ ticks: Int64) -> Bool {
        guard let key = key(of: packets), key <= ticks, let last = packets.last.flatMap(Self.ticks) else {
            return false
        }
        let second = max(1, Int64(reader.tick.denominator) / Int64(reader.tick.numerator))
        return isAtEnd || ticks <= last.addingClamped(Self.readingAhead * second)
    }

    /// A sample has been read that is decoded behind `ticks`: all that follow are shown later still. Where the container
    /// does not say when samples are decoded, so many in a row have to be shown later as can be stored out of order.
    private func isPast(_ ticks: Int64) -> Bool {
        guard let last = packets.last else { return false }
        if reader.hasDecodeTimes, let decoded = last.packet.decodeTicks { return decoded > ticks }
        let later = packets.reversed().prefix { (Self.ticks(of: $0) ?? .min) > ticks }
        return later.count > reader.reorderingDepth
    }
}
