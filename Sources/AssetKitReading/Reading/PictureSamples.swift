internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// The decoded pictures of a track as sample buffers. Not Sendable: one thread owns it.
final class PictureSamples {
    private let pictures: TrackPictures
    private let request: PictureRequest
    /// What makes pictures of what the source of the last one gave, and that source's input.
    private var converter: (input: ObjectIdentifier, value: PictureConverter)?
    private let counters: RenderCounters
    private let frame = Frame()
    private var format: CMFormatDescription?

    init(_ pictures: TrackPictures, _ request: PictureRequest, _ counters: RenderCounters) {
        (self.pictures, self.request, self.counters) = (pictures, request, counters)
    }

    /// The next picture; nil at the end.
    func next() throws -> CMSampleBuffer? {
        guard let time = try pictures.next(into: frame), let source = pictures.source else { return nil }
        let converter = converter(for: source)
        let before = converter.counts
        let picture = try converter.pixelBuffer(frame)
        // The slot lets go of its reference, so that the client alone holds the memory, unless the decoder refers to
        // it.
        frame.clear()
        let after = converter.counts
        if after.converted > before.converted { counters.add { $0.picturesConverted += 1 } }
        if after.copied > before.copied { counters.add { $0.picturesCopied += 1 } }
        let timing = CMSampleTimingInfo(
            duration: time.duration,
            presentationTimeStamp: time.start,
            decodeTimeStamp: .invalid
        )
        return try CMSampleBuffer(
            imageBuffer: picture,
            formatDescription: try description(of: picture),
            sampleTiming: timing
        )
    }

    private func converter(for source: TrackSource) -> PictureConverter {
        if let converter, converter.input == source.input.identity { return converter.value }
        let description = source.facts.video.map(PictureDescription.init) ?? PictureDescription()
        let fresh = PictureConverter(request, description)
        converter = (source.input.identity, fresh)
        return fresh
    }

    private func description(of picture: CVPixelBuffer) throws -> CMFormatDescription {
        if let format, format.matchesImageBuffer(picture) { return format }
        let fresh = try CMFormatDescription(imageBuffer: picture)
        format = fresh
        return fresh
    }
}

extension ReadingSession {
    /// The pictures of a track over a range, as asked for.
    func pictures(
        of track: TrackSource,
        as request: PictureRequest,
        in range: CMTimeRange,
        _ sharing: Bool
    ) throws -> PictureSamples {
        var options = TrackPictures.Options()
        options.sharesDemuxer = sharing
        options.keepsAlpha = request.mayKeepAlpha
        return PictureSamples(try TrackPictures(of: track, in: range, self, options), request, counters)
    }
}
