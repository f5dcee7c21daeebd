internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// The picture of an image file, which is the answer whatever time is asked for. Not Sendable: one session owns it.
final class StillImageFile {
    private let source: TrackSource
    private let counters: RenderCounters
    private let picture = Frame()

    init(_ source: TrackSource, _ counters: RenderCounters) { (self.source, self.counters) = (source, counters) }

    /// Hands the picture to everybody who waits. It is decoded once.
    func render(
        _ requests: [StillRequest],
        _ converter: PictureConverter,
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws {
        if picture.isEmpty { try decode(flag) }
        let image = converter.imageResult(picture, between: Frame(), and: Frame())
        counters.add { $0.picturesConverted += 1 }
        for request in requests {
            let isTime = request.time.isValid && !request.time.isIndefinite
            let still = image.map { Still(image: $0, actualTime: .zero) }
            deliver(request.number, isTime ? still : .failure(MediaProblem.nothingShown))
        }
    }

    /// An image cannot be sought in, so it is opened for this.
    private func decode(_ flag: CancellationFlag) throws {
        let media = try OpenedMedia(source.input, counters: counters, flag: flag)
        let pictures = try PictureTrackDecoder(try media.reader(of: source), counters: counters, flag: flag)
        guard try pictures.next(into: picture) != nil else {
            throw MediaProblem(code: .decodeFailed, reason: "the decoder gave no picture")
        }
    }
}

extension MediaProblem {
    static let nothingShown = MediaProblem(code: .noImageAtTime, reason: "it shows nothing then")

    /// Why there is no picture at a time.
    static func noPicture(at time: CMTime, duration: CMTime) -> MediaProblem {
        guard time.isNumeric, duration.isNumeric, time > duration else { return nothingShown }
        let seconds = (duration.seconds * 1000).rounded() / 1000
        return MediaProblem(code: .noImageAtTime, reason: "it shows nothing then: it is \(seconds) s long")
    }
}
