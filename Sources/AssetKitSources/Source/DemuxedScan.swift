internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Counts, durations and ends of the packets of a file, and what the first picture of each stream tells. Nothing is
/// decoded.
struct DemuxedScan {
    /// The packets of one stream; times are in its ticks.
    struct Stream {
        var packetCount: Int64 = 0
        var byteCount: Int64 = 0
        var start = Int64.max
        var end = Int64.min
        /// The latest presentation time so far.
        private var latest = Int64.min
        private(set) var isReordered = false
        /// Every packet says when it shows.
        private(set) var isTimed = true

        mutating func add(_ packet: borrowing Packet, clockOffset: Int64) {
            packetCount += 1
            byteCount += Int64(packet.byteCount)
            guard let stored = packet.presentationTicks else {
                isTimed = false
                return
            }
            let ticks = stored.addingClamped(clockOffset)
            start = min(start, ticks)
            end = max(end, ticks.addingClamped(max(0, packet.durationTicks)))
            isReordered = isReordered || ticks < latest
            latest = max(latest, ticks)
        }
    }

    private(set) var streams: [Int: Stream] = [:]
    /// The beginning of the first packet of streams where it is worth a look.
    private(set) var beginnings: [Int: [UInt8]] = [:]
    /// What has been seen of where pictures begin, by stream.
    private(set) var scans: [Int: BeginningScan] = [:]
    /// Some of these still look.
    private var hasOpenScans = true
    /// The file was read to its end, and nothing was wrong with it.
    private(set) var isComplete = false

    /// Reads packets: all of them, or until each of `wanted` has shown its first one and `scans` have found what they look
    /// for.
    static func run(
        _ demuxer: Demuxer,
        wanted: Set<Int>,
        scans: [Int: BeginningScan] = [:],
        readsAll: Bool,
        limit: Int,
        flag: CancellationFlag
    ) throws -> DemuxedScan {
        var scan = DemuxedScan()
        scan.scans = scans
        let packet = Packet()
        let offset = demuxer.clockOffset
        for number in 0..<limit {
            try flag.check()
            guard readsAll || !scan.isEnough(wanted, packetCount: number) else { return scan }
            do {
                guard try demuxer.read(into: packet) else {
                    scan.isComplete = true
                    return scan
                }
            } catch let error where error is FFmpegError || error is Demuxer.ExceededLimit {
                try flag.check()
                // Damage in the middle of a file: what came before it counts.
                return scan
            }
            scan.add(packet, wanted, offset)
        }
        return scan
    }

    /// A stream whose first packet is far away may do without.
    private func isEnough(_ wanted: Set<Int>, packetCount: Int) -> Bool {
        let isFar = packetCount >= 64
        return (isFar || wanted.isSubset(of: beginnings.keys))
            && scans.allSatisfy { $0.value.isSettled || isFar && streams[$0.key] == nil }
    }

    private mutating func add(_ packet: borrowing Packet, _ wanted: Set<Int>, _ offset: Int64) {
        let index = packet.streamIndex
        if hasOpenScans, !packet.isEmpty, let isSettled = scans[index]?.isSettled, !isSettled {
            let ticks = (packet.presentationTicks ?? packet.decodeTicks)?.addingClamped(offset)
            packet.withBytes { scans[index]?.add($0, isKey: packet.isKey, presentationTicks: ticks) }
            hasOpenScans = scans.contains { !$0.value.isSettled }
        }
        // A demuxer that has nothing yet leaves the slot empty.
        guard packet.byteCount > 0 else { return }
        streams[index, default: Stream()].add(packet, clockOffset: offset)
        guard beginnings.count < wanted.count, wanted.contains(index), beginnings[index] == nil else { return }
        beginnings[index] = packet.withBytes { Array($0.prefix(FirstPicture.byteCount)) }
    }
}

