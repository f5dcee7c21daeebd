internal import AssetKitBase

/// Measures one range of the sound.
struct WaveformRangeReader {
    private var meter: WaveformMeter
    private let frames: Range<Int>
    private let isOpenEnded: Bool
    /// The frame that comes next.
    private var position: Int

    private init(_ frames: Range<Int>, _ expected: Int, _ settings: WaveformMeter.Settings, isOpenEnded: Bool) {
        self.frames = frames
        self.isOpenEnded = isOpenEnded
        position = frames.lowerBound
        meter = WaveformMeter(settings, frameCount: expected)
    }

    /// The points of `frames`; with `isOpenEnded` up to the end of the sound, be it before or after that of `frames`.
    /// `progress` hears after each block how many frames came in.
    static func points(
        of frames: Range<Int>,
        isOpenEnded: Bool,
        in sound: some WaveformSound,
        _ settings: WaveformMeter.Settings,
        _ cancellation: CancellationFlag,
        progress: (Int) -> Void
    ) throws -> WaveformPoints {
        let wanted = isOpenEnded ? frames.lowerBound..<Int.max : frames
        var reader = WaveformRangeReader(wanted, frames.count, settings, isOpenEnded: isOpenEnded)
        try sound.read(wanted, cancellation) { firstFrame, block in
            try cancellation.check()
            let before = reader.position
            try reader.take(block, at: firstFrame)
            progress(reader.position - before)
        }
        try cancellation.check()
        return reader.finish()
    }

    /// Takes what lies in the range and has not been heard yet; silence stands where nothing came.
    private mutating func take(_ block: InterleavedSound, at firstFrame: Int) throws(AVError) {
        let start = max(firstFrame, position)
        let end = min(firstFrame + block.frameCount, frames.upperBound)
        guard start < end else { return }
        try checkCount(upTo: end)
        meter.appendSilence(start - position)
        meter.append(block.frames(start - firstFrame, end - start))
        position = end
    }

    /// Sound without an end that is known may turn out to be endless.
    private func checkCount(upTo end: Int) throws(AVError) {
        let pointCount = (end - frames.lowerBound) / meter.settings.framesPerPoint
        guard pointCount > WaveformPlan.largestValueCount / (2 * meter.settings.pointChannelCount) else { return }
        throw WaveformPlan.tooManyPoints(pointCount)
    }

    private mutating func finish() -> WaveformPoints {
        if !isOpenEnded { meter.appendSilence(frames.upperBound - position) }
        meter.finish()
        return meter.points
    }
}
