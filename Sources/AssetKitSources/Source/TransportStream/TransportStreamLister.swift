internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Lists the samples of a long transport stream by its units.
struct TransportStreamLister: SampleLister {
    private let bytes: FileSource
    private let demuxer: Demuxer
    private let facts: [TrackFacts]
    private let beginning: Int
    /// The packets that FFmpeg has told, by stream.
    private var told: [Int: [ListedPacket]] = [:]
    private var toldCount = 0

    /// nil where the units are not to be read. `beginning`: how many packets FFmpeg tells.
    init?(_ bytes: any AKByteSource, _ demuxer: Demuxer, _ facts: [TrackFacts], _ beginning: Int?) {
        // What comes from elsewhere than files is read once, and in order.
        guard let beginning, let bytes = bytes as? FileSource, bytes.isSeekable,
            facts.allSatisfy({ $0.streamIndex != nil })
        else { return nil }
        (self.bytes, self.demuxer, self.facts, self.beginning) = (bytes, demuxer, facts, beginning)
    }

    mutating func take(_ packet: ListedPacket) -> Bool {
        told[packet.stream, default: []].append(packet)
        toldCount += 1
        return toldCount >= beginning
    }

    func list(behind listing: SampleListing, limits: AKOpeningLimits, _ flag: CancellationFlag) throws
        -> [PacketTable?]?
    {
        let head = try ByteWindow(bytes, blockCount: 1).available(TransportStreamLayout.lookedAtCount, at: 0)
        // FFmpeg has places of its own for packets with a checksum behind them.
        guard let layout = TransportStreamLayout(head), layout.start == 0, layout.packetSize < 204,
            var tracks = tracks(layout)
        else { return nil }
        let streams = Set(tracks.keys)
        let others = Set(demuxer.streams.map(\.identifier)).subtracting(streams)
        let reader = TransportStreamReader(bytes, layout, streams: streams, others: others)
        var listing = listing
        var (samples, isCertain, unitCount): ([TransportStreamSample], Bool, Int) = ([], true, 0)
        func settle(_ track: inout TransportStreamTrack) throws {
            for sample in samples {
                guard sample.packet.byteCount <= limits.packetByteCount else { return isCertain = false }
                switch track.settle(sample) {
                case .known: break
                case .new(let packet): try listing.append(packet)
                case .uncertain: return isCertain = false
                }
            }
            samples.removeAll(keepingCapacity: true)
        }
        while isCertain,
            try reader.next({ unit, bytes in
                unitCount += 1
                if unitCount & 0xff == 0 { try flag.check() }
                guard tracks[unit.stream]?.take(unit, bytes, &samples) ?? false else { return isCertain = false }
                try settle(&tracks[unit.stream]!)
            })
        {}
        guard isCertain, reader.isRegular, reader.isAtEnd else { return nil }
        for stream in streams {
            tracks[stream]?.finish(&samples)
            try settle(&tracks[stream]!)
            guard isCertain, let track = tracks[stream], track.hasTold else { return nil }
            listing.tables[track.index]?.transportStream = track.storage
        }
        return listing.tables
    }

    /// The tracks by the numbers of their streams. No answer where one of them is for FFmpeg.
    private func tracks(_ layout: TransportStreamLayout) -> [Int: TransportStreamTrack]? {
        var tracks: [Int: TransportStreamTrack] = [:]
        let streams = demuxer.streams
        for facts in facts {
            guard let index = facts.streamIndex, streams.indices.contains(index),
                tracks[streams[index].identifier] == nil,
                let track = TransportStreamTrack(facts, streams[index], layout, told: told[index] ?? [])
            else { return nil }
            tracks[streams[index].identifier] = track
        }
        return tracks
    }
}
