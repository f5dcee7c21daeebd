internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Counts, durations and ends of the packets of a file, and what the first picture of each stream tells. Nothing is
/// decoded.
struct DemuxedScan {
    private(set) var streams: [Int: PacketCount] = [:]
    /// The beginning of the first packet of streams where it is worth a look.
    private(set) var beginnings: [Int: [UInt8]] = [:]
    /// What has been seen of where pictures begin, by stream.
    private(set) var scans: [Int: BeginningScan] = [:]
    /// Some scans have not found the beginning yet.
    private var hasOpenScans = true
    /// The file was read to its end, and nothing was wrong with it.
    private(set) var isComplete = false

    /// How far packets are read.
    enum Reach {
        case all
        /// Until each stream that is wanted has shown its first packet, and scans have found what they look for.
        case beginnings
        /// So far as well, but a stream whose first packet is far away does without.
        case nearBeginnings
    }

    /// Reads packets. `wanted`: streams whose first one is worth a look.
    static func run(
        _ demuxer: Demuxer,
        wanted: Set<Int>,
        scans: [Int: BeginningScan] = [:],
        reach: Reach,
        limit: Int,
        flag: CancellationFlag
    ) throws -> DemuxedScan {
        var scan = DemuxedScan()
        scan.scans = scans
        let packet = Packet()
        let offset = demuxer.clockOffset
        for number in 0..<limit {
            try flag.check()
            guard reach == .all || !scan.isEnough(wanted, reach, packetCount: number) else { return scan }
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

    private func isEnough(_ wanted: Set<Int>, _ reach: Reach, packetCount: Int) -> Bool {
        let isFar = reach == .nearBeginnings && packetCount >= 64
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
        streams[index, default: PacketCount()].add(packet, clockOffset: offset)
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
        _ input: MediaInput,
        isPrecise: Bool,
        flag: CancellationFlag
    ) throws {
        let readsAll = isPrecise && facts.containerTraits.habits.isDisjoint(with: [.isCountedOtherwise, .isRawSound])
        let worthy = facts.tracks.filter { FirstPicture.isWorthReading($0) || CodecAtoms.needsSample($0) }
            .compactMap(\.streamIndex)
        let wanted = Set(facts.knownContainer == .matroska ? [] : worthy)
        let scans = beginningScans(demuxer, facts)
        guard readsAll || !wanted.isEmpty || !scans.isEmpty else { return }
        let records = demuxer.streams.map(\.codecPrivate)
        let lists = readsAll ? try lists(facts, input, flag) : nil
        let (scan, counts) = try scan(demuxer, wanted, scans, lists, readsAll: readsAll, input.limits, flag)
        for index in facts.tracks.indices {
            guard let stream = facts.tracks[index].streamIndex else { continue }
            if let beginning = scan.beginnings[stream] {
                let record = records.indices.contains(stream) ? records[stream] : []
                let found = FirstPicture(beginning[...], of: facts.tracks[index], record: record[...])
                found.complete(&facts.tracks[index])
                CodecAtoms.complete(&facts.tracks[index], sample: beginning[...])
            }
            facts.tracks[index].beginning = scan.scans[stream]?.beginning
            if let packets = counts?[stream] { count(packets, for: &facts.tracks[index]) }
        }
        guard let counts else { return }
        facts.isPrecise = true
        facts.listedTables = lists?.tables ?? [:]
        setDuration(counts, demuxer, &facts)
        extendSound(counts, demuxer, &facts)
    }

    /// The samples of a transport stream, listed once for those who count them and those who read them; nil where not all
    /// can be listed, so that packets are counted as far as they go.
    private static func lists(_ facts: MediaFacts, _ input: MediaInput, _ flag: CancellationFlag) throws -> SampleLists?
    {
        guard facts.knownContainer == .transportStream, facts.byteCount != nil else { return nil }
        do {
            let reader = SampleIndexReader(input: input, container: facts.containerTraits)
            let lists = try reader.list(facts.tracks, flag: flag)
            return lists.tables.count == facts.tracks.count ? lists : nil
        } catch let error where error is FFmpegError || error is Demuxer.ExceededLimit || error is MediaProblem {
            try flag.check()
            return nil
        }
    }

    /// Looks at packets as far as is necessary. The counts are those of all packets; nil where not all were read.
    private static func scan(
        _ demuxer: Demuxer,
        _ wanted: Set<Int>,
        _ scans: [Int: BeginningScan],
        _ lists: SampleLists?,
        readsAll: Bool,
        _ limits: AKOpeningLimits,
        _ flag: CancellationFlag
    ) throws -> (DemuxedScan, [Int: PacketCount]?) {
        // A stream for which nothing is listed has no packets: its first one would be waited for to the end of the file.
        let scan = try DemuxedScan.run(
            demuxer,
            wanted: lists.map { wanted.intersection($0.counts.keys) } ?? wanted,
            scans: lists.map { lists in scans.filter { lists.counts[$0.key] != nil } } ?? scans,
            reach: lists != nil ? .beginnings : readsAll ? .all : .nearBeginnings,
            limit: limits.listedSampleCount,
            flag: flag
        )
        return (scan, lists?.counts ?? (scan.isComplete ? scan.streams : nil))
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

    private static func count(_ packets: PacketCount, for track: inout TrackFacts) {
        track.totalByteCount = packets.byteCount
        // How PCM is divided into packets is the demuxer's choice, so packets are no samples. What a header counts may
        // be more than packets: pictures that only show again.
        if !track.traits.habits.contains(.isPlain) { track.sampleCount = track.sampleCount ?? packets.packetCount }
        if packets.isReordered, track.video != nil { track.requiresReordering = true }
    }

    /// The end of the last packet, where FFmpeg could only guess; of pictures without times, their rhythm.
    private static func setDuration(_ counts: [Int: PacketCount], _ demuxer: Demuxer, _ facts: inout MediaFacts) {
        guard !facts.duration.isNumeric || demuxer.durationIsEstimate else { return }
        var ends: [CMTime] = []
        for index in facts.tracks.indices {
            guard let stream = facts.tracks[index].streamIndex, let packets = counts[stream] else { continue }
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
    private static func extendSound(_ counts: [Int: PacketCount], _ demuxer: Demuxer, _ facts: inout MediaFacts) {
        guard demuxer.traits.habits.contains(.packsSound) else { return }
        for index in facts.tracks.indices where facts.tracks[index].mediaType == .audio {
            guard let stream = facts.tracks[index].streamIndex, let packets = counts[stream], packets.isTimed,
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
