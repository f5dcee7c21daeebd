package import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
package import CMTimeLib

/// The decoded sound of a track as sample buffers. Not Sendable: one thread owns it.
package final class SoundSamples {
    private let stream: SoundStream
    private let converter: SoundConverter
    private let frame = Frame()
    private var blocks: [SoundBlock] = []
    private var isAtEnd = false
    private var describer = SoundDescriber()

    init(_ stream: SoundStream, _ converter: SoundConverter) {
        self.stream = stream
        self.converter = converter
    }

    /// The next samples; nil at the end.
    package func next() throws -> CMSampleBuffer? { try nextBlock().map { try describer.sampleBuffer($0) } }

    /// The next block; nil at the end.
    package func nextBlock() throws -> SoundBlock? {
        while blocks.isEmpty, !isAtEnd {
            if let place = try stream.next(into: frame) {
                try converter.append(frame, at: place) { blocks.append($0) }
            } else {
                isAtEnd = true
                try converter.finish { blocks.append($0) }
            }
        }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }
}

/// Makes sample buffers of blocks of sound, and keeps the description of their format.
package struct SoundDescriber {
    private var description: (format: LinearPCM.Resolved, value: CMFormatDescription)?

    package init(description: (format: LinearPCM.Resolved, value: CMFormatDescription)? = nil) {
        self.description = description
    }

    package mutating func sampleBuffer(_ block: SoundBlock) throws -> CMSampleBuffer {
        let format = description?.format == block.format ? description?.value : nil
        let value = format ?? block.format.formatDescription
        description = (block.format, value)
        return try CMSampleBuffer(
            dataBuffer: block.data,
            formatDescription: value,
            numSamples: block.count,
            presentationTimeStamp: CMTime(value: block.start, timescale: CMTimeScale(block.format.rate)),
            packetDescriptions: []
        )
    }
}

extension ReadingSession {
    /// The sound of a track over a range, in a format.
    package func sound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        _ sharing: Bool
    ) throws -> SoundSamples {
        let (reader, origin) = try reader(of: track, decoding: true, sharing)
        // Where a filter changes the rate, it looks this far around.
        let margin = CMTime(value: 1, timescale: 100)
        let wide = CMTimeRange(start: CMTimeMaximum(range.start - margin, .zero), end: range.end + margin)
        // Containers with edits tell themselves what is to be heard.
        let decoder = try SoundTrackDecoder(reader, trimsByContainer: track.index == nil, flag: flag)
        let stream = SoundStream(
            decoder,
            track.stretches(in: wide, origin: origin),
            startsAtBeginning: wide.start == .zero && track.index == nil
        )
        return SoundSamples(stream, SoundConverter(to: wish, in: range))
    }
}
