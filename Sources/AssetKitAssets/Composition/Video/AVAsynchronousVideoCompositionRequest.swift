internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A picture that a compositor is to make.
///
/// It is finished exactly once, on any thread: a second time stops the program. A request that nobody holds any more and that
/// has not been finished counts as failed.
open class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
    // SAFETY: fixed after init, but for what is behind a lock.
    package enum Answer: @unchecked Sendable {
        case picture(CVPixelBuffer)
        case failure(any Error)
        case cancelled
    }

    /// What the picture is made for.
    public let renderContext: AVVideoCompositionRenderContext
    /// When it shows.
    public let compositionTime: CMTime
    /// What to make.
    public let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
    private let pictures: [CMPersistentTrackID: CVPixelBuffer]
    private let handler: Protected<(@Sendable (Answer) -> Void)?>

    /// `handler` is called once, on the thread that finishes the request.
    package init(
        _ renderContext: AVVideoCompositionRenderContext,
        at time: CMTime,
        _ instruction: any AVVideoCompositionInstructionProtocol,
        pictures: [CMPersistentTrackID: CVPixelBuffer],
        handler: @escaping @Sendable (Answer) -> Void
    ) {
        (self.renderContext, compositionTime, videoCompositionInstruction) = (renderContext, time, instruction)
        self.pictures = pictures
        self.handler = Protected(handler)
        super.init()
    }

    deinit {
        let reason = "the compositor let go of a request without finishing it"
        take()?(.failure(AVError(.videoCompositorFailed, reason)))
    }

    /// The same request.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The tracks that show a picture at this time.
    open var sourceTrackIDs: [NSNumber] { pictures.keys.sorted().map { NSNumber(value: $0) } }

    /// The picture of a track; nil where it shows none.
    open func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? { pictures[trackID] }

    /// The tracks that have a sample of another kind at this time: none yet.
    open var sourceSampleDataTrackIDs: [CMPersistentTrackID] { [] }

    /// The sample of a track that is none of pictures: nil, as there are none yet.
    open func sourceSampleBuffer(byTrackID trackID: CMPersistentTrackID) -> CMSampleBuffer? { nil }

    /// The metadata of a track: nil, as there is none yet.
    open func sourceTimedMetadata(byTrackID trackID: CMPersistentTrackID) -> AVTimedMetadataGroup? { nil }

    /// Finishes with the picture that was made. It may be one of the sources.
    open func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) { answer(.picture(composedVideoFrame)) }

    /// Finishes with why no picture could be made.
    open func finish(with error: any Error) { answer(.failure(error)) }

    /// Finishes without a picture, since all requests are cancelled.
    open func finishCancelledRequest() { answer(.cancelled) }

    private func take() -> (@Sendable (Answer) -> Void)? {
        handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
    }

    private func answer(_ answer: Answer) {
        guard let handler = take() else {
            programmerError("AVAsynchronousVideoCompositionRequest was finished twice")
        }
        handler(answer)
    }
}
