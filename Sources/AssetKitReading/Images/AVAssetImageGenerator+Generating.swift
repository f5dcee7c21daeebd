internal import AssetKitAssets
public import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

extension AVAssetImageGenerator {
    /// Makes one image, and waits for it on the thread that asks. Throws as ``image(at:)`` does.
    ///
    /// - Parameters:
    ///   - requestedTime: When its picture is shown, within the tolerances.
    ///   - actualTime: Is set to when the picture is really shown, unless it is nil.
    /// - Returns: The image.
    /// - Throws: What ``image(at:)`` throws.
    public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let isMade = Gate()
        let outcome = Lock<Swift.Result<Still, any Error>?>(nil)
        start([requestedTime]) { _, result in
            outcome.withLock { $0 = result }
            isMade.open()
        }
        isMade.wait()
        guard let still = try outcome.withLock({ $0 })?.get() else { throw AVError(.unknown) }
        actualTime?.pointee = still.actualTime
        return still.image
    }

    /// Makes an image for each time, in the order of the times, and calls the handler once for each, from any queue.
    public func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        start(requestedTimes.map(\.timeValue)) { requested, result in
            switch result {
            case .success(let still): handler(requested, still.image, still.actualTime, .succeeded, nil)
            case .failure(let error):
                let isCancelled = (error as? AVError)?.code == .operationCancelled
                handler(requested, nil, .invalid, isCancelled ? .cancelled : .failed, error)
            }
        }
    }

    /// Makes one image and calls the handler with it, from any queue.
    @preconcurrency
    public func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        start([requestedTime]) { _, result in
            switch result {
            case .success(let still): handler(still.image, still.actualTime, nil)
            case .failure(let error): handler(nil, .invalid, error)
            }
        }
    }

    /// Gives up all images that have not been delivered: each is reported as cancelled.
    public func cancelAllCGImageGeneration() { engine.cancelAll() }

    /// Makes one image. A cancelled task hears of it at once.
    ///
    /// To make several, ask for them together with ``images(for:)``: that decodes nothing twice.
    ///
    /// - Parameter time: When its picture is shown, within the tolerances.
    /// - Returns: The image, and when its picture is really shown.
    /// - Throws: An ``AVError``: of opening the asset, `.noImageAtTime` where there is no picture within the
    ///   tolerances, `.invalidVideoComposition` where a composition is set, `.operationCancelled` when the task or the
    ///   generator was cancelled.
    public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let outcome = Outcome()
        let operation = StillOperation([time], currentSettings, asset) { _, result in outcome.set(result) }
        do {
            try await withTaskCancellationHandler {
                try await waitForCompletion { completion in
                    outcome.whenSet(completion)
                    engine.start(operation, of: asset)
                }
            } onCancel: {
                operation.cancel()
            }
        } catch is CancellationError {
            throw AVError.makingImage(of: asset, at: time, because: CancellationError())
        }
        let still = try outcome.get()
        return (still.image, still.actualTime)
    }

    @discardableResult
    func start(
        _ times: [CMTime],
        finish: @escaping @Sendable () -> Void = {},
        take: @escaping @Sendable (CMTime, Swift.Result<Still, any Error>) -> Void
    ) -> StillOperation {
        let operation = StillOperation(times, currentSettings, asset, take: take, finish: finish)
        engine.start(operation, of: asset)
        return operation
    }

    /// One result that comes later.
    private final class Outcome: Sendable {
        private struct State {
            var result: Swift.Result<Still, any Error>?
            var completion: (@Sendable () -> Void)?
        }

        private let state = Lock(State())

        func whenSet(_ completion: @escaping @Sendable () -> Void) {
            let isSet = state.withLock { state in
                state.completion = completion
                return state.result != nil
            }
            if isSet { completion() }
        }

        func set(_ result: Swift.Result<Still, any Error>) {
            let completion = state.withLock { state in
                state.result = result
                return state.completion
            }
            completion?()
        }

        func get() throws -> Still {
            guard let result = state.withLock({ $0.result }) else { throw AVError(.unknown) }
            return try result.get()
        }
    }
}
