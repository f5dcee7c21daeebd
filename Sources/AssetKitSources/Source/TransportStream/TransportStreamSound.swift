internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// The sound of a transport stream, of which each unit holds whole frames.
struct TransportStreamSound {
    private let stream: DemuxedStream
    private let codec: MediaCodec?
    /// What FFmpeg adds to times for those that are stored.
    private let clockOffset: Int64
    /// The first frame, which all others are like.
    private var model: StreamFrame?
    private var step: SampleStep?
    /// Room for the head of a frame.
    private var head = [UInt8](repeating: 0, count: StreamFrame.headByteCount)
    /// When the latest unit that says so begins.
    private var lastTicks = Int64.min
    /// When the next frame begins, on FFmpeg's clock.
    private var next: Int64?

    /// nil for a stream whose samples only FFmpeg's demuxer can list.
    init?(_ stream: DemuxedStream, clockOffset: Int64) {
        codec = stream.knownCodec
        guard [.aac, .mp2, .mp3, .ac3].contains(codec) else { return nil }
        (self.stream, self.clockOffset) = (stream, clockOffset)
    }

    /// Where a frame ends is known when the next one comes.
    var endsWithNext: Bool { codec == .ac3 }

    /// Adds the frames of a unit to `samples`; false where these are not certainly what FFmpeg makes of it.
    mutating func take(
        _ unit: TransportStreamUnit,
        _ bytes: UnsafeRawBufferPointer,
        _ samples: inout [TransportStreamSample]
    ) -> Bool {
        if let shown = unit.presentationTicks {
            // A clock that goes back may have started again, and sound that waits to be heard is none that FFmpeg knows.
            guard shown >= lastTicks, unit.decodeTicks == shown else { return false }
            (lastTicks, next) = (shown, shown - clockOffset)
        }
        var place = 0
        while place < bytes.count {
            guard let frame = frame(UnsafeRawBufferPointer(rebasing: bytes[place...])), let step, let start = next
            else {
                return false
            }
            let ticks = start + clockOffset
            let packet = ListedPacket(
                stream: stream.index,
                position: place == 0 ? unit.position : nil,
                byteCount: frame.byteCount,
                decodeTicks: ticks,
                presentationTicks: ticks,
                durationTicks: step.duration,
                marks: .sync
            )
            samples.append(TransportStreamSample(packet: packet))
            next = step.ticks(behind: start)
            place += frame.byteCount
        }
        return true
    }

    /// The frame that bytes begin with, where it is one like the first.
    private mutating func frame(_ bytes: UnsafeRawBufferPointer) -> StreamFrame? {
        guard bytes.count >= head.count else { return nil }
        head.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<$0.count])) }
        guard let frame = StreamFrame(head: head), isOfCodec(frame),
            frame.byteCount > 0, frame.byteCount <= bytes.count
        else { return nil }
        if let model {
            guard frame.isLike(model), frame.sampleCount == model.sampleCount else { return nil }
        } else {
            (model, step) = (frame, step(frame))
        }
        return frame
    }

    private func isOfCodec(_ frame: StreamFrame) -> Bool {
        switch frame.kind {
        // A frame with several blocks of 1,024 samples is rare: such streams are left to FFmpeg.
        case .adts: codec == .aac && frame.sampleCount == 1024
        case .mpeg(_, let layer): codec == (layer == 3 ? .mp3 : .mp2) && layer > 1
        case .ac3: codec == .ac3
        case .enhancedAC3: false
        }
    }

    /// Heads of AAC do not say how long a frame is once it is decoded, so FFmpeg takes the decoder's word.
    private func step(_ frame: StreamFrame) -> SampleStep? {
        guard case .adts = frame.kind else {
            return SampleStep(Int64(frame.sampleCount), rate: frame.sampleRate, stream.timeBase, isExact: false)
        }
        let count = stream.frameCount(ofSampleWith: frame.byteCount)
        return SampleStep(count, rate: stream.sampleRate, stream.timeBase, isExact: true)
    }
}
