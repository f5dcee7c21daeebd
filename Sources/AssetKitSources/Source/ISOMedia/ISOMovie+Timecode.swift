internal import AssetKitBase
internal import AssetKitISOMedia
internal import CMTimeLib

extension ISOMovie {
    /// Reads the first timecode of timecode tracks: a frame number that stands in the track's first sample.
    func completeTimecodes(of facts: inout MediaFacts, from window: ByteWindow) {
        for (index, track) in tracks.enumerated() where facts.tracks.indices.contains(index) {
            guard case .timeCode(let description)? = track.descriptions.first??.details, let sample = track.samples[0],
                sample.size >= 4, let rate = description.rate
            else { continue }
            // A sample that is not there tells nothing.
            guard let bytes = try? window.bytes(at: sample.offset, count: 4) else { continue }
            let bits = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let timecode = Timecode(frameNumber: Int64(Int32(bitPattern: bits)), rate: rate)
            facts.tracks[index].startTimecode = timecode.description
            for other in facts.tracks.indices
            where facts.tracks[other].references["tmcd"]?.contains(Int32(track.id)) ?? false {
                facts.tracks[other].startTimecode = timecode.description
            }
        }
    }
}

extension ISOTimeCodeDescription {
    /// The rate that the numbers count at; nil for one that no timecode has.
    fileprivate var rate: TimecodeRate? {
        guard let timescale = Int32(exactly: timescale), let duration = Int32(exactly: frameDuration),
            let rate = FrameRate(timescale, duration)
        else { return nil }
        return TimecodeRate(rate, isDropFrame: isDropFrame) ?? TimecodeRate(rate)
    }
}
