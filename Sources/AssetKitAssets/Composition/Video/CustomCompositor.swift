package import AssetKitBase
package import AssetKitMedia
package import CMTimeLib
package import Foundation

/// A compositor of a client's, as one consumer uses it: made once, told what it makes pictures for, and asked for them.
///
/// One thread at a time asks; finished requests come on whatever thread the client finishes them.
///
/// SAFETY: fixed after init, but for what is behind locks.
package final class CustomCompositor: @unchecked Sendable {
    /// How long a compositor may take to let go of its requests.
    package static let patience: TimeInterval = 5

    /// For clients to see.
    package let compositor: any AVVideoCompositing
    /// The formats of the pictures that it is given, the best first; empty for any.
    package let sourceFormats: [OSType]
    private let targetAttributes: [AnyHashable: Any]
    private let open = Monitor(OpenRequests())
    private let context = Protected<AVVideoCompositionRenderContext?>(nil)

    /// Makes the compositor and reads its attributes, once. Stops the program where it does not say what it makes.
    package init(_ type: any AVVideoCompositing.Type) {
        compositor = type.init()
        let attributes = CompositorAttributes(compositor)
        require(
            !attributes.targetFormats.isEmpty,
            "\(type): requiredPixelBufferAttributesForRenderContext needs a kCVPixelBufferPixelFormatTypeKey"
        )
        sourceFormats = attributes.sourceFormats
        targetAttributes = attributes.target
    }

    /// What pictures are made for from now on. Before the first request, and whenever size, scale or composition change.
    package func use(_ composition: AVVideoComposition) throws {
        let size = composition.renderSize
        let scale = Double(composition.renderScale)
        var attributes = targetAttributes
        attributes[kCVPixelBufferWidthKey] = max(Int((Double(size.width) * scale).rounded()), 1)
        attributes[kCVPixelBufferHeightKey] = max(Int((Double(size.height) * scale).rounded()), 1)
        var pool: CVPixelBufferPool?
        guard CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess, let pool else {
            let reason = "no pixel buffers can be made as \(type(of: compositor)) asks for them"
            throw AVError(.videoCompositorFailed, reason)
        }
        let fresh = AVVideoCompositionRenderContext(composition, pool: pool)
        context.withLock { $0 = fresh }
        compositor.renderContextChanged(fresh)
    }

    /// Asks for a picture, when fewer than three are open: until then it waits. `handler` hears once what became of it.
    package func request(
        at time: CMTime,
        _ instruction: any AVVideoCompositionInstructionProtocol,
        pictures: [CMPersistentTrackID: CVPixelBuffer],
        handler: @escaping @Sendable (Result<CVPixelBuffer, any Error>) -> Void
    ) {
        guard let context = context.withLock({ $0 }) else { preconditionFailure("a compositor without a context") }
        guard open.wait(for: { $0.open() }) else { return handler(.failure(CancellationError())) }
        let request = AVAsynchronousVideoCompositionRequest(
            context,
            at: time,
            instruction,
            pictures: pictures
        ) { [open] answer in
            // First, so that who has cancelled all has heard of all.
            handler(answer.result)
            open.withLock { $0.close() }
            open.announce()
        }
        compositor.anticipateRendering(using: AVVideoCompositionRenderHint(from: time, to: time))
        compositor.startRequest(request)
    }

    /// Ends all requests: those that are open are to be finished, and no more are begun.
    ///
    /// Throws where the compositor has not let go of all of them after a while.
    package func cancel(patience: TimeInterval = CustomCompositor.patience) throws {
        if open.withLock({ $0.cancel() }) { compositor.cancelAllPendingVideoCompositionRequests() }
        open.announce()
        let deadline = Date(timeIntervalSinceNow: patience)
        guard open.wait(until: deadline, for: { $0.count == 0 ? true : nil }) != nil else {
            let reason = "\(type(of: compositor)) did not finish its requests after they were cancelled"
            throw AVError(.videoCompositorFailed, reason)
        }
    }
}

extension AVAsynchronousVideoCompositionRequest.Answer {
    fileprivate var result: Result<CVPixelBuffer, any Error> {
        switch self {
        case .picture(let buffer): .success(buffer)
        case .cancelled: .failure(CancellationError())
        case .failure(let error as AVError) where error.code == .videoCompositorFailed: .failure(error)
        case .failure(let error):
            .failure(AVError(.videoCompositorFailed, "the compositor could not make a picture", underlying: error))
        }
    }
}

/// What a compositor says of pixel buffers, in whichever spelling it says it.
private struct CompositorAttributes {
    let sourceFormats: [OSType]
    let targetFormats: [OSType]
    let target: [AnyHashable: Any]

    init(_ compositor: any AVVideoCompositing) {
        let older: any AKCompositorAttributes = compositor
        let newer: any AKSendableCompositorAttributes = compositor
        let source: [String: Any]? = older.sourcePixelBufferAttributes ?? newer.sourcePixelBufferAttributes
        let required: [String: Any] = older.requiredPixelBufferAttributesForRenderContext
        target = required.isEmpty ? newer.requiredPixelBufferAttributesForRenderContext : required
        sourceFormats = PixelBufferAttributes(source ?? [:])?.formats ?? []
        targetFormats = PixelBufferAttributes(target)?.formats ?? []
    }
}