extension DemuxedMedia {
    /// Completes facts by the packets: their beginnings in any case, all of them where the facts are to be exact and
    /// nothing else here counts them.
    static func scan(
        _ demuxer: Demuxer,
        _ facts: inout MediaFacts,
        isPrecise: Bool,
        limits: AKOpeningLimits,
        flag: CancellationFlag
    ) throws {
        let readsAll = isPrecise && facts.containerTraits.habits.isDisjoint(with: [.isCountedOtherwise, .isRawSound])
        let worthy = facts.tracks.filter { FirstPicture.isWorthReading($0) || CodecAtoms.needsSample($0) }
            .compactMap(\.streamIndex)
        let wanted = Set(facts.knownContainer == .matroska ? [] : worthy)
        let scans = beginningScans(demuxer, facts)
        guard readsAll || !wanted.isEmpty || !scans.isEmpty else { return }
        let records = demuxer.streams.map(\.codecPrivate)
        let limit = limits.listedSampleCount
        let scan = try DemuxedScan.run(
            demuxer,
            wanted: wanted,
            scans: scans,
            readsAll: readsAll,
            limit: limit,
            flag: flag
        )
        for index in facts.tracks.indices {
            guard let stream = facts.tracks[index].streamIndex else { continue }
            if let beginning = scan.beginnings[stream] {
                let record = records.indices.contains(stream) ? records[stream] : []
                let found = FirstPicture(beginning[...], of: facts.tracks[index], record: record[...])
                found.complete(&facts.tracks[index])
                CodecAtoms.complete(&facts.tracks[index], sample: beginning[...])
            }
            facts.tracks[index].beginning = scan.scans[stream]?.beginning
            guard scan.isComplete, let packets = scan.streams[stream] else { continue }
            count(packets, for: &facts.tracks[index])
        }
        guard scan.isComplete else { return }
        facts.isPrecise = true
        setDuration(scan, demuxer, &facts)
        extendSound(scan, demuxer, &facts)
    }

    /// What looks for the beginning of pictures, by stream.
    private static func beginningScans(_ demuxer: Demuxer, _ facts: MediaFacts) -> [Int: BeginningScan] {
        var scans: [Int: BeginningScan] = [:]
        let streams = demuxer.streams
        for track in facts.tracks where BeginningScan.canTell(track) {
            guard let index = track.streamIndex, streams.indices.contains(index) else { continue }
            let timeBase = streams[index].timeBase
            guard let tick = TickLength(timeBase.numerator, over: timeBase.denominator) else { continue }
            scans[index] = BeginningScan(
                codec: track.knownCodec,
                codecPrivate: streams[index].codecPrivate,
                tick: tick,
                numbersSamples: demuxer.traits.habits.contains(.numbersSamples)
            )
        }
        return scans
    }

    private static func count(_ packets: DemuxedScan.Stream, for track: inout TrackFacts) {
        track.totalByteCount = packets.byteCount
        // How PCM is divided into packets is the demuxer's choice, so packets are no samples. What a header counts may
        // be more than packets: pictures that only show again.
        if !track.traits.habits.contains(.isPlain) { track.sampleCount = track.sampleCount ?? packets.packetCount }
        if packets.isReordered, track.video != nil { track.requiresReordering = true }
    }

    /// The end of the last packet, where FFmpeg could only guess; of pictures without times, their rhythm.
    private static func setDuration(_ scan: DemuxedScan, _ demuxer: Demuxer, _ facts: inout MediaFacts) {
        guard !facts.duration.isNumeric || demuxer.durationIsEstimate else { return }
        var ends: [CMTime] = []
        for index in facts.tracks.indices {
            guard let stream = facts.tracks[index].streamIndex, let packets = scan.streams[stream] else { continue }
            let track = facts.tracks[index]
            var end = CMTime.invalid
            if packets.isTimed {
                end = time(packets.end, demuxer.streams[stream].timeBase) - facts.startTime
            } else if let rate = track.video?.nominalFrameRate, rate > 0 {
                end = CMTime(seconds: Double(packets.packetCount) / rate, preferredTimescale: 1_000_000)
            }
            guard end.isNumeric, end > track.timeRange.start else { continue }
            facts.tracks[index].timeRange = CMTimeRange(start: track.timeRange.start, end: end)
            ends.append(end)
        }
        if let end = ends.max() { facts.duration = end }
    }

    /// The end of sound in streams, where one packet of the stream has many frames: FFmpeg looks at the last such
    /// packets, and counts one frame of each. Sound on a clock that goes back says nothing.
    private static func extendSound(_ scan: DemuxedScan, _ demuxer: Demuxer, _ facts: inout MediaFacts) {
        guard demuxer.traits.habits.contains(.packsSound) else { return }
        for index in facts.tracks.indices where facts.tracks[index].mediaType == .audio {
            guard let stream = facts.tracks[index].streamIndex, let packets = scan.streams[stream], packets.isTimed,
                !packets.isReordered
            else { continue }
            let range = facts.tracks[index].timeRange
            let end = time(packets.end, demuxer.streams[stream].timeBase) - facts.startTime
            let stated = range.end.isNumeric ? range.end : facts.duration
            guard end.isNumeric, stated.isNumeric, end > stated else { continue }
            facts.tracks[index].timeRange = CMTimeRange(start: range.start, end: end)
            if end > facts.duration { facts.duration = end }
        }
    }
}
