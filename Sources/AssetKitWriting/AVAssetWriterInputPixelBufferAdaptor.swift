internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Appends pictures to an input, and lends buffers to draw them into.
///
/// ```swift
/// let writer = try AVAssetWriter(url: URL(filePath: "film.mov"), fileType: .mov)
/// let input = AVAssetWriterInput(mediaType: .video, outputSettings: [
///     AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 640, AVVideoHeightKey: 360,
/// ])
/// let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: [
///     kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
/// ])
/// writer.add(input)
/// try writer.start()
/// writer.startSession(atSourceTime: .zero)
/// var picture: CVPixelBuffer?
/// if let pool = adaptor.pixelBufferPool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &picture) }
/// if let picture, input.isReadyForMoreMediaData { adaptor.append(picture, withPresentationTime: .zero) }
/// input.markAsFinished()
/// await writer.finishWriting()
/// ```
///
/// It asks for readiness as the input does. In asynchronous code, ``AVAssetWriterInput/PixelBufferReceiver`` is easier
/// to use: it waits for room.
///
/// SAFETY: everything that changes is behind a lock.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
    /// Where the pictures go.
    public let assetWriterInput: AVAssetWriterInput
    /// What the pool's buffers are like.
    public let sourcePixelBufferAttributes: [String: Any]?
    private let pool = Lock(CVPixelBufferPool?.none)

    /// Makes an adaptor, one for an input, before writing starts. Without attributes the pool makes buffers of the size that
    /// the input's settings name, in the layout that encoders like best.
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        let name = "AVAssetWriterInputPixelBufferAdaptor"
        require(input.mediaType == .video, "\(name): the input takes no pictures")
        let isFirst = input.setup.withLock { setup in
            defer { setup.hasAdaptor = true }
            return !setup.hasAdaptor
        }
        require(isFirst, "\(name): the input has an adaptor")
        require(
            input.value(\.writer).map { !$0.hasStarted } ?? true,
            "\(name): writing has started"
        )
        assetWriterInput = input
        self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
        super.init()
    }

    /// Makes buffers to draw into; nil before the start, after the end, and where attributes and settings name no size.
    open var pixelBufferPool: CVPixelBufferPool? {
        guard let writer = assetWriterInput.value(\.writer), writer.status == .writing,
            !assetWriterInput.live.withLock({ $0.isFinished })
        else { return nil }
        return pool.withLock { pool in
            if pool == nil { pool = makePool() }
            return pool
        }
    }

    private func makePool() -> CVPixelBufferPool? {
        var attributes = sourcePixelBufferAttributes ?? [:]
        let settings = assetWriterInput.outputSettings ?? [:]
        func fill(_ key: String, _ value: Any?) {
            if attributes[key] == nil, let value { attributes[key] = value }
        }
        fill(kCVPixelBufferWidthKey, settings[AVVideoWidthKey])
        fill(kCVPixelBufferHeightKey, settings[AVVideoHeightKey])
        fill(kCVPixelBufferPixelFormatTypeKey, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        var made: CVPixelBufferPool?
        guard CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &made) == kCVReturnSuccess else {
            return nil
        }
        return made
    }

    /// Appends a picture; false when the writer has failed or was cancelled. Times ascend. The input must be ready. The
    /// picture must not be changed afterwards.
    @discardableResult
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        let name = "AVAssetWriterInputPixelBufferAdaptor.append"
        do {
            let timing = CMSampleTimingInfo(
                duration: .invalid,
                presentationTimeStamp: presentationTime,
                decodeTimeStamp: .invalid
            )
            let buffer = try CMSampleBuffer(
                imageBuffer: pixelBuffer,
                formatDescription: try CMFormatDescription(imageBuffer: pixelBuffer),
                sampleTiming: timing
            )
            return assetWriterInput.append(buffer, as: name)
        } catch {
            assetWriterInput.feedFailed(error)
            return false
        }
    }
}
