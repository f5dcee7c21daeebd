public import AssetKitAssets
internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
internal import AssetKitSources
public import Foundation

/// Makes sample buffers of the samples that cursors stand at, as they are stored: for files whose tables list their samples.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first,
///     let cursor = track.makeSampleCursorAtFirstSampleInDecodeOrder()
/// else { throw AVError(.noSourceTrack) }
/// let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
/// let request = AVSampleBufferRequest(start: cursor)
/// (request.direction, request.preferredMinSampleCount) = (.forward, 10)
/// let buffer = try generator.makeSampleBuffer(for: request)
/// print(buffer.numSamples, buffer.totalSampleSize)
/// ```
///
/// Times are those of the media, as cursors have them.
open class AVSampleBufferGenerator: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init; what it holds looks after itself.
    private let asset: AVAsset
    private let reads: SampleBytes
    private let waits: Bool

    /// Makes a generator of an asset's samples. `timebase`: what tells when samples of requests that are not immediate are due;
    /// without one the bytes of all are there when the buffer is.
    public init(asset: AVAsset, timebase: CMTimebase?) {
        self.asset = asset
        (waits, reads) = (timebase == nil, SampleBytes(asset))
        super.init()
    }

    /// A buffer with the samples of a request. Where that is not immediate and the generator has a timebase, their bytes come
    /// later: ``notifyOfDataReady(for:completionHandler:)`` tells when.
    open func makeSampleBuffer(for request: AVSampleBufferRequest) throws -> CMSampleBuffer {
        let samples = try samples(of: request)
        let buffer = try samples.buffer(reads)
        if waits || request.mode == .immediate {
            try reads.load(samples, into: buffer)
        } else {
            // Who waits for it hears what went wrong.
            reads.queue.async { [reads] in try? reads.load(samples, into: buffer) }
        }
        return buffer
    }

    /// A buffer with the samples of a request, whose bytes are read together with those of others when the batch is told to.
    open func makeSampleBuffer(
        for request: AVSampleBufferRequest,
        addTo batch: AVSampleBufferGeneratorBatch
    ) throws -> CMSampleBuffer {
        let samples = try samples(of: request)
        let buffer = try samples.buffer(reads)
        batch.add(buffer, samples, reads)
        return buffer
    }

    /// The same as ``makeSampleBuffer(for:)``; nil where that throws.
    @available(*, deprecated, message: "use makeSampleBuffer(for:)")
    open func createSampleBuffer(for request: AVSampleBufferRequest) -> CMSampleBuffer? {
        try? makeSampleBuffer(for: request)
    }

    /// Makes an empty batch.
    open func makeBatch() -> AVSampleBufferGeneratorBatch { AVSampleBufferGeneratorBatch() }

    /// Tells once, when the bytes of a buffer are there, or why they will not come: on any thread.
    @preconcurrency
    open class func notifyOfDataReady(
        for sbuf: CMSampleBuffer,
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        ReadinessWatch(completionHandler).watch(sbuf)
    }

    private func samples(of request: AVSampleBufferRequest) throws -> GeneratedSamples {
        guard request.startCursor.track.asset === asset else {
            throw AVError(.invalidSourceMedia, "cannot make sample buffers: the cursor is of another asset")
        }
        return GeneratedSamples(request)
    }
}

/// Tells once what has become of a buffer's data.
private final class ReadinessWatch: @unchecked Sendable {
    // SAFETY: what changes is behind a lock.
    private let state: Protected<(handler: (@Sendable (Bool, (any Error)?) -> Void)?, tokens: [any NSObjectProtocol])>

    init(_ handler: @escaping @Sendable (Bool, (any Error)?) -> Void) { state = Protected((handler, [])) }

    func watch(_ buffer: CMSampleBuffer) {
        // The tokens keep this until it has told.
        let tokens = [CMSampleBuffer.dataBecameReady, CMSampleBuffer.dataFailed].map { name in
            NotificationCenter.default.addObserver(forName: name, object: buffer, queue: nil) { [self] note in
                if let buffer = note.object as? CMSampleBuffer { look(buffer) }
            }
        }
        state.withLock { $0.tokens = tokens }
        look(buffer)
    }

    private func look(_ buffer: CMSampleBuffer) {
        let failure: (any Error)?
        switch buffer.dataReadiness {
        case .notReady: return
        case .ready: failure = nil
        case .failed: failure = SampleBytes.failure(of: buffer) ?? CMSampleBuffer.Error.dataFailed
        }
        let (handler, tokens) = state.withLock { state in
            defer { state = (nil, []) }
            return (state.handler, state.tokens)
        }
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        handler?(failure == nil, failure)
    }
}
