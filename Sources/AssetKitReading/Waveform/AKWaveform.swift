public import CMTimeLib

/// The shape of sound: for every so many samples the lowest and the highest of them. An addition to AVFoundation.
///
/// ```swift
/// let talk = AKWaveformGenerator(asset: AVURLAsset(url: URL(filePath: "talk.m4a")))
/// let waveform = try await talk.waveform()
/// for point in 0..<waveform.pointCount { print(waveform.minimum(at: point), waveform.maximum(at: point)) }
/// try waveform.image().akPNGData()?.write(to: URL(filePath: "talk.png"))
/// try waveform.fileData(.json, bitDepth: .bits8).write(to: URL(filePath: "peaks.json"))
/// ```
///
/// It becomes a picture by ``image(_:)`` and ``svgData(_:)``, and a file that audiowaveform and peaks.js read by
/// ``fileData(_:bitDepth:)``; ``init(fileData:)`` reads such files.
///
/// Points lie one after the other on the asset's timeline, the first one at ``startTime``. Values are 16-bit samples;
/// full scale is 32768.
public struct AKWaveform: Sendable, Hashable {
    /// Samples a second of each channel of the sound.
    public let sampleRate: Int
    /// How many samples of a channel one point covers. The last point may cover fewer.
    public let samplesPerPoint: Int
    /// The channels that have points of their own: 1 where all channels are mixed.
    public let channelCount: Int
    /// When the first point starts.
    public let startTime: CMTime
    let points: WaveformPoints

    init(sampleRate: Int, samplesPerPoint: Int, channelCount: Int, startTime: CMTime, points: WaveformPoints) {
        self.sampleRate = sampleRate
        self.samplesPerPoint = samplesPerPoint
        self.channelCount = channelCount
        self.startTime = startTime
        self.points = points
    }

    /// How many samples of each channel all points cover.
    public var sampleCount: Int { points.frameCount }

    /// How many points each channel has.
    public var pointCount: Int { points.peaks.count / (2 * channelCount) }

    /// How long the sound is that the points cover.
    public var duration: CMTime {
        CMTime(value: Int64(sampleCount), timescale: Int32(clamping: sampleRate))
    }

    /// The root of the mean square was measured.
    public var hasPower: Bool { !points.power.isEmpty }

    /// The lowest sample of a channel in a point.
    public func minimum(at point: Int, channel: Int = 0) -> Int16 { points.peaks[2 * index(point, channel)] }

    /// The highest sample of a channel in a point.
    public func maximum(at point: Int, channel: Int = 0) -> Int16 { points.peaks[2 * index(point, channel) + 1] }

    /// The root of the mean square of a channel's samples in a point, 0…32768; nil where it was not measured.
    public func power(at point: Int, channel: Int = 0) -> UInt16? {
        hasPower ? points.power[index(point, channel)] : nil
    }

    private func index(_ point: Int, _ channel: Int) -> Int {
        precondition((0..<channelCount).contains(channel), "the waveform has no channel \(channel)")
        return point * channelCount + channel
    }
}
