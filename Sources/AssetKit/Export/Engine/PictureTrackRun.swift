internal import CMTimeLib
internal import Foundation
internal import Synchronization

/// Encodes a track of pictures: its parts by as many chains as there is room for, joined in order.
final class PictureTrackRun: Sendable {
    /// How much of the track is done.
    typealias Progress = @Sendable (Double) -> Void

    private let work: PictureWork
    private let source: TrackSource
    private let range: CMTimeRange
    private let session: ReadingSession
    private let outboxes: [PartOutbox]
    /// So many parts may be in the making or wait to be written.
    private let room: Room
    private let nextChunk = Atomic(0)
    private let workerCount: Int
    /// How much of each part is done, pass by pass.
    private let done: Lock<[Double]>
    /// nil where one pass does.
    private let passes: TwoPasses?

    /// `target`: the file in whose folder finished samples may wait for their turn.
    init(
        _ work: PictureWork,
        of source: TrackSource,
        in range: CMTimeRange,
        _ session: ReadingSession,
        workerCount: Int,
        target: String
    ) throws {
        (self.work, self.source, self.range, self.session) = (work, source, range, session)
        // One part alone waits for whoever writes; several must be able to go on until it is their turn.
        let isAlone = work.chunks.count == 1
        outboxes = work.chunks.map { _ in
            isAlone ? PartOutbox(capacity: 16, target: nil) : PartOutbox(capacity: .max, target: target)
        }
        self.workerCount = max(1, min(workerCount, work.chunks.count))
        room = Room(self.workerCount + 1)
        if work.passesTwice, case .bitRate(let rate) = work.encoding.rate {
            passes = try TwoPasses(partCount: work.chunks.count, bitRate: rate, besides: target)
        } else {
            passes = nil
        }
        done = Lock(Array(repeating: 0, count: work.chunks.count * (passes == nil ? 1 : 2)))
    }

    /// Starts the threads. `write` gets the samples in order, on one thread, and `end` is called behind the last one.
    func start(
        _ crew: ExportCrew,
        _ progress: @escaping Progress,
        write: @escaping @Sendable (SinkSample) throws -> Void,
        end: @escaping @Sendable () throws -> Void
    ) {
        crew.onFailure { [self] _ in
            outboxes.forEach { $0.close() }
            room.open()
            passes?.stop()
        }
        for _ in 0..<workerCount {
            crew.add("assetkit.export.pictures") { [self] in
                while let number = passes?.claim() {
                    passes?.note(try measure(number, crew, progress), of: number)
                }
                let rates = try passes?.rates()
                while let number = try claim(crew) { try render(number, rates?[number], crew, progress) }
            }
        }
        crew.add("assetkit.export.joining") { [self] in
            var order = DecodeOrder()
            for outbox in outboxes {
                while let sample = try outbox.take() { try write(order.place(sample)) }
                room.leave()
            }
            try end()
        }
    }

    /// The number of the next part that nobody works on; nil when there is none.
    private func claim(_ crew: ExportCrew) throws -> Int? {
        room.enter()
        try crew.check()
        let number = nextChunk.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < work.chunks.count else {
            room.leave()
            return nil
        }
        return number
    }

    /// The first of two passes over a part.
    private func measure(_ number: Int, _ crew: ExportCrew, _ progress: Progress) throws -> TwoPasses.Measure {
        var work = work
        work.encoding = work.encoding.measuring
        let pass = passes?.pass(.first, over: number)
        let renderer = try ChunkRenderer(work, number: number, of: source, in: range, session, pass: pass)
        var measure = TwoPasses.Measure()
        try run(renderer, number, in: number, crew, progress) { sample in
            measure.byteCount += sample.data.dataLength
            measure.seconds += sample.duration.seconds
        }
        return measure
    }

    /// `rate`: the bits in a second that were set aside for the part, after a first pass.
    private func render(_ number: Int, _ rate: Int64?, _ crew: ExportCrew, _ progress: Progress) throws {
        var work = work
        if let rate { work.encoding.rate = .bitRate(rate) }
        let outbox = outboxes[number]
        let pass = passes?.pass(.second, over: number)
        let renderer = try ChunkRenderer(work, number: number, of: source, in: range, session, pass: pass)
        let place = number + (passes == nil ? 0 : work.chunks.count)
        try run(renderer, number, in: place, crew, progress) { sample in
            guard try outbox.put(sample) else { throw CancellationError() }
        }
        outbox.finish()
    }

    /// Does a pass over a part, which is reported in a place of those that are counted.
    private func run(
        _ renderer: ChunkRenderer,
        _ number: Int,
        in place: Int,
        _ crew: ExportCrew,
        _ progress: Progress,
        _ body: (SinkSample) throws -> Void
    ) throws {
        let chunk = work.chunks[number].wrappedValue
        let length = chunk.clipped(to: source.facts.presentedEnd).duration
        let seconds = length.isNumeric ? max(length.seconds, 0.001) : .infinity
        try renderer.run(
            { time in
                try crew.check()
                let part = min(1, max(0, (time - chunk.start).seconds / seconds))
                progress(note(part, of: place))
            },
            body
        )
        progress(note(1, of: place))
    }

    /// How much of all parts is done.
    private func note(_ part: Double, of place: Int) -> Double {
        done.withLock { done in
            done[place] = part
            return done.reduce(0, +) / Double(done.count)
        }
    }
}

extension PictureWork {
    /// How many chains may work at once: one for each core, as far as the memory for them goes.
    var mostWorkers: Int {
        // What encoders and decoders keep: some dozen pictures each, those of the newer codecs far more.
        let pictures =
            switch encoding.codec {
            case .av1: 160
            case .hevc, .vp9: 90
            default: 60
            }
        let bytes = max(encoding.width * encoding.height * 3 * pictures, 1)
        let memory = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
        return max(1, min(ProcessInfo.processInfo.activeProcessorCount, memory / bytes))
    }
}
