public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import Dispatch
internal import Foundation

// Reading with `async`, as of the systems of 2025.

extension AVAssetReaderOutput {
    /// Gives the samples of an output one after the other, without blocking a thread of Swift's pool.
    public struct Provider<Payload: Sendable>: Sendable {
        let take: @Sendable () throws -> Payload?

        /// The next samples; nil when all were given. Throws what reading failed with, and that it was cancelled.
        public func next() async throws -> Payload? {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.providers.async { continuation.resume(with: Result { try take() }) }
                }
            } onCancel: {
                cancel()
            }
        }

        let cancel: @Sendable () -> Void
    }

    /// Chooses what an output that supports random access gives next.
    public struct RandomAccessController: Sendable {
        let output: AVAssetReaderOutput

        /// Asks for other ranges, which rise and do not overlap, when the provider has given nil.
        public func reset(forReadingTimeRanges timeRanges: [CMTimeRange]) {
            output.reset(forReadingTimeRanges: timeRanges.map { NSValue(timeRange: $0) })
        }

        /// Says that no other ranges will be asked for.
        public func markConfigurationAsFinal() { output.markConfigurationAsFinal() }
    }
}

extension AVAssetReaderOutput.Provider: AsyncSequence {
    /// Goes through the samples. An addition to AVFoundation.
    public struct Iterator: AsyncIteratorProtocol {
        let provider: AVAssetReaderOutput.Provider<Payload>

        /// The next samples; nil when all were given.
        public func next() async throws -> Payload? { try await provider.next() }
    }

    /// Begins at the samples that nobody has taken yet.
    public func makeAsyncIterator() -> Iterator { Iterator(provider: self) }
}

extension AVAssetReader {
    /// Starts reading. Once, after all outputs were added.
    ///
    /// - Throws: An ``AVError``: the range has no beginning, an output asks for what cannot be made, the file cannot be
    ///   read.
    public func start() throws {
        guard !startReading() else { return }
        throw error ?? AVError(.unknown)
    }

    /// Adds an output, unless that has happened, and gives what its samples come from. Before the start.
    ///
    /// A cancelled task that waits for a sample cancels the reader.
    ///
    /// - Parameter output: An output of this reader, or of none yet. The content of what an
    ///   ``AVAssetReaderSampleReferenceOutput`` gives is a ``CMSampleDataReference``.
    /// - Returns: A sequence of the output's samples, for one task.
    public func outputProvider(
        for output: AVAssetReaderOutput
    ) -> sending AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>> {
        if !output.isAttached { add(output) }
        return provider(of: output) { output.nextSample().map { CMReadySampleBuffer(taking: $0) } }
    }

    /// The same for an output that may give several ranges, one after the other.
    public func outputProviderWithRandomAccess(
        for output: AVAssetReaderOutput
    )
        -> sending (
            AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>>,
            AVAssetReaderOutput.RandomAccessController
        )
    {
        output.supportsRandomAccess = true
        return (outputProvider(for: output), AVAssetReaderOutput.RandomAccessController(output: output))
    }

    /// Adds an output of a track of metadata, unless that has happened, and gives what its groups come from.
    public func outputMetadataProvider(
        for output: AVAssetReaderTrackOutput
    ) -> sending AVAssetReaderOutput.Provider<AVTimedMetadataGroup> {
        let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
        if !output.isAttached { add(output) }
        return provider(of: output) { adaptor.nextTimedMetadataGroup() }
    }

    private func provider<Payload: Sendable>(
        of output: AVAssetReaderOutput,
        _ take: @escaping @Sendable () -> Payload?
    ) -> AVAssetReaderOutput.Provider<Payload> {
        AVAssetReaderOutput.Provider(
            take: {
                if let payload = take() { return payload }
                switch self.status {
                case .failed: throw self.error ?? AVError(.unknown)
                case .cancelled: throw CancellationError()
                default: return nil
                }
            },
            cancel: { self.cancelReading() }
        )
    }
}

extension DispatchQueue {
    /// Waiting for samples blocks, so it has threads of its own and leaves Swift's pool alone.
    fileprivate static let providers = DispatchQueue(label: "assetkit.providers", attributes: .concurrent)
}
