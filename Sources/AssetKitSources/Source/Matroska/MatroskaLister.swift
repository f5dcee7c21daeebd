internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Lists the samples of a long Matroska file by its blocks.
struct MatroskaLister: SampleLister {
    private let bytes: FileSource
    private let demuxer: Demuxer
    private let facts: [TrackFacts]
    private let beginning: Int
    /// The packets that FFmpeg has told.
    private var first: [ListedPacket] = []

    /// nil where the blocks are not to be read. `beginning`: how many packets FFmpeg tells.
    init?(_ bytes: any AKByteSource, _ demuxer: Demuxer, _ facts: [TrackFacts], _ beginning: Int?) {
        // What comes from elsewhere than files is read once, and in order.
        guard let beginning, let bytes = bytes as? FileSource, bytes.isSeekable,
            facts.allSatisfy({ $0.streamIndex != nil })
        else { return nil }
        (self.bytes, self.demuxer, self.facts, self.beginning) = (bytes, demuxer, facts, beginning)
    }

    mutating func take(_ packet: ListedPacket) -> Bool {
        first.append(packet)
        return first.count >= beginning
    }

    func list(behind listing: SampleListing, limits: AKOpeningLimits, _ flag: CancellationFlag) throws -> SampleListing?
    {
        let window = try ByteWindow(bytes, blockCount: 4)
        guard let file = try? MatroskaFile.open(window), file.problems.all.isEmpty, file.isComplete,
            let end = file.segmentEnd, end == window.length, Set(file.tracks.map(\.number)).count == file.tracks.count,
            var tracks = tracks(of: file)
        else { return nil }
        var listing = listing
        var reader = MatroskaBlockReader(file, window: window)
        let numbers = file.tracks.map(\.number)
        var place = 0
        while let block = try reader.next() {
            if place & 0xff == 0 { try flag.check() }
            guard reader.isRegular, let number = numbers.firstIndex(of: block.trackNumber) else { return nil }
            guard tracks[number] != nil else { continue }
            for frame in block.frames.indices {
                guard block.frames[frame].count <= Int64(limits.packetByteCount),
                    let packet = try tracks[number]?.packet(block, frame, window)
                else { return nil }
                defer { place += 1 }
                if place < first.count {
                    let isSettled = place >= first.count / 2
                    guard tracks[number]?.agrees(packet, with: first[place], isSettled) ?? false else { return nil }
                } else {
                    guard let settled = tracks[number]?.settled(packet) else { return nil }
                    try listing.append(settled)
                }
            }
        }
        guard reader.isRegular, reader.isAtEnd, reader.problems.all.isEmpty, place >= first.count else { return nil }
        for case let track? in tracks { listing.tables[track.stream]?.payloadOffset = track.payloadOffset }
        return listing
    }

    /// What has to be known of the tracks, in the order of the file; nil for those that nobody wants. nil for all where only
    /// FFmpeg's demuxer can list one of them.
    private func tracks(of file: MatroskaFile) -> [MatroskaListedTrack?]? {
        var tracks: [MatroskaListedTrack?] = Array(repeating: nil, count: file.tracks.count)
        let streams = demuxer.streams
        for facts in facts {
            guard let stream = facts.streamIndex, streams.indices.contains(stream),
                let number = file.tracks.firstIndex(where: { $0.number == UInt64(facts.trackID) }),
                let track = MatroskaListedTrack(
                    file.tracks[number],
                    facts,
                    streams[stream],
                    scale: file.info.timestampScale
                )
            else { return nil }
            tracks[number] = track
        }
        return tracks
    }
}
