import AssetKit

/// What was made, for `--json`.
struct WaveformReport: Sendable, Equatable {
    let output: String
    /// Pixels of a picture from left to right, points of a channel in a file of numbers.
    let points: Int
    let samplesPerPixel: Int
    let channels: Int
    let sampleRate: Int
    let duration: CMTime

    init(_ options: WaveformOptions, _ waveform: AKWaveform) {
        output = options.output
        points = options.width ?? waveform.pointCount
        // Pixels of a picture need not cover whole numbers of samples.
        samplesPerPixel = options.width.map { max(1, (waveform.sampleCount - 1) / $0 + 1) } ?? waveform.samplesPerPoint
        channels = waveform.channelCount
        sampleRate = waveform.sampleRate
        duration = waveform.duration
    }

    var json: JSON {
        .object([
            ("output", .string(output)), ("points", .integer(Int64(points))),
            ("samplesPerPixel", .integer(Int64(samplesPerPixel))), ("channels", .integer(Int64(channels))),
            ("sampleRate", .integer(Int64(sampleRate))), ("duration", JSON(duration)),
        ])
    }
}
