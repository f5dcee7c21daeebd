internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Lays samples of sound out one behind the other, for files whose sound has no times. A plain value.
///
/// The first frame is the one at zero, or the priming before it where the file can say that it is not to be heard.
struct UntimedSound {
    /// What of a sample goes into the file.
    struct Placement {
        /// Where it goes, in frames from zero on.
        var position: Int64
        var frameCount: Int
        /// Frames of silence to be put before it.
        var silenceCount = 0
        /// Which bytes of the sample go there.
        var range: Range<Int>
    }

    let format: SinkFormat
    let title: String
    /// The file can say how much of its sound is not to be heard at the start.
    let canHidePriming: Bool
    private let rate: Int32
    private(set) var priming: Int
    /// Where the next sample goes, in frames from zero on; nil before the first one.
    private(set) var position: Int64?
    private(set) var ending: SinkEdits.Track

    init(_ track: SinkTrack, _ format: SinkFormat, in title: String, canHidePriming: Bool) {
        self.format = format
        self.title = title
        self.canHidePriming = canHidePriming
        rate = Int32(clamping: max(1, format.sampleRate))
        priming = canHidePriming ? track.priming : 0
        ending = SinkEdits.Track(mediaType: .audio, end: .invalid, lastDuration: .zero)
    }

    /// What of a sample is stored; nil where nothing is. `frames` is how many a packet decodes to.
    mutating func placement(_ sample: SinkSample, frames: Int) throws -> Placement? {
        let start = SinkTimes.ticks(sample.presentationTime, rate)
        let placement = format.isLinear ? linearPlacement(sample, start) : try packetPlacement(sample, start, frames)
        guard let placement else { return nil }
        let end = placement.position + Int64(placement.frameCount)
        position = end
        let trimmed = format.isLinear ? 0 : SinkTimes.trimmedFrames(sample, of: frames, format)
        ending.end = CMTime(value: end - Int64(trimmed), timescale: rate)
        ending.lastDuration = sample.duration
        return placement
    }

    /// Of uncompressed sound every frame can be left out, and silence fills gaps.
    private mutating func linearPlacement(_ sample: SinkSample, _ start: Int64) -> Placement? {
        let frameBytes = max(1, Int(format.basic?.mBytesPerFrame ?? 1))
        let count = sample.data.dataLength / frameBytes
        let written = position ?? 0
        let skipped = max(0, written - start)
        let end = count - sample.trimmedFramesAtEnd
        guard skipped < end else { return nil }
        return Placement(
            position: max(start, written),
            frameCount: end - Int(skipped),
            silenceCount: Int(max(0, start - written)),
            range: Int(skipped) * frameBytes..<end * frameBytes
        )
    }

    /// Packets are stored whole. What of them cannot be hidden is heard: before the first one that counts less than a
    /// packet.
    private mutating func packetPlacement(_ sample: SinkSample, _ start: Int64, _ frames: Int) throws -> Placement? {
        let range = 0..<sample.data.dataLength
        guard let position else {
            guard let first = try firstPosition(start, frames) else { return nil }
            return Placement(position: first, frameCount: frames, range: range)
        }
        // Times that another container has rounded are off by less than a packet.
        guard abs(start - position) <= max(Int64(frames), Int64(rate) / 500) else {
            throw gap(at: sample.presentationTime)
        }
        return Placement(position: position, frameCount: frames, range: range)
    }

    /// Where the first packet goes; nil for one that is left out.
    private mutating func firstPosition(_ start: Int64, _ frames: Int) throws -> Int64? {
        let tolerance = Int64(rate) / 500
        guard start <= tolerance else { throw gap(at: .zero) }
        if canHidePriming {
            // What comes before zero is hidden, whether it was announced or not; announced it is exact.
            if abs(start + Int64(priming)) > tolerance { priming = Int(max(0, -start)) }
            return -Int64(priming)
        }
        return start + Int64(frames) <= 0 ? nil : 0
    }

    private func gap(at time: CMTime) -> MediaProblem {
        let seconds = (time.seconds * 1000).rounded() / 1000
        return MediaSinks.refusal("\(title) cannot hold the gap in the sound at \(seconds) s; encode the sound anew")
    }
}
