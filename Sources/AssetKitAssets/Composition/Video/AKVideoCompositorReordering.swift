/// A compositor that may be asked for pictures in any order of time: exports then render several parts of the timeline at
/// once. An addition to AVFoundation.
///
/// Nothing else is to be implemented. A compositor conforms to it whose pictures follow from their request alone, not from the
/// requests before it. It may be asked for a picture twice, where two parts meet. Requests still start one after the other, and
/// at most three are open.
///
/// ```swift
/// import AssetKit
///
/// /// Shows the first track's picture as it is.
/// final class PlainCompositor: NSObject, AVVideoCompositing, AKVideoCompositorReordering {
///     let sourcePixelBufferAttributes: [String: any Sendable]? = nil
///     let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
///         kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
///     ]
///
///     func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
///
///     func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
///         guard let first = request.sourceTrackIDs.first, let picture = request.sourceFrame(byTrackID: first.int32Value)
///         else { return request.finish(with: CocoaError(.featureUnsupported)) }
///         request.finish(withComposedVideoFrame: picture)
///     }
/// }
/// ```
public protocol AKVideoCompositorReordering: AVVideoCompositing {}
