package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import CMTimeLib

/// Lists the samples of tracks by reading every packet of a file once. Nothing is decoded.
package struct SampleIndexReader {
    package let input: MediaInput
    package let container: ContainerTraits
    /// How many packets of a Matroska file FFmpeg tells before its blocks are read here; nil leaves all to it.
    private let beginning: Int?

    package init(input: MediaInput, container: ContainerTraits, beginning: Int? = MatroskaLister.beginning) {
        (self.input, self.container, self.beginning) = (input, container, beginning)
    }

    /// The samples of those tracks that the demuxer shows, by the identifier of the track.
    package func read(_ tracks: [TrackFacts], flag: CancellationFlag) throws -> [Int32: SampleIndex] {
        let bytes = try input.open(flag)
        let demuxer = try DemuxedMedia.demuxer(bytes, input, isReadInOrder: true, flag: flag)
        try demuxer.probe()
        var builders = try tables(for: tracks, in: demuxer)
        demuxer.readOnly(Set(builders.indices.filter { builders[$0] != nil }))
        try fill(&builders, from: demuxer, bytes, tracks, flag: flag)
        var indexes: [Int32: SampleIndex] = [:]
        for track in tracks {
            guard let stream = track.streamIndex, var table = builders[stream] else { continue }
            // Who fills in what is missing is to be its only owner.
            builders[stream] = nil
            try flag.check()
            table.complete(keepsDurations: track.mediaType != .video || container.habits.contains(.hasSampleTables))
            indexes[track.trackID] = SampleIndex(table, trackID: track.trackID, segments: track.segments)
        }
        return indexes
    }

    /// An empty table for each stream that is one of the tracks.
    private func tables(for tracks: [TrackFacts], in demuxer: Demuxer) throws -> [PacketTable?] {
        let streams = demuxer.streams
        var tables: [PacketTable?] = Array(repeating: nil, count: streams.count)
        for track in tracks {
            guard let index = track.streamIndex else { continue }
            guard streams.indices.contains(index), streams[index].hasCodec(track.traits) else {
                throw MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
            }
            let timeBase = streams[index].timeBase
            guard let tick = TickLength(timeBase.numerator, over: timeBase.denominator) else { continue }
            tables[index] = PacketTable(tick: tick, arePositionsExact: container.habits.contains(.hasPlainPackets))
        }
        return tables
    }

    private func fill(
        _ tables: inout [PacketTable?],
        from demuxer: Demuxer,
        _ bytes: any AKByteSource,
        _ tracks: [TrackFacts],
        flag: CancellationFlag
    ) throws {
        var walk = SampleListing(limits: input.limits, tables: tables)
        var lister = container.container == .matroska ? MatroskaLister(bytes, demuxer, tracks, beginning) : nil
        let packet = Packet()
        let offset = demuxer.clockOffset
        while try demuxer.read(into: packet) {
            try flag.check()
            // Streams may appear as they are read.
            let isWanted = !packet.isEmpty && tables.indices.contains(packet.streamIndex)
            let listed = ListedPacket(packet, clockOffset: offset)
            try walk.append(isWanted ? listed : nil)
            guard lister != nil, isWanted, lister?.take(listed) ?? false else { continue }
            if let rest = try lister?.list(behind: walk, limits: input.limits, flag) {
                tables = rest
                return
            }
            lister = nil
        }
        try flag.check()
        tables = walk.tables
    }
}

/// The tables of a file whose samples are being listed, and what they may cost.
struct SampleListing {
    private let limits: AKOpeningLimits
    var tables: [PacketTable?]
    private var count = 0

    init(limits: AKOpeningLimits, tables: [PacketTable?]) { (self.limits, self.tables) = (limits, tables) }

    /// Counts a packet, and adds it where it is wanted.
    mutating func append(_ packet: ListedPacket?) throws {
        count += 1
        guard count <= limits.listedSampleCount else {
            throw MediaProblem(
                code: .operationNotSupportedForAsset,
                reason: "it has more than \(limits.listedSampleCount) samples, which is more than can be listed"
            )
        }
        // Looking takes longer than appending, so not every sample is looked at.
        if count & 0xfff == 0 { try checkMemory() }
        if let packet { tables[packet.stream]?.append(packet) }
    }

    private func checkMemory() throws {
        guard tables.reduce(0, { $0 + ($1?.memory ?? 0) }) > limits.indexMemory else { return }
        throw MediaProblem(
            code: .operationNotSupportedForAsset,
            reason: "the list of its samples takes more than \(limits.indexMemory) bytes"
        )
    }
}
