public import AssetKitAssets
internal import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Makes the waveform of an asset's sound. An addition to AVFoundation, in the manner of ``AVAssetImageGenerator``.
///
/// ```swift
/// var generator = AKWaveformGenerator(asset: AVURLAsset(url: URL(filePath: "talk.m4a")))
/// generator.resolution = .pointsPerSecond(50)
/// let waveform = try await generator.waveform { print("\(Int($0 * 100)) %") }
/// try waveform.fileData(.json, bitDepth: .bits8).write(to: URL(filePath: "peaks.json"))
/// ```
///
/// A generator is a value: set it up, and ask it as often as needed, also from several tasks at once. The same work
/// from the command line is `assettool waveform`.
///
/// Long sound is decoded on all cores, in ranges that follow from the file alone: however many cores there are, the
/// result is the same. That needs an asset that knows its times exactly (``AVURLAssetPreferPreciseDurationAndTimingKey``
/// for formats without an index), and a clock that tells samples apart. Any other one is read from its beginning, on one
/// core: Matroska, WebM and transport streams are, whose clocks are coarser than samples.
public struct AKWaveformGenerator: Sendable {
    /// What the sound is read from.
    public let asset: AVAsset
    /// The track to read; nil for the first one that is enabled.
    public var track: AVAssetTrack?
    /// Which part of the asset is read. What lies after the end of the sound is left out.
    public var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// How fine the waveform is; 256 samples make a point unless it is said otherwise.
    public var resolution = AKWaveform.Resolution.samplesPerPoint(256)
    /// Each channel has a waveform of its own. Otherwise all channels are mixed: the mean of their samples, rounded
    /// towards zero.
    public var splitsChannels = false
    /// The root of the mean square is measured as well.
    public var measuresPower = false

    /// Makes a generator for an asset.
    public init(asset: AVAsset) { self.asset = asset }

    /// Reads the sound and measures it.
    ///
    /// - Parameter progress: Hears the fraction that is done, 0…1, from any thread, as often as a block of sound has
    ///   been decoded.
    /// - Returns: The points of the range.
    /// - Throws: An ``AVError``: of opening the asset, of a track without sound, of a range or a resolution that makes
    ///   no sense. `CancellationError` when the task is cancelled.
    public func waveform(
        progress: @escaping @Sendable (_ fraction: Double) -> Void = { _ in }
    ) async throws -> AKWaveform {
        let sound = try await AssetSound(asset, track)
        let plan = try WaveformPlan(
            sound,
            timeRange,
            resolution,
            splitsChannels: splitsChannels,
            measuresPower: measuresPower
        )
        let workers = WaveformWorkers(
            sound,
            plan.settings,
            plan.ranges,
            isOpenEnded: plan.isOpenEnded,
            cancellation: CancellationFlag(),
            progress: progress
        )
        return plan.waveform(try await workers.points())
    }
}
