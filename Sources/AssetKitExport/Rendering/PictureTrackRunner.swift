internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation
internal import Synchronization

/// Encodes a track of pictures: its parts by as many chains as there is room for, joined in order.
final class PictureTrackRunner: Sendable {
    /// How much of the track is done.
    typealias Progress = @Sendable (Double) -> Void

    private let rendering: PictureRendering
    private let source: TrackSource
    private let range: CMTimeRange
    private let speed: Speed
    private let session: ReadingSession
    private let outboxes: [ChunkOutbox]
    /// So many parts may be in the making or wait to be written.
    private let room: Room
    private let nextChunk = Atomic(0)
    private let workerCount: Int
    private let done: Lock<[Double]>
    /// A file in whose folder there is room for what is needed on the way.
    private let target: String

    /// `target`: the file in whose folder finished samples may wait for their turn.
    init(
        _ rendering: PictureRendering,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed,
        _ session: ReadingSession,
        workerCount: Int,
        target: String
    ) {
        (self.rendering, self.source, self.range, self.speed, self.session) = (rendering, source, range, speed, session)
        // One part alone waits for whoever writes; several must be able to go on until it is their turn.
        let isAlone = rendering.chunks.count == 1
        outboxes = rendering.chunks.map { _ in
            isAlone ? ChunkOutbox(capacity: 16, target: nil) : ChunkOutbox(capacity: .max, target: target)
        }
        self.workerCount = max(1, min(workerCount, rendering.chunks.count))
        room = Room(self.workerCount + 1)
        done = Lock(rendering.chunks.map { _ in 0 })
        self.target = target
    }

    /// Starts the threads. `write` gets the samples in order, on one thread, and `end` is called behind the last one.
    func start(
        _ crew: ExportCrew,
        _ progress: @escaping Progress,
        write: @escaping @Sendable (SinkSample) throws -> Void,
        end: @escaping @Sendable () throws -> Void
    ) {
        let compositor = source.layered?.compositor
        compositor?.resume()
        crew.onFailure { [self] _ in
            compositor?.cancel()
            outboxes.forEach { $0.close() }
            room.open()
        }
        for _ in 0..<workerCount {
            crew.add("assetkit.export.pictures") { [self] in
                while let number = try claim(crew) { try render(number, crew, progress) }
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
        guard number < rendering.chunks.count else {
            room.leave()
            return nil
        }
        return number
    }

    private func render(_ number: Int, _ crew: ExportCrew, _ progress: Progress) throws {
        let outbox = outboxes[number]
        let folder = rendering.passesTwice ? try HiddenFolder(besides: target) : nil
        let notes = folder?.plainPath(String(number))
        if let notes {
            let pass = EncoderPass(order: .first, path: notes)
            try run(number, pass, crew, { progress($0 / 2) }, { _ in })
        }
        let pass = notes.map { EncoderPass(order: .second, path: $0) }
        try run(number, pass, crew, { progress(notes == nil ? $0 : 0.5 + $0 / 2) }) { sample in
            guard try outbox.put(sample) else { throw CancellationError() }
        }
        withExtendedLifetime(folder) {}
        outbox.finish()
    }

    /// Goes over a part. The encoder has closed its notes afterwards.
    private func run(
        _ number: Int,
        _ pass: EncoderPass?,
        _ crew: ExportCrew,
        _ progress: Progress,
        _ body: (SinkSample) throws -> Void
    ) throws {
        let chunk = rendering.chunks[number].wrappedValue
        let length = chunk.clipped(to: source.facts.presentedEnd).duration
        let seconds = length.isNumeric ? max(length.seconds, 0.001) : .infinity
        let renderer = try ChunkRenderer(
            rendering,
            number: number,
            of: source,
            in: range,
            at: speed,
            session,
            pass: pass
        )
        try renderer.run(
            crew,
            { time in
                try crew.check()
                let part = min(1, max(0, (time - chunk.start).seconds / seconds))
                progress(note(part, of: number))
            },
            body
        )
        progress(note(1, of: number))
    }

    /// How much of all parts is done.
    private func note(_ part: Double, of number: Int) -> Double {
        done.withLock { done in
            done[number] = part
            return done.reduce(0, +) / Double(done.count)
        }
    }
}

extension PictureRendering {
    /// How many chains may work at once: as many as keep all cores busy, as far as the memory for them goes. `limit`: how many
    /// cores there are to be taken; nil for those of the machine.
    func mostWorkers(of limit: Int?) -> Int {
        // What encoders and decoders keep: some dozen pictures each, those of the newer codecs far more.
        let pictures =
            switch encoding.codec {
            case .av1: 160
            case .hevc, .vp9: 90
            default: 60
            }
        let bytes = max(encoding.width * encoding.height * 3 * pictures, 1)
        let memory = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
        let cores = limit ?? ProcessInfo.processInfo.activeProcessorCount
        return max(1, min((cores + threadCount - 1) / threadCount, memory / bytes))
    }
}
