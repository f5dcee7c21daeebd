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

    func list(behind listing: SampleListing, limits: AKOpeningLimits, _ flag: CancellationFlag) throws -> SampleListing?
    {
        let head = try ByteWindow(bytes, blockCount: 1).available(TransportStreamLayout.lookedAtCount, at: 0)
        // FFmpeg has places of its own for packets with a checksum behind them.
        guard let layout = TransportStreamLayout(head), layout.start == 0, layout.packetSize < 204,
            let tracks = tracks(layout)
        else { return nil }
        let streams = Set(tracks.map(\.storage.stream))
        let others = Set(demuxer.streams.map(\.identifier)).subtracting(streams)
        let reader = TransportStreamReader(bytes, layout, streams: streams, others: others)
        var draft = Draft(tracks: tracks, listing: listing, limit: limits.packetByteCount)
        while draft.isCertain, try reader.next({ unit, bytes in try draft.take(unit, bytes, flag) }) {}
        guard draft.isCertain, reader.isRegular, reader.isAtEnd else { return nil }
        return try draft.finish()
    }

    /// The list as far as it is. A value of its own, so that what a unit brings changes it where it is.
    private struct Draft {
        var tracks: [TransportStreamTrack]
        var listing: SampleListing
        /// How many bytes a sample may have.
        let limit: Int
        var isCertain = true
        private var samples: [TransportStreamSample] = []
        private var unitCount = 0

        init(tracks: [TransportStreamTrack], listing: SampleListing, limit: Int) {
            (self.tracks, self.listing, self.limit) = (tracks, listing, limit)
        }

        mutating func take(_ unit: TransportStreamUnit, _ bytes: UnsafeRawBufferPointer, _ flag: CancellationFlag)
            throws
        {
            unitCount += 1
            if unitCount & 0xff == 0 { try flag.check() }
            guard let place = tracks.firstIndex(where: { $0.storage.stream == unit.stream }),
                tracks[place].take(unit, bytes, &samples)
            else { return isCertain = false }
            try settle(place)
        }

        private mutating func settle(_ place: Int) throws {
            for sample in samples {
                guard sample.packet.byteCount <= limit else { return isCertain = false }
                switch tracks[place].settle(sample) {
                case .known: break
                case .new(let packet): try listing.append(packet)
                case .uncertain: return isCertain = false
                }
            }
            samples.removeAll(keepingCapacity: true)
        }

        /// The listing of all tracks; nil where something is not certain.
        mutating func finish() throws -> SampleListing? {
            for place in tracks.indices {
                tracks[place].finish(&samples)
                try settle(place)
                guard isCertain, tracks[place].hasTold else { return nil }
                listing.tables[tracks[place].index]?.transportStream = tracks[place].storage
            }
            return listing
        }
    }

    /// The tracks, each of a stream of its own. No answer where one of them is for FFmpeg.
    private func tracks(_ layout: TransportStreamLayout) -> [TransportStreamTrack]? {
        var tracks: [TransportStreamTrack] = []
        let streams = demuxer.streams
        for facts in facts {
            guard let index = facts.streamIndex, streams.indices.contains(index),
                !tracks.contains(where: { $0.storage.stream == streams[index].identifier }),
                let track = TransportStreamTrack(facts, streams[index], layout, told: told[index] ?? [])
            else { return nil }
            tracks.append(track)
        }
        return tracks
    }
}
