import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitAssets
@testable import AssetKitBase

@Suite("Compositors of clients")
struct CustomCompositorTests {
    /// Keeps its requests until it is told what to do with them.
    private final class Keeper: NSObject, AVVideoCompositing, @unchecked Sendable {
        let sourcePixelBufferAttributes: [String: Any]? = [
            kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA]
        ]
        let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
        ]
        let requests = Protected<[AVAsynchronousVideoCompositionRequest]>([])
        let events = Protected<[String]>([])
        var finishesWhenCancelled: Bool { true }

        func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
            events.withLock { $0.append("context \(Int(newRenderContext.size.width))") }
        }

        func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {
            events.withLock { $0.append("hint \(renderHint.startCompositionTime.value)") }
        }

        func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {
            events.withLock { $0.append("request \(asyncVideoCompositionRequest.compositionTime.value)") }
            requests.withLock { $0.append(asyncVideoCompositionRequest) }
        }

        func cancelAllPendingVideoCompositionRequests() {
            for request in take() { request.finishCancelledRequest() }
        }

        func take() -> [AVAsynchronousVideoCompositionRequest] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
        }
    }

    /// Says what it makes in the newer spelling, and lets go of every request.
    private final class Dropper: NSObject, AVVideoCompositing {
        var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
        var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
            [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA]
        }
        func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
        func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {}
    }

    /// Says nothing of what it makes.
    private final class Silent: NSObject, AVVideoCompositing {
        func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
        func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {}
    }

    /// What became of requests, in the order in which they were finished.
    private final class Results: Sendable {
        let all = Protected<[(Int64, Result<CVPixelBuffer, any Error>)]>([])
        var times: [Int64] { all.withLock { $0.map(\.0) } }
        var errors: [any Error] {
            all.withLock { all in
                all.compactMap { entry in
                    guard case .failure(let error) = entry.1 else { return nil }
                    return error
                }
            }
        }
    }

    private let instruction: AVVideoCompositionInstruction = VideoCompositions.instruction(0, 5, [1])

    private let composition: AVVideoComposition

    init() { composition = VideoCompositions.composition([instruction]) }

    private func ask(_ compositor: CustomCompositor, _ time: Int64, _ results: Results) {
        compositor.request(
            at: CMTime(value: time, timescale: 25),
            instruction,
            of: composition,
            pictures: [:]
        ) { result in
            results.all.withLock { $0.append((time, result)) }
        }
    }

    @Test("a compositor hears of its context first, and of each frame before it is asked for it")
    func order() throws {
        let compositor = CustomCompositor(Keeper.self)
        let keeper = try #require(compositor.compositor as? Keeper)
        let results = Results()
        for time in 0..<2 { ask(compositor, Int64(time), results) }
        #expect(keeper.events.withLock { $0 } == ["context 64", "hint 0", "request 0", "hint 1", "request 1"])
        #expect(compositor.sourceFormats == [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA])
        for request in keeper.take().reversed() {
            let buffer = try #require(request.renderContext.newPixelBuffer())
            #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 48)
            request.finish(withComposedVideoFrame: buffer)
        }
        #expect(results.times == [1, 0] && results.errors.isEmpty)
        compositor.cancel()
        try compositor.waitForCancelled()
    }

    @Test("a context says how large pictures are made, how places become larger or smaller, and that quality matters")
    func context() throws {
        let scaled = try #require(composition.mutableCopy() as? AVMutableVideoComposition)
        scaled.renderScale = 0.5
        let compositor = CustomCompositor(Keeper.self)
        let keeper = try #require(compositor.compositor as? Keeper)
        compositor.request(at: .zero, instruction, of: scaled, pictures: [:]) { _ in }
        let context = try #require(keeper.take().first).renderContext
        #expect((context.size, context.renderScale) == (CGSize(width: 32, height: 24), 0.5))
        #expect(context.renderTransform == CGAffineTransform(scaleX: 0.5, y: 0.5))
        let (edges, shape) = (context.edgeWidths, context.pixelAspectRatio)
        #expect([edges.left, edges.top, edges.right, edges.bottom].allSatisfy { $0 == 0 })
        #expect(shape.horizontalSpacing == shape.verticalSpacing)
        #expect(context.highQualityRendering && context.videoComposition === scaled)
    }

    @Test("a request says which tracks show a picture, and has it")
    func sources() throws {
        let compositor = CustomCompositor(Keeper.self)
        let keeper = try #require(compositor.compositor as? Keeper)
        let results = Results()
        ask(compositor, 0, results)
        let context = try #require(keeper.take().first).renderContext
        let buffer = try #require(context.newPixelBuffer())
        let request = AVAsynchronousVideoCompositionRequest(context, at: .zero, instruction, pictures: [7: buffer]) {
            _ in
        }
        #expect(request.sourceTrackIDs == [7 as NSNumber] && request.sourceFrame(byTrackID: 7) === buffer)
        #expect(request.sourceFrame(byTrackID: 1) == nil && request.sourceSampleDataTrackIDs.isEmpty)
        #expect(results.errors.count == 1)
    }

    @Test("a request that is let go of has failed, and an error of the client's is carried along")
    func failures() throws {
        let results = Results()
        ask(CustomCompositor(Dropper.self), 0, results)
        let compositor = CustomCompositor(Keeper.self)
        ask(compositor, 1, results)
        try #require(compositor.compositor as? Keeper).take().first?.finish(with: CocoaError(.fileNoSuchFile))
        let codes = results.errors.map { ($0 as? AVError)?.code }
        #expect(codes == [.videoCompositorFailed, .videoCompositorFailed])
        let cause = (results.errors.last as? AVError)?.userInfo[NSUnderlyingErrorKey]
        #expect(cause is CocoaError)
    }

    @Test("a fourth request waits until one is finished")
    func backPressure() throws {
        var open = OpenRequests()
        #expect((1...3).allSatisfy { open.open { _ in } == .number($0) } && open.open { _ in } == nil)
        #expect(open.take(2) != nil && open.take(2) == nil && open.open { _ in } == nil)
        open.close(2)
        #expect(open.open { _ in } == .number(4))
        #expect(open.cancel()?.count == 3 && open.cancel() == nil && open.open { _ in } == .refused)
        #expect(open.take(1) == nil && open.count == 3)
        open.resume()
        #expect(open.open { _ in } == .number(5) && open.count == 1)
        let compositor = CustomCompositor(Keeper.self)
        let keeper = try #require(compositor.compositor as? Keeper)
        let results = Results()
        for time in 0..<3 { ask(compositor, Int64(time), results) }
        let first = try #require(keeper.requests.withLock { $0.isEmpty ? nil : $0.removeFirst() })
        let finisher = Thread { first.finishCancelledRequest() }
        finisher.start()
        ask(compositor, 3, results)
        #expect(results.times == [0] && keeper.take().count == 3)
    }

    @Test("cancelling ends all that is open, and no more is begun")
    func cancelled() throws {
        let compositor = CustomCompositor(Keeper.self)
        let results = Results()
        for time in 0..<3 { ask(compositor, Int64(time), results) }
        compositor.cancel()
        try compositor.waitForCancelled()
        ask(compositor, 3, results)
        #expect(results.times == [0, 1, 2, 3] && results.errors.allSatisfy { $0 is CancellationError })
        compositor.resume()
        ask(compositor, 4, results)
        #expect(results.times.count == 4)
        try #require(compositor.compositor as? Keeper).take().first?.finishCancelledRequest()
        #expect((results.errors.last as? AVError)?.code == .videoCompositorFailed)
    }

    @Test("a compositor that does not let go is given up on")
    func stubborn() throws {
        /// Holds on to its requests whatever comes.
        final class Stubborn: NSObject, AVVideoCompositing, @unchecked Sendable {
            let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
            ]
            let held = Protected<[AVAsynchronousVideoCompositionRequest]>([])
            func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
            func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {
                held.withLock { $0.append(asyncVideoCompositionRequest) }
            }
        }
        let compositor = CustomCompositor(Stubborn.self)
        ask(compositor, 0, Results())
        let results = Results()
        ask(compositor, 1, results)
        compositor.cancel()
        #expect(results.errors.count == 1 && results.errors[0] is CancellationError)
        let error = #expect(throws: AVError.self) { try compositor.waitForCancelled(patience: 0) }
        #expect(error?.code == .videoCompositorFailed)
        // What it holds does not count any more.
        compositor.resume()
        for time in 2..<5 { ask(compositor, Int64(time), results) }
        #expect(results.times == [1])
    }

    @Test("finishing twice, and not saying what is made, stop the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) { _ = CustomCompositor(Silent.self) }
        await #expect(processExitsWith: .failure) {
            let compositor = CustomCompositor(Keeper.self)
            let composition = VideoCompositions.composition([])
            compositor.request(at: .zero, OwnInstruction(.zero), of: composition, pictures: [:]) { _ in }
            let request = (compositor.compositor as? Keeper)?.take().first
            request?.finishCancelledRequest()
            request?.finishCancelledRequest()
        }
    }
}
