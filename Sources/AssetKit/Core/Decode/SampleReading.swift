/// Reads the samples of one track in decode order from any place where decoding can start. One stage owns it.
protocol SampleReading: AnyObject {
    var parameters: CodecParameters { get }
    var tick: TickLength { get }

    /// Goes to the last sample that decoding can start with and that is shown at `ticks` or before; where there is none
    /// such, to the first sample.
    func seek(to ticks: Int64) throws

    /// Goes to a place before the one that the last seek led to, for when decoding from there did not give what was
    /// looked for; false when that was the first sample.
    func seekFurtherBack() throws -> Bool

    /// Fills the slot with the next sample; false at the end.
    func read(into packet: borrowing Packet) throws -> Bool
}

/// A file opened so that its samples can be decoded: its bytes, and FFmpeg's view of its streams.
///
/// Not Sendable: one thread owns it. What it hands out, parameters and the source, may go to others.
final class OpenedMedia {
    let source: any AVAssetByteSource
    let demuxer: Demuxer
    let flag: CancellationFlag
    let counters: RenderCounters

    init(_ input: MediaInput, counters: RenderCounters, flag: CancellationFlag) throws {
        source = try input.open(flag)
        demuxer = try DemuxedMedia.openedDemuxer(source, input, isForSamples: true, flag: flag)
        self.flag = flag
        self.counters = counters
        counters.add { $0.opens += 1 }
    }

    /// The reader of a track's samples: by the container's own tables where there are any.
    func reader(of track: TrackSource) throws -> any SampleReading {
        if let obstacle = track.obstacle { throw obstacle }
        let stream = try stream(of: track)
        if let index = track.index {
            return IndexedSampleReader(track, index, try CodecParameters(stream), source, counters, flag)
        }
        return try DemuxedSampleReader(self, stream, isReordered: track.facts.mayReorder)
    }

    func stream(of track: TrackSource) throws -> DemuxedStream {
        let streams = demuxer.streams
        let found =
            track.facts.streamIndex.flatMap { streams.indices.contains($0) ? streams[$0] : nil }
            ?? streams.first { $0.identifier == Int(track.facts.trackID) }
        guard let found else {
            throw MediaProblem(code: .decodeFailed, reason: "track \(track.facts.trackID) cannot be found in it")
        }
        return found
    }
}

extension TrackFacts {
    /// Pictures may be stored in another order than they are shown: the track says so, or its codec allows it.
    fileprivate var mayReorder: Bool {
        let codecs = ["h264", "hevc", "mpeg1video", "mpeg2video", "mpeg4", "vc1", "wmv3", "rv30", "rv40", "cavs"]
        return requiresReordering || codecs.contains(decoderName)
    }
}
