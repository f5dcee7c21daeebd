package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import CMTimeLib

/// Lists the samples of tracks by reading every packet of a file once. Nothing is decoded.
package struct SampleIndexReader {
    package let input: MediaInput
    package let container: ContainerTraits

    package init(input: MediaInput, container: ContainerTraits) {
        self.input = input
        self.container = container
    }

    /// The samples of those tracks that the demuxer shows, by the identifier of the track.
    package func read(_ tracks: [TrackFacts], flag: CancellationFlag) throws -> [Int32: SampleIndex] {
        let demuxer = try DemuxedMedia.demuxer(try input.open(flag), input, isReadInOrder: true, flag: flag)
        try demuxer.probe()
        var builders = try tables(for: tracks, in: demuxer)
        demuxer.readOnly(Set(builders.indices.filter { builders[$0] != nil }))
        try fill(&builders, from: demuxer, flag: flag)
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

    private func fill(_ tables: inout [PacketTable?], from demuxer: Demuxer, flag: CancellationFlag) throws {
        let packet = Packet()
        let offset = demuxer.clockOffset
        var count = 0
        while try demuxer.read(into: packet) {
            try flag.check()
            count += 1
            guard count <= input.limits.listedSampleCount else {
                throw MediaProblem(
                    code: .operationNotSupportedForAsset,
                    reason:
                        "it has more than \(input.limits.listedSampleCount) samples, which is more than can be listed"
                )
            }
            // Looking takes longer than appending, so not every sample is looked at.
            if count & 0xfff == 0 { try checkMemory(of: tables) }
            // Streams may appear as they are read.
            guard !packet.isEmpty, tables.indices.contains(packet.streamIndex) else { continue }
            tables[packet.streamIndex]?.append(packet, clockOffset: offset)
        }
        try flag.check()
    }

    private func checkMemory(of tables: [PacketTable?]) throws {
        guard tables.reduce(0, { $0 + ($1?.memory ?? 0) }) > input.limits.indexMemory else { return }
        throw MediaProblem(
            code: .operationNotSupportedForAsset,
            reason: "the list of its samples takes more than \(input.limits.indexMemory) bytes"
        )
    }
}
