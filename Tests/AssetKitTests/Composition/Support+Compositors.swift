import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

/// A compositor that does as a test says, and notes what it hears. At first each picture is as gray as its number says.
class ScriptedCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
    typealias Request = AVAsynchronousVideoCompositionRequest
    /// The request and its number, from zero on.
    typealias Script = @Sendable (Request, Int) -> Void

    private struct State {
        var script: Script?
        var events: [String] = []
        var times: [CMTime] = []
        var held: [Request] = []
        var (open, mostOpen) = (0, 0)
        var finishesWhenCancelled = true
    }

    private let state = Protected(State())
    private let cancelled = AsyncStream<Void>.makeStream()

    required override init() {}

    var sourcePixelBufferAttributes: [String: any Sendable]? {
        [kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA]]
    }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
        [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    }

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
        let size = newRenderContext.size
        note("context \(Int(size.width))x\(Int(size.height))")
    }

    func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {
        note("hint \(renderHint.startCompositionTime.seconds)")
    }

    func startRequest(_ asyncVideoCompositionRequest: Request) {
        let request = asyncVideoCompositionRequest
        note("request \(request.compositionTime.seconds)")
        let (number, script) = state.withLock { state in
            state.times.append(request.compositionTime)
            state.open += 1
            state.mostOpen = max(state.mostOpen, state.open)
            return (state.times.count - 1, state.script)
        }
        if let script { script(request, number) } else { finish(request) }
    }

    func cancelAllPendingVideoCompositionRequests() {
        note("cancel")
        if state.withLock({ $0.finishesWhenCancelled }) { take().forEach { $0.finishCancelledRequest() } }
        cancelled.continuation.yield()
    }

    private func note(_ event: String) { state.withLock { $0.events.append(event) } }

    // MARK: What tests do with it

    var events: [String] { state.withLock { $0.events } }
    /// What has been asked for.
    var times: [CMTime] { state.withLock { $0.times } }
    /// How many have been open at once, as far as this finished them.
    var mostOpen: Int { state.withLock { $0.mostOpen } }
    /// It does nothing when all are cancelled.
    func ignoreCancelling() { state.withLock { $0.finishesWhenCancelled = false } }

    /// From now on this is done with each request.
    func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// Keeps a request, and gives those that are kept.
    @discardableResult
    func hold(_ request: Request) -> Int {
        state.withLock { state in
            state.held.append(request)
            return state.held.count
        }
    }

    func take() -> [Request] {
        state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
    }

    /// Waits until this has heard that all are cancelled.
    func untilCancelled() async { for await _ in cancelled.stream { return } }

    /// Finishes with a picture that is as gray as its number says.
    func finish(_ request: Request) {
        state.withLock { $0.open -= 1 }
        let gray = Self.gray(at: request.compositionTime)
        guard let picture = request.renderContext.newPixelBuffer() else {
            return request.finish(with: CocoaError(.featureUnsupported))
        }
        picture.fill(with: gray)
        request.finish(withComposedVideoFrame: picture)
    }

    /// The code of the picture that a time in 25ths has.
    static func gray(at time: CMTime) -> UInt8 {
        UInt8(CMTimeConvertScale(time, timescale: 25, method: .default).value % 52 * 5)
    }
}

/// One that may be asked in any order.
final class ReorderingCompositor: ScriptedCompositor, AKVideoCompositorReordering, @unchecked Sendable {}

/// One that takes pictures as they are.
final class PlainCompositor: ScriptedCompositor, @unchecked Sendable {
    override var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
}

extension CVPixelBuffer {
    /// All bytes become a code.
    func fill(with code: UInt8) {
        CVPixelBufferLockBaseAddress(self, [])
        if let base = CVPixelBufferGetBaseAddress(self) { memset(base, Int32(code), CVPixelBufferGetDataSize(self)) }
        CVPixelBufferUnlockBaseAddress(self, [])
    }

    /// The numbers of all pictures that gray ones stand for.
    var number: Int { Int((Double(luma(100, 90) - 16) * 255 / 219 / 5).rounded()) }
}
