internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

/// One demuxer for several readers of one file, as long as they keep step.
///
/// What one reader comes across on its way and another one needs waits in the other's backlog. A backlog that grows beyond its
/// limit is given up: its reader takes what lies in it, and goes on with a demuxer of its own.
///
/// SAFETY: everything is behind the lock, the demuxer included: reading is one at a time.
final class SharedDemuxer: @unchecked Sendable {
    /// How many bytes may wait for one reader.
    static let backlogLimit = 64 << 20

    /// The packets that wait for one reader.
    private struct Backlog {
        let stream: Int
        var waiting = Fifo<StoredPacket>()
        var byteCount = 0
        var isGivenUp = false
        var hasLeft = false
    }

    enum Outcome { case read, end, givenUp }

    private struct State {
        var backlogs: [Backlog] = []
        var isAtEnd = false
    }

    /// An outcome with its packet, which is moved into the reader's slot without the lock.
    private enum Step {
        case packet(StoredPacket)
        case end, givenUp
    }

    private let state = Protected(State())
    private let media: OpenedMedia
    private let limit: Int
    private let slot = Packet()

    init(_ media: OpenedMedia, backlogLimit: Int = SharedDemuxer.backlogLimit) {
        self.media = media
        limit = backlogLimit
    }

    /// Adds a reader of a track. All are added before the first one reads.
    func join(_ track: TrackSource, reopen: @escaping () throws -> OpenedMedia) throws -> SharedSampleReader {
        let (number, stream, times) = try state.withLock { state -> (Int, DemuxedStream, StoredTimes) in
            let stream = try media.stream(of: track)
            state.backlogs.append(Backlog(stream: stream.index))
            media.demuxer.readOnly(Set(state.backlogs.map(\.stream)))
            return (state.backlogs.count - 1, stream, media.storedTimes(of: stream))
        }
        return try SharedSampleReader(self, backlog: number, track, stream, times, reopen)
    }

    /// The source can be read at two places.
    var canReopen: Bool { (try? media.source.length) != nil }

    /// Reading has failed, for all readers.
    var hasFailed: Bool { state.withLock { _ in media.hasFailed } }

    func read(_ number: Int, into packet: borrowing Packet) throws -> Outcome {
        switch try state.withLock({ try step(number, &$0) }) {
        case .packet(let stored):
            packet.take(from: stored.packet)
            return .read
        case .end: return .end
        case .givenUp: return .givenUp
        }
    }

    private func step(_ number: Int, _ state: inout State) throws -> Step {
        while true {
            if let stored = state.backlogs[number].waiting.popFirst() {
                state.backlogs[number].byteCount -= stored.packet.byteCount
                return .packet(stored)
            }
            if state.backlogs[number].isGivenUp { return .givenUp }
            if state.isAtEnd { return .end }
            guard try media.read(into: slot) else {
                state.isAtEnd = true
                continue
            }
            try distribute(among: &state.backlogs)
        }
    }

    /// Puts the packet in the slot into every backlog that wants it.
    private func distribute(among backlogs: inout [Backlog]) throws {
        guard slot.byteCount > 0 else { return }
        let stream = slot.streamIndex
        let wanting = backlogs.indices.filter {
            backlogs[$0].stream == stream && !backlogs[$0].isGivenUp && !backlogs[$0].hasLeft
        }
        guard !wanting.isEmpty else { return }
        media.counters.add { $0.packetsRead += 1 }
        for number in wanting {
            let copy = Packet()
            try copy.share(slot)
            let stored = StoredPacket(takingFrom: copy)
            backlogs[number].byteCount += stored.packet.byteCount
            backlogs[number].waiting.append(stored)
            if backlogs[number].byteCount > limit { backlogs[number].isGivenUp = true }
        }
    }

    /// A reader has what it needs: nothing is kept for it any more.
    func leave(_ number: Int) {
        state.withLock { state in
            state.backlogs[number].hasLeft = true
            (state.backlogs[number].waiting, state.backlogs[number].byteCount) = (Fifo(), 0)
        }
    }
}

/// Reads the samples of one track with a shared demuxer, and with one of its own when it falls behind or seeks.
final class SharedSampleReader: SampleReading {
    /// What tells packets of a stream apart.
    private struct Identity: Equatable {
        let presentation: Int64?
        let decode: Int64?
        let position: Int64?
        let byteCount: Int

        init(_ packet: borrowing Packet) {
            presentation = packet.presentationTicks
            decode = packet.decodeTicks
            position = packet.filePosition
            byteCount = packet.byteCount
        }
    }

    let parameters: CodecParameters
    let tick: TickLength
    let storedTimes: StoredTimes
    private let shared: SharedDemuxer
    private let backlog: Int
    private let track: TrackSource
    private let reopen: () throws -> OpenedMedia
    private var own: DemuxedSampleReader?
    private var count = 0
    /// How many samples have come, with those at the beginning that cannot be decoded.
    private var storedCount = 0
    private var last: Identity?

    fileprivate init(
        _ shared: SharedDemuxer,
        backlog: Int,
        _ track: TrackSource,
        _ stream: DemuxedStream,
        _ storedTimes: StoredTimes,
        _ reopen: @escaping () throws -> OpenedMedia
    ) throws {
        let timeBase = stream.timeBase
        guard let tick = TickLength(timeBase.numerator, over: timeBase.denominator) else {
            throw MediaProblem(code: .decodeFailed, reason: "its samples have no times")
        }
        (self.shared, self.backlog, self.track, self.reopen, self.tick) = (shared, backlog, track, reopen, tick)
        self.storedTimes = storedTimes
        parameters = try CodecParameters(stream, decodesAlpha: track.facts.hasAlphaBeside)
    }

    deinit { shared.leave(backlog) }

    var hasFailed: Bool { own?.hasFailed ?? shared.hasFailed }

    func seek(to ticks: Int64) throws { try goAlone().seek(to: ticks) }

    func goToStart() throws {
        // One that has just been opened is there.
        if let own { try own.goToStart() } else { _ = try goAlone() }
    }

    /// Packets stay as they are: the demuxer would have to begin again, and others may have begun to read.
    func allowLargePackets() {}

    func read(into packet: borrowing Packet) throws -> Bool {
        if let own { return try own.read(into: packet) }
        while true {
            switch try shared.read(backlog, into: packet) {
            case .read:
                defer { storedCount += 1 }
                if track.facts.beginning?.omits(storedCount) ?? false { continue }
                count += 1
                last = Identity(packet)
                return true
            case .end: return false
            case .givenUp:
                try catchUp(packet)
                return try goAlone().read(into: packet)
            }
        }
    }

    private func goAlone() throws -> DemuxedSampleReader {
        if let own { return own }
        let media = try reopen()
        let fresh = try DemuxedSampleReader(media, track)
        own = fresh
        shared.leave(backlog)
        return fresh
    }

    /// Reads with a demuxer of its own up to the last packet that came from the shared one.
    private func catchUp(_ packet: borrowing Packet) throws {
        guard shared.canReopen else {
            let reason = "its source cannot be read at two places, and one output fell too far behind the others"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let reader = try goAlone()
        for number in 0..<count {
            guard try reader.read(into: packet), number < count - 1 || Identity(packet) == last else {
                throw MediaProblem.hasChanged
            }
        }
    }
}
