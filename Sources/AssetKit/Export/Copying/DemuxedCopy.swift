internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Copies samples of a file that only a demuxer finds its way in, in the order in which they lie there.
struct DemuxedCopy {
    let source: CopySource
    let output: CopyOutput
    let flag: CancellationFlag

    /// What is wanted of one stream.
    private struct Lane {
        let stream: Int
        let piece: Int
        let form: StoredForm
        var samples: SampleCursor
        /// Where good samples begin, how many have been read, and the number of the next good one.
        var beginning: PictureBeginning?
        var readCount = 0
        var next = 0
        var run = 0
        var isAtEnd = false
    }

    func run(_ progress: (CMTime) -> Void) throws {
        let (input, bytes) = (source.input, try source.input.open(flag))
        let demuxer = try DemuxedMedia.demuxer(bytes, input, isReadInOrder: true, flag: flag)
        try demuxer.probe()
        var lanes = try lanes(demuxer)
        demuxer.readOnly(Set(lanes.map(\.stream)))
        let packet = Packet()
        var (latest, due) = (CMTime.zero, CMTime.zero)
        while lanes.indices.contains(where: { !lanes[$0].isAtEnd }), try read(demuxer, packet) {
            try flag.check()
            guard !packet.isEmpty else { continue }
            let stream = packet.streamIndex
            for number in lanes.indices where lanes[number].stream == stream {
                try take(packet, &lanes[number], &latest)
            }
            guard latest >= due else { continue }
            due = latest + TabledCopy.tellingStep
            progress(latest)
        }
        progress(latest)
        guard let open = lanes.first(where: { !$0.isAtEnd }) else { return }
        throw CopyReader.endsEarly(open.next)
    }

    /// Reads a packet; false at the end.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as FFmpegError {
            throw AVError.copying(source.name, because: error)
        }
    }

    private func lanes(_ demuxer: Demuxer) throws -> [Lane] {
        let streams = demuxer.streams
        return try output.part.pieces.enumerated().map { number, piece in
            let facts = source.tracks[piece.sourceTrack].facts
            guard let stream = facts.streamIndex, streams.indices.contains(stream),
                streams[stream].hasCodec(facts.traits)
            else { throw MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded") }
            let form = StoredForm(facts, streams[stream].codecPrivate)
            return Lane(
                stream: stream,
                piece: number,
                form: form,
                samples: SampleCursor(output.index(number).table),
                beginning: facts.beginning,
                isAtEnd: piece.samples.isEmpty
            )
        }
    }

    /// Writes the sample in the slot, where it is wanted.
    private func take(_ packet: borrowing Packet, _ lane: inout Lane, _ latest: inout CMTime) throws {
        defer { lane.readCount += 1 }
        if lane.beginning?.omits(lane.readCount) ?? false { return }
        let place = lane.next
        lane.next += 1
        let runs = output.part.pieces[lane.piece].samples
        guard !lane.isAtEnd, place >= runs[lane.run].lowerBound else { return }
        let sample = lane.samples.sample(at: place, passes: true)
        guard sample.byteCount == Int64(packet.byteCount) else {
            throw MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
        }
        if place + 1 == runs[lane.run].upperBound {
            lane.run += 1
            lane.isAtEnd = lane.run == runs.count
        }
        let (isLast, additions) = (lane.isAtEnd, packet.additions)
        try packet.withBytes { bytes in
            guard let stored = lane.form.stored(bytes) else {
                return try output.write(bytes, sample, additions, of: lane.piece, isLast: isLast)
            }
            try stored.withUnsafeBytes { try output.write($0, sample, of: lane.piece, isLast: isLast) }
        }
        latest = CMTimeMaximum(latest, output.order(lane.piece, sample))
    }
}
