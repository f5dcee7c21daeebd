@testable import AssetKit
@testable import AssetKitReading

extension AKWaveform {
    /// Points of 256 samples at 48 kHz, each with its lowest and its highest peak.
    static func test(_ peaks: [Int16], power: [UInt16] = [], channelCount: Int = 1) -> AKWaveform {
        var points = WaveformPoints(peaks: peaks, power: power)
        points.frameCount = peaks.count / 2 / channelCount * 256
        return AKWaveform(
            sampleRate: 48000,
            samplesPerPoint: 256,
            channelCount: channelCount,
            startTime: .zero,
            points: points
        )
    }
}
