public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import Dispatch
internal import Foundation

/// What receivers of one input share: they append from asynchronous code, and wait without holding a thread.
final class InputReceiving: Sendable {
    let input: AVAssetWriterInput
    // Appending may write, which has no place on the threads that all tasks share.
    private let queue = DispatchQueue(label: "assetkit.writer.receiver")

    init(_ input: AVAssetWriterInput) { self.input = input }

    /// Appends when there is room. Throws the writer's error, or a `CancellationError` when it or the task was cancelled.
    func append(_ buffer: CMSampleBuffer) async throws {
        guard try await input.waitUntilReady() else { throw failure }
        let isTaken = await withCheckedContinuation { taken in
            queue.async { taken.resume(returning: self.input.append(buffer)) }
        }
        guard isTaken else { throw failure }
    }

    /// Appends if there is room; false where there is none.
    func appendImmediately(_ buffer: CMSampleBuffer) throws -> Bool {
        guard let writer = input.value(\.writer), writer.status == .writing else { throw failure }
        guard input.isReadyForMoreMediaData else { return false }
        guard input.append(buffer) else { throw failure }
        return true
    }

    func finish() { input.markAsFinished() }

    private var failure: any Error {
        let writer = input.value(\.writer)
        if let error = writer?.error { return error }
        return writer?.status == .cancelled
            ? CancellationError()
            : AVError(.operationNotAllowed, "the input takes no samples: it is finished, or the writer is not writing")
    }
}

extension AVAssetWriterInput {
    /// Appends sample buffers to an input from asynchronous code, and waits for room without holding a thread.
    ///
    /// Get one from `inputReceiver(for:)` of the writer, before it starts, and use it from one task. Where several
    /// inputs are fed, cancel the writer, or the other tasks, when one of them fails: they wait for it.
    ///
    /// A cancelled task appends nothing more, and stops waiting. What it has appended before stays: whoever wants a file
    /// without the rest finishes the input and the writer.
    public final class SampleBufferReceiver: Sendable {
        private let receiving: InputReceiving

        init(_ input: AVAssetWriterInput) { receiving = InputReceiving(input) }

        /// Appends when there is room.
        ///
        /// - Parameter sampleBuffer: Samples, in the order that ``AVAssetWriterInput/append(_:)`` asks for.
        /// - Throws: What made writing fail; a `CancellationError` when the writer or the task was cancelled.
        public func append<Content>(_ sampleBuffer: CMReadySampleBuffer<Content>) async throws {
            try await receiving.append(sampleBuffer.buffer)
        }

        /// Appends if there is room; false where there is none. Throws what made writing fail.
        public func appendImmediately<Content>(_ sampleBuffer: CMReadySampleBuffer<Content>) throws -> Bool {
            try receiving.appendImmediately(sampleBuffer.buffer)
        }

        /// Says that no samples follow.
        public func finish() { receiving.finish() }
    }

    /// Appends pictures to an input from asynchronous code, and waits for room without holding a thread.
    ///
    /// Get one from `inputPixelBufferReceiver(for:pixelBufferAttributes:)` of the writer, before it starts, and use
    /// it from one task. ``AVAssetWriter`` has an example.
    public final class PixelBufferReceiver: Sendable {
        private let receiving: InputReceiving
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor

        init(_ input: AVAssetWriterInput, _ attributes: [String: Any]?) {
            receiving = InputReceiving(input)
            adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input,
                sourcePixelBufferAttributes: attributes
            )
        }

        /// Makes buffers to draw into; nil before the start and after the end.
        public var pixelBufferPool: CVPixelBufferPool? { adaptor.pixelBufferPool }

        /// Appends when there is room.
        ///
        /// - Parameters:
        ///   - pixelBuffer: The picture, which nobody changes any more.
        ///   - presentationTime: When it is shown, later than the one before.
        /// - Throws: What made writing fail; a `CancellationError` when the writer or the task was cancelled.
        public func append(_ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime) async throws {
            try await receiving.append(try Self.sample(pixelBuffer, presentationTime))
        }

        /// Appends if there is room; false where there is none. Throws what made writing fail.
        public func appendImmediately(
            _ pixelBuffer: CVReadOnlyPixelBuffer,
            with presentationTime: CMTime
        ) throws -> Bool {
            try receiving.appendImmediately(try Self.sample(pixelBuffer, presentationTime))
        }

        /// Says that no pictures follow.
        public func finish() { receiving.finish() }

        private static func sample(_ picture: CVReadOnlyPixelBuffer, _ time: CMTime) throws -> CMSampleBuffer {
            try picture.withUnsafeBuffer { picture in
                try CMSampleBuffer(
                    imageBuffer: picture,
                    formatDescription: try CMFormatDescription(imageBuffer: picture),
                    sampleTiming: CMSampleTimingInfo(
                        duration: .invalid,
                        presentationTimeStamp: time,
                        decodeTimeStamp: .invalid
                    )
                )
            }
        }
    }

    /// Appends groups of timed metadata to an input from asynchronous code, and waits for room without holding a
    /// thread.
    ///
    /// Get one from `inputMetadataReceiver(for:)` of the writer, before it starts. The input has a format hint of
    /// timed metadata, such as ``AVTimedMetadataGroup/copyFormatDescription()`` gives.
    public final class MetadataReceiver: Sendable {
        private let receiving: InputReceiving

        init(_ input: AVAssetWriterInput) { receiving = InputReceiving(input) }

        /// Appends when there is room. Throws what made writing fail, what makes the group no sample, and a
        /// `CancellationError` when the writer or the task was cancelled.
        public func append(_ metadata: AVTimedMetadataGroup) async throws {
            try await receiving.append(try metadata.makeSampleBuffer(for: receiving.input))
        }

        /// Appends if there is room; false where there is none.
        public func appendImmediately(_ metadata: AVTimedMetadataGroup) throws -> Bool {
            try receiving.appendImmediately(try metadata.makeSampleBuffer(for: receiving.input))
        }

        /// Says that nothing follows.
        public func finish() { receiving.finish() }
    }
}

extension AVAssetWriter {
    /// Adds an input, unless it is the writer's already, and gives what appends to it from asynchronous code.
    public func inputReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.SampleBufferReceiver {
        adopt(input)
        return AVAssetWriterInput.SampleBufferReceiver(input)
    }

    /// Adds an input, unless it is the writer's already, and gives what appends pictures to it from asynchronous code.
    public func inputPixelBufferReceiver(
        for input: AVAssetWriterInput,
        pixelBufferAttributes: CVPixelBufferAttributes?
    ) -> sending AVAssetWriterInput.PixelBufferReceiver {
        adopt(input)
        return AVAssetWriterInput.PixelBufferReceiver(input, pixelBufferAttributes?.dictionary)
    }

    /// Adds an input, unless it is the writer's already, and gives what appends timed metadata to it from asynchronous code.
    public func inputMetadataReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.MetadataReceiver {
        adopt(input)
        return AVAssetWriterInput.MetadataReceiver(input)
    }

    private func adopt(_ input: AVAssetWriterInput) {
        if input.value(\.writer) !== self { add(input) }
    }
}
