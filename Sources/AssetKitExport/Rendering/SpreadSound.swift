internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Encodes parts of a track of sound on several threads, and hands on their samples in order. Memory is bounded: whoever
/// brings sound waits while too much of it is at work.
///
/// SAFETY: what is gathered is touched by the one thread that brings sound; all else guards itself.
final class SpreadSound: @unchecked Sendable {
    private struct State {
        var finished: [Int: [SinkSample]] = [:]
        /// How many parts there are and when they end, once that is known.
        var ending: (count: Int, time: CMTime)?
        var digest: [UInt8]?
        var isStopped = false
    }

    private let chunking: SoundChunking
    private let sums: Bool
    private let state = Monitor(State())
    /// What each thread is to encode: the chunks of one lane, or of some.
    private let queues: [BoundedQueue<SoundChunk>]
    /// What is to be summed, which can only be done in order.
    private let summed = BoundedQueue<SoundChunk>(capacity: 8)
    /// So many chunks may be at work or wait to be written.
    private let room: Room

    // The bringer's own.
    private var gathered: [UInt8] = []
    private var gatheredCount = 0
    /// How many of the frames that are gathered belong to the part before, and have been handed over with it.
    private var leadCount = 0
    private var chunkCount = 0

    init(_ chunking: SoundChunking, workerCount: Int, sums: Bool) {
        (self.chunking, self.sums) = (chunking, sums)
        let count = max(1, min(workerCount, SoundChunking.laneCount))
        queues = (0..<count).map { _ in BoundedQueue(capacity: .max) }
        room = Room(3 * count + 2)
    }

    /// Starts the threads. `bring` adds all sound, on one of them.
    func start(
        _ crew: ExportCrew,
        write: @escaping @Sendable (SinkSample) throws -> Void,
        end: @escaping @Sendable (SoundTrackRunner.Ending) throws -> Void,
        bring: @escaping @Sendable () throws -> Void
    ) {
        crew.onFailure { [self] _ in stop() }
        crew.add("assetkit.export.sound", bring)
        for queue in queues {
            crew.add("assetkit.export.sound.encoding") { [self] in
                var lanes: [Int: any SoundLane] = [:]
                while let chunk = try queue.take() {
                    try crew.check()
                    let lane = try lanes[chunk.lane] ?? chunking.lane()
                    lanes[chunk.lane] = lane
                    let samples = try lane.samples(of: chunk)
                    state.withLock { $0.finished[chunk.number] = samples }
                    state.announce()
                }
            }
        }
        if sums { crew.add("assetkit.export.sound.sum") { [self] in try sum() } }
        crew.add("assetkit.export.sound.joining") { [self] in
            var number = 0
            while let samples = try take(number) {
                for sample in samples { try write(sample) }
                room.leave()
                number += 1
            }
            try end(try ending())
        }
    }

    // MARK: Sound comes in

    func add(_ block: SoundBlock) throws {
        let size = block.format.bytesPerFrame
        try block.data.withBytes { bytes in
            var place = 0
            while place < block.count {
                // Only now is it known that the part is not the last one.
                if gatheredCount == chunking.chunkSize { try handOver(isLast: false) }
                if gatheredCount == 0 { gathered.reserveCapacity((leadCount + chunking.chunkSize) * size) }
                let count = min(block.count - place, chunking.chunkSize - gatheredCount)
                gathered += UnsafeRawBufferPointer(rebasing: bytes[place * size..<(place + count) * size])
                gatheredCount += count
                place += count
            }
        }
    }

    /// All sound has been brought, and ends at a time.
    func finish(at time: CMTime) throws {
        if gatheredCount > 0 { try handOver(isLast: true) }
        queues.forEach { $0.finish() }
        summed.finish()
        let count = chunkCount
        state.withLock { $0.ending = (count, time) }
        state.announce()
    }

    private func handOver(isLast: Bool) throws {
        room.enter()
        let chunk = SoundChunk(
            number: chunkCount,
            start: chunkCount * chunking.chunkSize,
            count: gatheredCount,
            leadCount: leadCount,
            isLast: isLast,
            bytes: gathered
        )
        let size = gathered.count / (leadCount + gatheredCount)
        leadCount = min(chunking.leadSize, leadCount + gatheredCount)
        gathered = Array(gathered.suffix(leadCount * size))
        (gatheredCount, chunkCount) = (0, chunkCount + 1)
        guard queues[chunk.lane % queues.count].put(chunk), !sums || summed.put(chunk) else {
            throw CancellationError()
        }
    }

    // MARK: Samples go out

    private func sum() throws {
        let sum = MD5Sum()
        while let chunk = try summed.take() { chunk.add(to: sum, bitDepth: chunking.encoding.bitDepth) }
        let digest = sum.finish()
        state.withLock { $0.digest = digest }
        state.announce()
    }

    /// The samples of a part, waited for; nil behind the last one.
    private func take(_ number: Int) throws -> [SinkSample]? {
        let found = try state.wait { state -> [SinkSample]?? in
            if state.isStopped { throw CancellationError() }
            if let samples = state.finished.removeValue(forKey: number) { return samples }
            if let ending = state.ending, ending.count == number { return .some(nil) }
            return nil
        }
        return found
    }

    private func ending() throws -> SoundTrackRunner.Ending {
        try state.wait { state in
            if state.isStopped { throw CancellationError() }
            guard let ending = state.ending, !sums || state.digest != nil else { return nil }
            return SoundTrackRunner.Ending(time: ending.time, digest: state.digest)
        }
    }

    /// Gives everything up: whoever waits goes on.
    private func stop() {
        queues.forEach { $0.close() }
        summed.close()
        state.withLock { $0.isStopped = true }
        state.announce()
        room.open()
    }
}
