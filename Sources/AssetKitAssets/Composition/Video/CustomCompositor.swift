package import AssetKitBase
package import AssetKitMedia
package import CMTimeLib
package import Foundation

/// A compositor of a client's, as one consumer uses it: made once, told what it makes pictures for, and asked for them.
///
/// Finished requests come on whatever thread the client finishes them.
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
    private let isOfHighQuality: Bool
    private let open = Monitor(OpenRequests())
    /// What it makes pictures for. Behind the lock it is asked: by one thread after the other.
    private let context = Protected<AVVideoCompositionRenderContext?>(nil)

    /// Makes the compositor and reads its attributes, once. Stops the program where it does not say what it makes.
    ///
    /// `highQuality`: what it makes need not keep step with a clock.
    package init(_ type: any AVVideoCompositing.Type, highQuality: Bool = true) {
        isOfHighQuality = highQuality
        compositor = type.init()
        let attributes = CompositorAttributes(compositor)
        require(
            !attributes.targetFormats.isEmpty,
            "\(type): requiredPixelBufferAttributesForRenderContext needs a kCVPixelBufferPixelFormatTypeKey"
        )
        sourceFormats = attributes.sourceFormats
        targetAttributes = attributes.target
    }

    /// Asks for a picture, when fewer than three are open: until then it waits. `handler` hears once what became of it. `hint`:
    /// where it will be asked for more; nil for that one picture.
    package func request(
        at time: CMTime,
        _ instruction: any AVVideoCompositionInstructionProtocol,
        of composition: AVVideoComposition,
        pictures: [CMPersistentTrackID: CVPixelBuffer],
        hint: AVVideoCompositionRenderHint? = nil,
        handler: @escaping @Sendable (Result<CVPixelBuffer, any Error>) -> Void
    ) {
        guard case .number(let number) = open.wait(for: { $0.open(handler) }) else {
            return handler(.failure(CancellationError()))
        }
        do {
            try context.withLock { context in
                let context = try use(composition, instead: &context)
                let request = AVAsynchronousVideoCompositionRequest(
                    context,
                    at: time,
                    instruction,
                    pictures: pictures
                ) { [open] in open.finish(number, $0.result) }
                let hint = hint ?? AVVideoCompositionRenderHint(from: time, to: time)
                compositor.anticipateRendering(using: hint)
                compositor.startRequest(request)
            }
        } catch {
            open.finish(number, .failure(error))
        }
    }

    /// Says once for a composition, before the first request, in which range pictures will be asked for.
    package func preroll(_ hint: AVVideoCompositionRenderHint, of composition: AVVideoComposition) throws {
        try context.withLock { context in
            guard context?.videoComposition !== composition else { return }
            _ = try use(composition, instead: &context)
            compositor.prerollForRendering(using: hint)
        }
    }

    /// Says what pictures are made for from now on: before the first request, and whenever that changes.
    private func use(
        _ composition: AVVideoComposition,
        instead context: inout AVVideoCompositionRenderContext?
    ) throws -> AVVideoCompositionRenderContext {
        if let context, context.videoComposition === composition { return context }
        let fresh = try makeContext(composition)
        context = fresh
        compositor.renderContextChanged(fresh)
        return fresh
    }

    private func makeContext(_ composition: AVVideoComposition) throws -> AVVideoCompositionRenderContext {
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
        return AVVideoCompositionRenderContext(composition, pool: pool, highQuality: isOfHighQuality)
    }

    /// Ends all requests: who waits hears of it at once, no more are begun, and the compositor is told so on a thread of its
    /// own, as it may take a while.
    package func cancel() {
        guard let handlers = open.withLock({ $0.cancel() }) else { return }
        open.announce()
        for handler in handlers { handler(.failure(CancellationError())) }
        WorkerThread.start("assetkit.compositor.cancelling") { [self] in
            compositor.cancelAllPendingVideoCompositionRequests()
            open.withLock { $0.isTelling = false }
            open.announce()
        }
    }

    /// Waits until the compositor has let go of all requests that were cancelled. Throws where it has not after a while.
    package func waitForCancelled(patience: TimeInterval = CustomCompositor.patience) throws {
        let deadline = Date(timeIntervalSinceNow: patience)
        guard open.wait(until: deadline, for: { $0.isIdle ? true : nil }) != nil else {
            let reason = "\(type(of: compositor)) did not finish its requests after they were cancelled"
            throw AVError(.videoCompositorFailed, reason)
        }
    }

    /// Requests may begin again.
    package func resume() { open.withLock { $0.resume() } }
}

extension Monitor<OpenRequests> {
    /// Hands the answer on to who waits for it. One that nobody waits for has been cancelled.
    fileprivate func finish(_ number: Int, _ result: Result<CVPixelBuffer, any Error>) {
        // Before it is closed, so that who sees none open has heard of all.
        withLock { $0.take(number) }?(result)
        withLock { $0.close(number) }
        announce()
    }
}

extension AVAsynchronousVideoCompositionRequest.Answer {
    /// As those hear it who wait: nobody does once all is cancelled.
    fileprivate var result: Result<CVPixelBuffer, any Error> {
        switch self {
        case .picture(let buffer): .success(buffer)
        case .cancelled:
            .failure(AVError(.videoCompositorFailed, "the compositor cancelled a request that nobody had cancelled"))
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
