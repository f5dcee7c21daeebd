internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// Sample buffers whose bytes are read together, in the order in which they lie in the file.
open class AVSampleBufferGeneratorBatch: @unchecked Sendable {
    // SAFETY: what changes is behind a lock.
    private struct Entry: @unchecked Sendable {
        // SAFETY: buffers look after themselves.
        let buffer: CMSampleBuffer
        let samples: GeneratedSamples
        let bytes: SampleBytes
    }

    private let entries = Protected<[Entry]>([])
    private let isCancelled = Lock(false)

    init() {}

    func add(_ buffer: CMSampleBuffer, _ samples: GeneratedSamples, _ bytes: SampleBytes) {
        entries.withLock { $0.append(Entry(buffer: buffer, samples: samples, bytes: bytes)) }
    }

    /// Reads the bytes of the buffers that have been added, and tells when all are there, or what went wrong first: on any thread.
    @preconcurrency
    open func makeDataReady(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        let entries = entries.withLock { all -> [Entry] in
            defer { all = [] }
            return all.sorted { $0.samples.offset < $1.samples.offset }
        }
        guard let queue = entries.first?.bytes.queue else { return completionHandler(nil) }
        queue.async { [self] in
            var failure: (any Error)?
            for entry in entries {
                let cancelled = isCancelled.withLock { $0 }
                do {
                    if cancelled { throw AVError(.operationCancelled, "the batch was cancelled") }
                    try entry.bytes.load(entry.samples, into: entry.buffer)
                } catch {
                    failure = failure ?? error
                    entry.bytes.fail(entry.buffer, error)
                }
            }
            completionHandler(failure)
        }
    }

    /// Reads no more: buffers whose bytes have not been read stay without.
    open func cancel() { isCancelled.withLock { $0 = true } }
}
