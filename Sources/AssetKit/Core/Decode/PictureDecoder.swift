/// A stretch of samples from a place where decoding can start, and the pictures that are wanted of it.
struct PictureRun {
    let parameters: CodecParameters
    /// When the wanted pictures are shown, in ticks of the media.
    var wanted: Set<Int64>
    /// Fills the slot with the next sample; false behind the last one that is needed.
    var next: (borrowing Packet) throws -> Bool
}

/// Decodes single pictures, with no more work than they need. One thread owns it.
final class PictureDecoder {
    /// What a run did not give.
    struct Shortfall {
        var missing: Set<Int64> = []
        /// What the decoder said first, where it said anything.
        var cause: (any Error)?
    }

    private let decoder: SampleDecoder
    private let disposables: DisposableSamples
    private let counters: RenderCounters
    private var isFresh = true
    private var counted = (decoded: 0, skipped: 0)
    private var errorsInARow = 0
    private static let errorLimit = 64

    init(_ parameters: CodecParameters, threadCount: Int, counters: RenderCounters) throws {
        var options = SampleDecoder.Options()
        options.threadCount = threadCount
        decoder = try SampleDecoder(parameters, options: options)
        disposables = DisposableSamples(codecName: parameters.codecName, codecPrivate: parameters.codecPrivate)
        self.counters = counters
    }

    /// Decodes a run and hands over the wanted pictures as they come, each with the ticks it is known by.
    ///
    /// A sample that cannot be decoded spoils no others: what is missing in the end is the answer.
    func decode(_ run: PictureRun, flag: CancellationFlag, _ body: (borrowing Frame, Int64) throws -> Void) throws
        -> Shortfall
    {
        if !isFresh { decoder.flush() }
        isFresh = false
        counted = (0, 0)
        defer {
            counters.add { [counted] in
                ($0.picturesDecoded, $0.packetsSkipped) = (
                    $0.picturesDecoded + counted.decoded, $0.packetsSkipped + counted.skipped
                )
            }
        }
        var shortfall = Shortfall(missing: run.wanted)
        let packet = Packet()
        let frame = Frame()
        while !shortfall.missing.isEmpty, try run.next(packet) {
            try flag.check()
            if let ticks = packet.presentationTicks, !run.wanted.contains(ticks), disposables.contains(packet) {
                counted.skipped += 1
                continue
            }
            try send(packet, frame, &shortfall, body)
        }
        guard !shortfall.missing.isEmpty else { return shortfall }
        try tolerate(&shortfall) { try decoder.sendEnd() }
        while try receive(frame, &shortfall, body) != .end { try flag.check() }
        return shortfall
    }

    private func send(
        _ packet: borrowing Packet,
        _ frame: borrowing Frame,
        _ shortfall: inout Shortfall,
        _ body: (borrowing Frame, Int64) throws -> Void
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

    /// Takes one frame from the decoder. An error is that of one sample, and the next ones may follow.
    private func receive(
        _ frame: borrowing Frame,
        _ shortfall: inout Shortfall,
        _ body: (borrowing Frame, Int64) throws -> Void
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
        if let ticks = frame.packetPresentationTicks ?? frame.presentationTicks, shortfall.missing.remove(ticks) != nil
        {
            try body(frame, ticks)
        }
        return .done
    }

    private func tolerate(_ shortfall: inout Shortfall, _ body: () throws -> Void) throws {
        do { try body() } catch let error as FFmpegError { shortfall.cause = shortfall.cause ?? error }
    }
}
