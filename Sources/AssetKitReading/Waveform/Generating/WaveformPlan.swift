internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// What has to be measured, worked out from what is known of the sound.
struct WaveformPlan {
    /// More values than this are refused: they would fill the memory, and nobody could draw them.
    static let largestValueCount = 1 << 27

    let settings: WaveformMeter.Settings
    /// Frames of the asset's timeline.
    let ranges: [Range<Int>]
    /// The sound is read to its real end, wherever that turns out to be.
    let isOpenEnded: Bool
    private let sampleRate: Int

    init(
        _ sound: some WaveformSound,
        _ timeRange: CMTimeRange,
        _ resolution: AKWaveform.Resolution,
        splitsChannels: Bool,
        measuresPower: Bool
    ) throws(AVError) {
        sampleRate = sound.sampleRate
        let frames = try Self.frames(of: timeRange, in: sound)
        settings = WaveformMeter.Settings(
            channelCount: sound.channelCount,
            splitsChannels: splitsChannels,
            framesPerPoint: try resolution.samplesPerPoint(sampleCount: frames.count, sampleRate: sampleRate),
            measuresPower: measuresPower
        )
        let pointCount = (frames.count - 1) / settings.framesPerPoint + 1
        isOpenEnded = !sound.isPrecise && frames.upperBound == sound.frameCount
        guard isOpenEnded || pointCount <= Self.largestValueCount / (2 * settings.pointChannelCount) else {
            throw Self.tooManyPoints(pointCount)
        }
        ranges = WaveformRanges(
            frameCount: frames.count,
            framesPerPoint: settings.framesPerPoint,
            sampleRate: sampleRate,
            isDivisible: sound.isPrecise
        ).ranges.map { frames.lowerBound + $0.lowerBound..<frames.lowerBound + $0.upperBound }
    }

    static func tooManyPoints(_ count: Int) -> AVError {
        AVError(
            .operationNotSupportedForAsset,
            "the waveform would have \(count) points; let more samples make one point"
        )
    }

    /// The frames that a range of time takes in: those that start in it.
    private static func frames(of timeRange: CMTimeRange, in sound: some WaveformSound) throws(AVError) -> Range<Int> {
        guard timeRange.start.isValid, timeRange.duration.isValid, !timeRange.isEmpty else {
            throw AVError(.operationNotSupportedForAsset, "the time range of a waveform must not be empty")
        }
        let start = frame(at: timeRange.start, sound)
        let end = min(frame(at: timeRange.end, sound), sound.frameCount)
        guard start < end else {
            throw AVError(.operationNotSupportedForAsset, "there is no sound between the times asked for")
        }
        return start..<end
    }

    private static func frame(at time: CMTime, _ sound: some WaveformSound) -> Int {
        guard time.isNumeric else { return time > .zero ? sound.frameCount : 0 }
        let converted = time.convertScale(Int32(clamping: sound.sampleRate), method: .roundTowardPositiveInfinity)
        guard converted.isNumeric else { return time > .zero ? sound.frameCount : 0 }
        return max(0, Int(converted.value))
    }

    /// The result, around the points that were measured.
    func waveform(_ points: WaveformPoints) -> AKWaveform {
        AKWaveform(
            sampleRate: sampleRate,
            samplesPerPoint: settings.framesPerPoint,
            channelCount: settings.pointChannelCount,
            startTime: CMTime(value: Int64(ranges.first?.lowerBound ?? 0), timescale: Int32(clamping: sampleRate)),
            points: points
        )
    }
}
