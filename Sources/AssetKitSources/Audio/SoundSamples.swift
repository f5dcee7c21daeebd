package import AssetKitCore
package import AssetKitMedia
internal import AssetKitTimePitch
package import CMTimeLib

/// The decoded sound of a track as sample buffers. Not Sendable: one thread owns it.
package final class SoundSamples {
    /// Makes a part when its turn has come.
    typealias Maker = () throws -> any SoundPart

    private var makers: ArraySlice<Maker>
    private var part: (any SoundPart)?
    private var blocks: [SoundBlock] = []
    private var describer = SoundDescriber()

    /// `makers`: of the parts, one behind the other.
    init(_ makers: [Maker]) { self.makers = makers[...] }

    convenience init(_ part: any SoundPart) { self.init([{ part }]) }

    /// The next samples; nil at the end.
    package func next() throws -> CMSampleBuffer? { try nextBlock().map { try describer.sampleBuffer($0) } }

    /// The next block; nil at the end.
    package func nextBlock() throws -> SoundBlock? {
        while blocks.isEmpty {
            if part == nil { part = try makers.popFirst()?() }
            guard let part else { return nil }
            if try !part.next({ blocks.append($0) }) { self.part = nil }
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

extension TrackSource {
    /// An edit plays faster or slower within a range. Containers without tables have none.
    package func isScaled(in range: CMTimeRange) -> Bool {
        index != nil && stretches(in: range, origin: .zero).contains { $0.speed.map { $0 != .normal } ?? false }
    }
}

extension MediaStretch {
    /// How fast the edit plays; nil for one picture that is held, and for edits without an end.
    fileprivate var speed: Speed? { isHeld ? nil : Speed(edit.source.duration, in: edit.target.duration) }
}

extension ReadingSession {
    /// The sound of a track over a range, in a format. `algorithm`: how it is made longer or shorter where edits play it slower
    /// or faster.
    package func sound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm = .varispeed,
        _ sharing: Bool
    ) throws -> SoundSamples {
        // A resampler does that by itself.
        if algorithm != .varispeed, track.isScaled(in: range) {
            return try scaledSound(of: track, as: wish, in: range, by: algorithm)
        }
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
        return SoundSamples(DecodedPart(stream, SoundConverter(to: wish, in: range)))
    }

    /// Edit by edit, each with a reader of its own when its turn has come.
    private func scaledSound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm
    ) throws -> SoundSamples {
        try TimeStretchers.check(algorithm)
        let makers = track.stretches(in: range, origin: .zero).map { stretch -> SoundSamples.Maker in
            let wanted = range.intersection(stretch.edit.target)
            guard let speed = stretch.speed, speed != .normal else {
                return { [self] in try decoded(track, stretch, as: wish, in: wanted) }
            }
            var floats = wish
            (floats.depth, floats.isBigEndian, floats.isInterleaved) = (.float32, false, false)
            let (edit, asFloats) = (stretch.edit, floats)
            let whole = CMTimeRange(start: .zero, duration: edit.source.duration)
            let own = MediaStretch(edit: CMTimeMapping(source: edit.source, target: whole), target: whole)
            return { [self] in
                ScaledPart(
                    SoundSamples(try decoded(track, own, as: asFloats, in: whole)),
                    at: speed,
                    by: algorithm,
                    to: wish,
                    at: edit.target,
                    in: wanted
                )
            }
        }
        return SoundSamples(makers)
    }

    private func decoded(
        _ track: TrackSource,
        _ stretch: MediaStretch,
        as wish: LinearPCM,
        in range: CMTimeRange
    ) throws -> any SoundPart {
        let (reader, _) = try reader(of: track, decoding: true, false)
        let decoder = try SoundTrackDecoder(reader, trimsByContainer: track.index == nil, flag: flag)
        let stream = SoundStream(decoder, [stretch], startsAtBeginning: false)
        return DecodedPart(stream, SoundConverter(to: wish, in: range))
    }
}
