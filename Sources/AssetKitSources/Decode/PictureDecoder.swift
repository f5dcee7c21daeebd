internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A run of samples from a place where decoding can start, and the pictures that are wanted of it.
struct PictureRun {
    let parameters: CodecParameters
    /// When the wanted pictures are shown, in ticks of the media.
    var wanted: Set<Int64>
    /// When the pictures around wanted ones are shown, where those are to have them.
    var neighbours: [Int64: PictureNeighbours] = [:]
    /// Fills the slot with the next sample; false behind the last one that is needed.
    var next: (borrowing Packet) throws -> Bool
}

/// Decodes single pictures, with no more work than they need. One thread owns it.
final class PictureDecoder {
    /// Takes a wanted picture with the ticks it is known by. Its neighbours are empty frames unless it is interlaced and
    /// they were asked for and came out.
    typealias Receiver = (
        _ picture: borrowing Frame, _ ticks: Int64, _ previous: borrowing Frame, _ next: borrowing Frame
    ) throws -> Void

    /// What a run did not give.
    struct Shortfall {
        var missing: Set<Int64> = []
        /// What the decoder said first, where it said anything.
        var cause: (any Error)?
    }

    private let decoder: SampleDecoder
    private let disposables: DisposableSamples
    private let counters: RenderCounters
    private var neighbours = NeighbourKeeper([:])
    private var isFresh = true
    private var counted = (decoded: 0, skipped: 0)
    private var errorsInARow = 0
    private static let errorLimit = 64

    init(_ parameters: CodecParameters, threadCount: Int, counters: RenderCounters) throws {
        var options = SampleDecoder.Options()
        options.threadCount = threadCount
        decoder = try SampleDecoder(parameters, options: options)
        disposables = DisposableSamples(codec: parameters.traits.codec, codecPrivate: parameters.codecPrivate)
        self.counters = counters
    }

    /// Decodes a run and hands over the wanted pictures as they come.
    ///
    /// A sample that cannot be decoded spoils no others: what is missing in the end is the answer.
    func decode(_ run: PictureRun, flag: CancellationFlag, _ body: Receiver) throws -> Shortfall {
        if !isFresh { decoder.flush() }
        isFresh = false
        counted = (0, 0)
        neighbours = NeighbourKeeper(run.neighbours)
        defer {
            counters.add { [counted] in
                ($0.picturesDecoded, $0.packetsSkipped) = (
                    $0.picturesDecoded + counted.decoded, $0.packetsSkipped + counted.skipped
                )
            }
        }
        let needed = run.wanted.union(run.neighbours.values.flatMap(\.ticks))
        var shortfall = Shortfall(missing: run.wanted)
        let packet = Packet()
        let frame = Frame()
        while isUnfinished(shortfall), try read(run, into: packet, shortfall) {
            try flag.check()
            if let ticks = packet.presentationTicks, !needed.contains(ticks), disposables.contains(packet) {
                counted.skipped += 1
                continue
            }
            try send(packet, frame, &shortfall, body)
        }
        guard isUnfinished(shortfall) else { return shortfall }
        try tolerate(&shortfall) { try decoder.sendEnd() }
        while isUnfinished(shortfall), try receive(frame, &shortfall, body) != .end { try flag.check() }
        try neighbours.giveHeld(body)
        return shortfall
    }

    /// A wanted picture is missing, or waits for the one behind it.
    private func isUnfinished(_ shortfall: Shortfall) -> Bool { !shortfall.missing.isEmpty || neighbours.isHolding }

    private func read(_ run: PictureRun, into packet: borrowing Packet, _ shortfall: Shortfall) throws -> Bool {
        do {
            return try run.next(packet)
        } catch let error where !(error is CancellationError) && shortfall.missing.isEmpty {
            // All wanted pictures are there: what cannot be read was only to help deinterlacing the last one.
            return false
        }
    }

    private func send(
        _ packet: borrowing Packet,
        _ frame: borrowing Frame,
        _ shortfall: inout Shortfall,
        _ body: Receiver
    ) throws {
        while true {
            var flow = Flow.done
            do { flow = try decoder.send(packet) } catch let error as FFmpegError {
                shortfall.cause = shortfall.cause ?? error
            }
            while try receive(frame, &shortfall, body) == .done {}
            guard flow == .again else { return }
        }
    }

    /// Takes one frame from the decoder. A sample that cannot be decoded does not end it: the next ones may be sound.
    private func receive(
        _ frame: borrowing Frame,
        _ shortfall: inout Shortfall,
        _ body: Receiver
    ) throws -> Flow {
        let flow: Flow
        do {
            flow = try decoder.receive(into: frame)
        } catch let error as FFmpegError {
            shortfall.cause = shortfall.cause ?? error
            errorsInARow += 1
            // Each error is that of one sample on its way; one that never ends is the decoder's.
            return errorsInARow > Self.errorLimit ? .end : .done
        }
        errorsInARow = 0
        guard flow == .done else { return flow }
        counted.decoded += 1
        let ticks = frame.packetPresentationTicks ?? frame.presentationTicks
        try neighbours.giveHeld(behind: frame, ticks, body)
        let isWanted = ticks.map { shortfall.missing.remove($0) != nil } ?? false
        if let ticks, isWanted, !neighbours.hold(frame, ticks) { try body(frame, ticks, Frame(), Frame()) }
        neighbours.keep(frame, ticks)
        return .done
    }

    private func tolerate(_ shortfall: inout Shortfall, _ body: () throws -> Void) throws {
        do { try body() } catch let error as FFmpegError { shortfall.cause = shortfall.cause ?? error }
    }
}
