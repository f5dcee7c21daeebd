package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import CMTimeLib

/// Lists the samples of tracks by reading every packet of a file once. Nothing is decoded.
package struct SampleIndexReader {
    package let input: MediaInput
    package let container: ContainerTraits
    /// How many packets FFmpeg tells before a reader of our own goes on, where there is one; nil leaves all to FFmpeg.
    private let beginning: Int?

    /// From the middle of the packets that FFmpeg tells on its times have to be those that are found here.
    package static let usualBeginning = 2048

    package init(input: MediaInput, container: ContainerTraits, beginning: Int? = usualBeginning) {
        (self.input, self.container, self.beginning) = (input, container, beginning)
    }

    /// The samples of those tracks that the demuxer shows, by the identifier of the track.
    package func read(_ tracks: [TrackFacts], flag: CancellationFlag) throws -> [Int32: SampleIndex] {
        Self.indexes(of: tracks, try list(tracks, flag: flag).tables)
    }

    /// The samples of those tracks that have been listed.
    package static func indexes(of tracks: [TrackFacts], _ tables: [Int32: PacketTable]) -> [Int32: SampleIndex] {
        tracks.reduce(into: [:]) { indexes, track in
            guard let table = tables[track.trackID] else { return }
            indexes[track.trackID] = SampleIndex(table, trackID: track.trackID, segments: track.segments)
        }
    }

    /// The same as tables, with what their packets come to.
    func list(_ tracks: [TrackFacts], flag: CancellationFlag) throws -> SampleLists {
        let bytes = try input.open(flag)
        let demuxer = try DemuxedMedia.demuxer(bytes, input, isReadInOrder: true, flag: flag)
        try demuxer.probe()
        var builders = try tables(for: tracks, in: demuxer)
        demuxer.readOnly(Set(builders.indices.filter { builders[$0] != nil }))
        let counts = try fill(&builders, from: demuxer, bytes, tracks, flag: flag)
        var lists = SampleLists(counts: counts)
        for track in tracks {
            guard let stream = track.streamIndex, var table = builders[stream] else { continue }
            // Who fills in what is missing is to be its only owner.
            builders[stream] = nil
            try flag.check()
            table.complete(keepsDurations: track.mediaType != .video || container.habits.contains(.hasSampleTables))
            lists.tables[track.trackID] = table
        }
        return lists
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

    /// What goes on behind the first packets; nil where FFmpeg tells all of them.
    private func lister(_ bytes: any AKByteSource, _ demuxer: Demuxer, _ tracks: [TrackFacts]) -> (any SampleLister)? {
        switch container.container {
        case .matroska: MatroskaLister(bytes, demuxer, tracks, beginning)
        case .transportStream: TransportStreamLister(bytes, demuxer, tracks, beginning)
        default: nil
        }
    }

    /// The answer is what the packets of each stream come to that has any.
    private func fill(
        _ tables: inout [PacketTable?],
        from demuxer: Demuxer,
        _ bytes: any AKByteSource,
        _ tracks: [TrackFacts],
        flag: CancellationFlag
    ) throws -> [Int: PacketCount] {
        var walk = SampleListing(limits: input.limits, tables: tables)
        var lister = lister(bytes, demuxer, tracks)
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
                tables = rest.tables
                return rest.countsOfStreams
            }
            lister = nil
        }
        try flag.check()
        tables = walk.tables
        return walk.countsOfStreams
    }
}
