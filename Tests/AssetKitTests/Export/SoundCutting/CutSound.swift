import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

/// Cuts sound out of files, and looks at what is in them.
enum CutSound {
    /// Sound of one channel, as numbers from -1 to 1, and the number of the first one on the file's timeline.
    struct Channel {
        var start: Int64
        var rate: Int
        var samples: [Float]

        /// The samples that a range of the file's timeline asks for. `roundsUp`: a time between two samples is the later
        /// one's, as where sound is encoded; otherwise it is the nearer one's.
        func wanted(_ range: CMTimeRange, roundsUp: Bool = false) -> ArraySlice<Float> {
            func place(_ time: CMTime) -> Int {
                Int((roundsUp ? time.firstSample(rate: rate) : time.nearestSample(rate: rate)) - start)
            }
            let first = place(range.start)
            let end = range.end.isNumeric ? place(range.end) : samples.count
            return samples[max(0, first)..<min(end, samples.count)]
        }
    }

    /// What our reader makes of the first channel.
    static func channel(_ path: String) async throws -> Channel {
        let sound = try await ExportSample.sound(path)
        return Channel(start: sound.start, rate: sound.rate, samples: sound.samples)
    }

    /// What FFmpeg makes of the first channel.
    static func judged(_ path: String) throws -> [Float] { try judged([path])[0] }

    /// What FFmpeg makes of the first channel of each of several files, in one process: starting it costs more than a short
    /// sound.
    static func judged(_ paths: [String]) throws -> [[Float]] {
        // Names that nobody else has: tests share clips, and look at them at the same time.
        let made = paths.map { "\($0).\(UUID().uuidString)" }
        defer { made.forEach { try? FileManager.default.removeItem(atPath: $0) } }
        let inputs = paths.flatMap { ["-i", $0] }
        let outputs = made.enumerated().flatMap { number, path in
            ["-map", "\(number):a:0", "-af", "pan=mono|c0=c0", "-c:a", "pcm_f32le", "-f", "f32le", path]
        }
        try Oracle.run(inputs + outputs)
        return try made.map { path in
            try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
    }

    static func asset(_ path: String) -> AVURLAsset {
        AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    /// Cuts a range out, copying what can be copied.
    @discardableResult
    static func cut(
        _ source: String,
        _ range: CMTimeRange,
        to target: String,
        mode: AKTrimMode = .smart,
        betweenPackets: Bool = false
    ) async throws -> AKExportResult {
        let asset = asset(source)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        session.akTrimMode = mode
        session.akCutsSoundBetweenPackets = betweenPackets
        let ending = URL(filePath: target).pathExtension
        try await session.export(to: URL(filePath: target), as: try #require(FileTypes.fileType(ofExtension: ending)))
        return try #require(session.akResult)
    }

    /// The same by a join of one clip, which only copies.
    @discardableResult
    static func copy(_ source: String, _ range: CMTimeRange, to target: String) async throws
        -> AKJoinSession.Result
    {
        let session = AKJoinSession(clips: [AKJoinSession.Clip(asset: asset(source), timeRange: range)])
        return try await session.export(to: URL(filePath: target))
    }

    /// How far samples differ at most.
    static func difference(_ found: ArraySlice<Float>, _ wanted: ArraySlice<Float>) -> Float {
        found.withUnsafeBufferPointer { found in
            wanted.withUnsafeBufferPointer { wanted in
                let count = min(found.count, wanted.count)
                guard count > 0, let first = found.baseAddress, let second = wanted.baseAddress else { return 0 }
                // Most are the same, and loops are slow where nothing is optimised.
                guard memcmp(first, second, count * MemoryLayout<Float>.stride) != 0 else { return 0 }
                var (largest, place) = (Float(0), 0)
                while place < count {
                    largest = max(largest, abs(found[place] - wanted[place]))
                    place += 1
                }
                return largest
            }
        }
    }

    /// A range in ten thousandths of a second; to the end without a second number.
    static func range(_ start: Int64, _ end: Int64?) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: start, timescale: 10_000),
            end: end.map { CMTime(value: $0, timescale: 10_000) } ?? .positiveInfinity
        )
    }
}
