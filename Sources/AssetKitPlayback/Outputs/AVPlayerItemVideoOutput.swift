internal import AssetKitBase
internal import AssetKitClocks
public import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// Gives the pictures of an item as they are due, for programs that show them by themselves.
///
/// ```swift
/// let item = AVPlayerItem(url: URL(filePath: "film.mp4"))
/// let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
///     kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
/// ])
/// item.add(output)
/// let player = AVPlayer(playerItem: item)
/// player.play()
/// // At every refresh of the program's own screen:
/// let time = output.itemTime(forHostTime: CMClock.hostTimeClock.time.seconds)
/// if output.hasNewPixelBuffer(forItemTime: time) {
///     let picture = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
///     print(picture.map { CVPixelBufferGetWidth($0) } ?? 0)
/// }
/// ```
///
/// Pictures come as they are stored, not turned and with the pixels that they have; those of a composition's track have each the
/// size of its own source, unless attributes ask for one. With a video composition they are those that it puts together.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    // SAFETY: what changes is behind locks.
    private struct State {
        weak var delegate: (any AVPlayerItemOutputPullDelegate)?
        var queue: DispatchQueue?
        /// The client waits to hear of pictures.
        var isAsking = false
        /// The picture that was taken last.
        weak var taken: DecodedPicture?
        var converter: (description: PictureDescription, value: PictureConverter)?
    }

    private let request: PictureRequest
    private let state = Protected(State())

    /// Makes an output of pictures with attributes of pixel buffers: a pixel format, a width and a height.
    public init(pixelBufferAttributes: [String: Any]? = nil) {
        let attributes = pixelBufferAttributes ?? [:]
        var buffer = PixelBufferRequest()
        if let number = attributes[kCVPixelBufferPixelFormatTypeKey as String] as? any BinaryInteger {
            buffer.formats = [OSType(truncatingIfNeeded: number)]
        } else if let several = attributes[kCVPixelBufferPixelFormatTypeKey as String] as? [OSType] {
            buffer.formats = several
        }
        if let width = attributes[kCVPixelBufferWidthKey as String] as? any BinaryInteger { buffer.width = Int(width) }
        if let height = attributes[kCVPixelBufferHeightKey as String] as? any BinaryInteger {
            buffer.height = Int(height)
        }
        request = PictureRequest(output: .pixelBuffer(buffer), aperture: .encoded)
    }

    /// Makes an output of pictures with settings: those of pixel buffers.
    public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

    /// There is a picture for a time, and it is another than the one taken last.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let picture = picture(at: itemTime) else { return false }
        return state.withLock { $0.taken !== picture }
    }

    /// The picture for a time, which counts as taken; nil where there is none, and where it was taken before.
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime,
        itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let picture = picture(at: itemTime) else { return nil }
        return state.withLock { state in
            guard state.taken !== picture else { return nil }
            let known = state.converter.flatMap { $0.description == picture.description ? $0.value : nil }
            let converter = known ?? PictureConverter(request, picture.description)
            state.converter = (picture.description, converter)
            // Nobody can be told why there is none: the call has no error.
            guard let buffer = try? picture.pixelBuffer(by: converter) else { return nil }
            state.taken = picture
            outItemTimeForDisplay?.pointee = picture.range.start
            return buffer
        }
    }

    private func picture(at time: CMTime) -> DecodedPicture? {
        guard let item, time.isNumeric else { return nil }
        return item.look { item, _ in
            guard item.seeking == nil else { return nil }
            let candidates = [item.shown].compactMap { $0 } + item.pictures
            return candidates.last { $0.range.start <= time && time < $0.range.end }
                ?? candidates.filter { $0.range.start <= time }.max { $0.range.start < $1.range.start }
        }
    }

    /// Who is told of changes, on which queue.
    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    /// Who is told of changes.
    open var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Tells the delegate once, as soon as there are pictures; so much ahead as the player decodes, whatever the interval.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        state.withLock { $0.isAsking = true }
        item?.change { item, player in
            guard let player, !item.pictures.isEmpty, let call = takeDataRequest() else { return }
            player.effect { player.environment.notice(on: call.queue, call.body) }
        }
    }

    /// What tells the client of new pictures, where it waits for that.
    func takeDataRequest() -> OutputCall? {
        state.withLock { state in
            guard state.isAsking, let delegate = state.delegate else { return nil }
            state.isAsking = false
            return OutputCall(queue: state.queue) { [weak self] in
                if let self { delegate.outputMediaDataWillChange(self) }
            }
        }
    }

    override func flushCall() -> OutputCall? {
        state.withLock { state in
            state.taken = nil
            guard let delegate = state.delegate else { return nil }
            return OutputCall(queue: state.queue) { [weak self] in
                if let self { delegate.outputSequenceWasFlushed(self) }
            }
        }
    }
}
