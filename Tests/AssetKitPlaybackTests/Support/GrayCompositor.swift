import AssetKit
import AssetKitBase
import Foundation

/// A compositor whose pictures are as gray as their numbers say, which makes none of some of them, and notes what it hears.
final class GrayCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
    // SAFETY: what changes is behind a lock.
    private struct State {
        var events: [String] = []
        var failing: Set<Int64> = []
        var isOfHighQuality: [Bool] = []
    }

    private let state = Protected(State())

    let sourcePixelBufferAttributes: [String: any Sendable]? = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ]

    /// What it has heard, with the numbers of pictures in the place of times.
    var events: [String] { state.withLock { $0.events } }
    /// The pictures that it makes none of.
    var failing: Set<Int64> {
        get { state.withLock { $0.failing } }
        set { state.withLock { $0.failing = newValue } }
    }

    /// What its contexts have said of that.
    var isOfHighQuality: [Bool] { state.withLock { $0.isOfHighQuality } }

    private func note(_ event: String) { state.withLock { $0.events.append(event) } }

    private func number(_ time: CMTime) -> Int64 { CMTimeConvertScale(time, timescale: 25, method: .default).value }

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
        note("context")
        state.withLock { $0.isOfHighQuality.append(newRenderContext.highQualityRendering) }
    }

    func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {
        note("preroll from \(number(renderHint.startCompositionTime))")
    }

    func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {
        let (start, end) = (renderHint.startCompositionTime, renderHint.endCompositionTime)
        note("hint \(number(start))" + (start == end ? "" : " to \(number(end))"))
    }

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        let number = number(request.compositionTime)
        note("request \(number)")
        guard !failing.contains(number), let picture = request.renderContext.newPixelBuffer() else {
            return request.finish(with: CocoaError(.fileNoSuchFile))
        }
        CVPixelBufferLockBaseAddress(picture, [])
        if let base = CVPixelBufferGetBaseAddress(picture) {
            memset(base, Int32(number * 5), CVPixelBufferGetDataSize(picture))
        }
        CVPixelBufferUnlockBaseAddress(picture, [])
        request.finish(withComposedVideoFrame: picture)
    }
}
