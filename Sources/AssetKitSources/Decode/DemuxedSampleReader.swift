internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Reads samples through FFmpeg's demuxer, and finds its way by seeking and looking.
final class DemuxedSampleReader: NumberedSampleReading {
    /// How far before a time to look for the key frame in front of it, in seconds, one after the other.
    private static let steps: [Int64] = [0, 1, 4, 16, 64, 256]

    let parameters: CodecParameters
    let tick: TickLength
    let storedTimes: StoredTimes
    /// The container only numbers samples as they are decoded, and pictures may be shown in another order.
    private let numbersSamples: Bool
    var numbered: (any NumberedSampleReading)? { numbersSamples ? self : nil }
    var hasFailed: Bool { media.hasFailed }
    private let media: OpenedMedia
    private let stream: DemuxedStream
    /// Takes the open file over when this reader is not used any more.
    var atEnd: ((OpenedMedia) -> Void)?
    /// A sample that was read to see what it is.
    private var pending: StoredPacket?
    /// Which samples at the beginning cannot be decoded, and how many have been read since the first one; nil behind a
    /// jump.
    private let beginning: PictureBeginning?
    private var countSinceStart: Int? = 0

    init(_ media: OpenedMedia, _ track: TrackSource) throws {
        let stream = try media.stream(of: track)
        let timeBase = stream.timeBase
        guard let tick = TickLength(timeBase.numerator, over: timeBase.denominator) else {
            throw MediaProblem(code: .decodeFailed, reason: "its samples have no times")
        }
        self.media = media
        beginning = track.facts.beginning
        numbersSamples = media.numbersSamples(of: stream)
        storedTimes = media.storedTimes(of: stream)
        self.stream = stream
        self.tick = tick
        parameters = try CodecParameters(stream, decodesAlpha: track.facts.hasAlphaBeside)
        media.demuxer.readOnly([stream.index])
    }

    deinit { atEnd?(media) }

    func seek(to ticks: Int64) throws {
        guard numbersSamples else { return try seekByTime(to: ticks) }
        guard let start = try start(forPictureAt: ticks) else { return try goToStart() }
        try seekByTime(to: start.key)
    }

    /// Has the demuxer put as many frames of plain sound into a packet as a block of decoded sound has, where it can. What
    /// comes over a network plays as it comes.
    func allowLargePackets() throws {
        guard media.isFile, try media.source.length != nil else { return }
        let frameCount = SoundConverter.blockCapacity
        guard media.demuxer.allowLargePackets(of: stream.index, frameCount: frameCount) else { return }
        // What has been read to find out what the stream is was read in small ones.
        try goToStart()
    }

    func seekByTime(to ticks: Int64) throws {
        let second = max(1, Int64(tick.denominator) / Int64(tick.numerator))
        for step in Self.steps {
            let target = ticks.subtractingClamped(step * second)
            guard try jump(to: target) else { break }
            if let found = try nextKey(), found <= ticks { return }
        }
        try goToStart()
    }

    func read(into packet: borrowing Packet) throws -> Bool {
        if let pending {
            packet.take(from: pending.packet)
            self.pending = nil
            return true
        }
        repeat {
            guard try media.read(into: packet) else { return false }
            media.counters.add { $0.packetsRead += 1 }
        } while packet.streamIndex != stream.index || leavesOut(packet) || packet.byteCount == 0
        return true
    }

    /// Counts the samples at the beginning; true for one that cannot be decoded.
    private func leavesOut(_ packet: borrowing Packet) -> Bool {
        guard let beginning, let count = countSinceStart, !packet.isEmpty else { return false }
        countSinceStart = count + 1
        return beginning.omits(count)
    }

    /// Seeks; false where the demuxer cannot.
    private func jump(to ticks: Int64) throws -> Bool {
        (pending, countSinceStart) = (nil, nil)
        media.counters.add { $0.seeks += 1 }
        do {
            try media.demuxer.seek(toTicks: ticks, of: stream.index)
            return true
        } catch is FFmpegError {
            return false
        }
    }

    /// Reads on to the next sample that decoding can start with, keeps it, and tells when it is shown.
    private func nextKey() throws -> Int64? {
        let packet = Packet()
        while try read(into: packet) {
            guard packet.isKey, let ticks = packet.presentationTicks ?? packet.decodeTicks else { continue }
            pending = StoredPacket(takingFrom: packet)
            return ticks
        }
        return nil
    }

    func listedKey(atOrBefore ticks: Int64) -> Int64? { stream.listedKey(atOrBefore: ticks) }

    func goToStart() throws {
        (pending, countSinceStart) = (nil, 0)
        media.counters.add { $0.seeks += 1 }
        try media.demuxer.rewind()
    }
}
