package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A file opened so that its samples can be decoded: its bytes, and FFmpeg's view of its streams.
///
/// Not Sendable: one thread owns it. What it hands out, parameters and the source, may go to others. Readers hold it, so
/// that whoever opened it sees whether somebody reads.
package final class OpenedMedia {
    let source: any AKByteSource
    let demuxer: Demuxer
    let flag: CancellationFlag
    let counters: RenderCounters
    private let isNumbered: Bool
    /// FFmpeg does not see the list of samples.
    private let isUnlisted: Bool
    let isFile: Bool
    /// Reading has failed, so nobody else takes this demuxer over: its position and its buffers are not known any more.
    private(set) var hasFailed = false

    /// What its file was when it was opened; nil for what is none.
    var fileState: FileState? { (source as? FileSource)?.state }

    /// `isListed`: samples are found by the container's own tables, and FFmpeg only tells what decoders need to know.
    /// `isKnownSound`: it has been inspected before, and has nothing but plain sound.
    package init(
        _ input: MediaInput,
        isListed: Bool = false,
        isKnownSound: Bool = false,
        counters: RenderCounters,
        flag: CancellationFlag
    ) throws {
        source = try input.open(flag)
        isFile = input.isFile
        let unlisted = isListed ? try UnlistedMovie(source) : nil
        isUnlisted = unlisted != nil
        demuxer = try DemuxedMedia.openedDemuxer(
            unlisted ?? source,
            input,
            isForSamples: true,
            isKnownSound: isKnownSound,
            flag: flag
        )
        self.flag = flag
        self.counters = counters
        isNumbered = demuxer.traits.habits.contains(.numbersSamples)
        counters.add { $0.opens += 1 }
    }

    /// The reader of a track's samples: by the container's own tables where there are any.
    func reader(of track: TrackSource) throws -> any SampleReading {
        if let obstacle = track.obstacle { throw obstacle }
        let stream = try stream(of: track)
        if let index = track.index {
            let parameters = try parameters(of: stream, index, decodesAlpha: track.facts.hasAlphaBeside)
            return IndexedSampleReader(track, index, parameters, self)
        }
        return try DemuxedSampleReader(self, track)
    }

    /// What a decoder has to know of a track whose samples are listed.
    func parameters(of stream: DemuxedStream, _ index: SampleIndex, decodesAlpha: Bool) throws -> CodecParameters {
        // FFmpeg counts it for this codec only, by the list.
        let depth = isUnlisted && stream.knownCodec == .h264 ? index.reorderingDepth : nil
        return try CodecParameters(stream, decodesAlpha: decodesAlpha, reorderedPictures: depth)
    }

    /// Fills the slot with the next packet of all streams that are read, its times as the container means them; false at
    /// the end.
    func read(into packet: borrowing Packet) throws -> Bool {
        try flag.check()
        do {
            guard try demuxer.read(into: packet) else { return false }
        } catch {
            hasFailed = true
            throw error
        }
        packet.moveTimes(by: demuxer.clockOffset)
        if numbersSamples(of: demuxer.streams[packet.streamIndex]) { packet.forgetPresentationTime() }
        return true
    }

    /// AVI numbers samples as they are decoded. Where there are B-frames, only counting pictures tells their times.
    func numbersSamples(of stream: DemuxedStream) -> Bool { isNumbered && stream.mayReorder }

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
    /// Matroska keeps alpha beside the samples, where the usual decoder does not look.
    var hasAlphaBeside: Bool { video?.alpha?.place == .beside }
}

extension DemuxedStream {
    /// Pictures may be stored in another order than they are shown: the codec allows it.
    var mayReorder: Bool { traits.habits.contains(.reorders) }
}
