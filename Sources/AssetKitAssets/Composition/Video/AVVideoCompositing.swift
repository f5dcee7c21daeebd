public import Foundation

/// What a compositor says of the pixel buffers that it takes and makes, in the older spelling of the values.
public protocol AKCompositorAttributes {
    /// What the buffers are like that it is given; nil for any.
    var sourcePixelBufferAttributes: [String: Any]? { get }
    /// What the buffers are like that it makes.
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { get }
}

extension AKCompositorAttributes {
    /// Nothing is said in this spelling.
    public var sourcePixelBufferAttributes: [String: Any]? { nil }
    /// Nothing is said in this spelling.
    public var requiredPixelBufferAttributesForRenderContext: [String: Any] { [:] }
}

/// What a compositor says of the pixel buffers that it takes and makes, in the newer spelling of the values.
public protocol AKSendableCompositorAttributes {
    /// What the buffers are like that it is given; nil for any.
    var sourcePixelBufferAttributes: [String: any Sendable]? { get }
    /// What the buffers are like that it makes.
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }
}

extension AKSendableCompositorAttributes {
    /// Nothing is said in this spelling.
    public var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
    /// Nothing is said in this spelling.
    public var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { [:] }
}

/// Makes the pictures of a video composition in a way of its own.
///
/// Set the class as ``AVMutableVideoComposition/customVideoCompositorClass``. Each image generator, reader output, export
/// session and player item that is given the composition makes one of it, which is its `customVideoCompositor`, and asks it for one
/// picture after the other in the order of time, in a player from wherever that goes; up to three may be open at once, and they may
/// be finished in any order, on any thread.
///
/// A picture has the size of the render context, and any pixel format: it is brought into what is asked of the consumer. What
/// it does not say of its colours is as in the composition, and its alpha does not count. A source may be finished with as it is. A
/// request that is finished with an error, or that is let go of, makes the reader, the export or the image fail with
/// `.videoCompositorFailed`. A player shows the picture before it instead, and its `akFigures` say why; only an item of which no
/// picture has come yet fails. When they are cancelled, the compositor has five seconds to finish what is open.
///
/// ```swift
/// import AssetKit
///
/// /// Makes every picture white.
/// final class WhiteCompositor: NSObject, AVVideoCompositing {
///     let sourcePixelBufferAttributes: [String: any Sendable]? = nil
///     let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
///         kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
///     ]
///
///     func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
///
///     func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
///         guard let picture = request.renderContext.newPixelBuffer() else {
///             return request.finish(with: CocoaError(.featureUnsupported))
///         }
///         CVPixelBufferLockBaseAddress(picture, [])
///         if let pixels = CVPixelBufferGetBaseAddress(picture) {
///             memset(pixels, 255, CVPixelBufferGetDataSize(picture))
///         }
///         CVPixelBufferUnlockBaseAddress(picture, [])
///         request.finish(withComposedVideoFrame: picture)
///     }
/// }
/// ```
///
/// A class has both attribute properties, `[String: Any]` or `[String: any Sendable]`, in which
/// `kCVPixelBufferPixelFormatTypeKey` has to be. Since there is no other way to make one, its `init()` is `required` unless
/// the class is final.
public protocol AVVideoCompositing: NSObjectProtocol, AKCompositorAttributes, AKSendableCompositorAttributes {
    /// Makes the compositor of a consumer.
    init()

    /// Size, scale or composition are other ones from now on. Comes before the first request.
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

    /// Makes a picture. It may be finished later, on any thread, and in another order, but once.
    func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

    /// All requests that are open are to be finished soon, or cancelled.
    func cancelAllPendingVideoCompositionRequests()

    /// A frame will be asked for, or a part of the timeline where frames show in reverse.
    func anticipateRendering(using renderHint: AVVideoCompositionRenderHint)

    /// Frames of a range will be asked for: called once for each composition before its first request, on the thread that will
    /// ask, but not where a single picture is wanted. The hint's end is infinite where nothing bounds the range, and earlier than its
    /// start where frames show in reverse.
    func prerollForRendering(using renderHint: AVVideoCompositionRenderHint)

    /// It can be given pictures of wide colour: P3 and BT.2020. Others are given those of BT.709.
    var supportsWideColorSourceFrames: Bool { get }

    /// It can be given pictures of a high dynamic range and of wide colour. Others are given those of a common screen, and what
    /// they make counts as such: white is 203 cd/m² in a composition of a high dynamic range.
    var supportsHDRSourceFrames: Bool { get }

    /// It converts colours itself: sources are not brought into those of the composition.
    var canConformColorOfSourceFrames: Bool { get }
}

extension AVVideoCompositing {
    /// Does nothing: requests are finished as they come.
    public func cancelAllPendingVideoCompositionRequests() {}
    /// Does nothing.
    public func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {}
    /// Does nothing.
    public func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {}
    /// It cannot.
    public var supportsWideColorSourceFrames: Bool { false }
    /// It cannot.
    public var supportsHDRSourceFrames: Bool { false }
    /// It does not.
    public var canConformColorOfSourceFrames: Bool { false }
}
