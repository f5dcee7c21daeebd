internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// The decoded pictures of a track as sample buffers. Not Sendable: one thread owns it.
final class PictureSamples {
    private let stream: PictureStream
    private let converter: PictureConverter
    private let counters: RenderCounters
    private let frame = Frame()
    private var format: CMFormatDescription?

    init(_ stream: PictureStream, _ converter: PictureConverter, _ counters: RenderCounters) {
        (self.stream, self.converter, self.counters) = (stream, converter, counters)
    }

    /// The next picture; nil at the end.
    func next() throws -> CMSampleBuffer? {
        guard let time = try stream.next(into: frame) else { return nil }
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
        let (reader, origin) = try reader(of: track, decoding: true, sharing)
        let stream = PictureStream(
            try PictureTrackDecoder(reader, counters: counters, flag: flag),
            track.stretches(in: range, origin: origin),
            startsAtBeginning: range.start == .zero && track.index == nil
        )
        let description = track.facts.video.map(PictureDescription.init) ?? PictureDescription()
        return PictureSamples(stream, PictureConverter(request, description), counters)
    }
}
