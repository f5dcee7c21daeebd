import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitWriting
@testable import AssetKitBase

/// What processes do until they are killed, and what is left then.
enum KilledProcesses {
    /// Interval of the fragments.
    static let interval = CMTime(value: 1, timescale: 2)
    /// What may be missing besides.
    static let slack = CMTime(value: 1, timescale: 4)

    /// How many kills there are: a handful, or as many as `ASSETKIT_KILLS` says.
    static var count: Int { ProcessInfo.processInfo.environment["ASSETKIT_KILLS"].flatMap { Int($0) } ?? 2 }

    private static func opener(_ count: KillingBytes.Count, _ notes: String)
        -> @Sendable (SinkPlan, any ByteSink) throws
        -> any MediaSink
    {
        { NotingSink(try MediaSinks.sink(for: $0, into: KillingBytes($1, count)), notes: notes) }
    }

    /// Records pictures and sound in fragments. Answers how many bytes that took.
    static func record(to path: String, notes: String, killedAt limit: Int?) async throws -> Int {
        let count = KillingBytes.Count(limit: limit)
        let writer = try AVAssetWriter(outputURL: URL(filePath: path), fileType: .mov)
        writer.movieFragmentInterval = interval
        writer.openSinks(with: opener(count, notes))
        let samples = try await StoredMedia.samples(SampleMedia.url("h264-no-bframes.mp4"), .video)
        let pictures = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: nil,
            sourceFormatHint: samples.first?.formatDescription
        )
        let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        writer.add(pictures)
        writer.add(sound)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        let threads = [
            TestThread {
                for sample in samples {
                    try FakeWriting.wait(for: pictures)
                    guard pictures.append(sample) else { return }
                }
                pictures.markAsFinished()
            },
            // It is longer than the pictures.
            TestThread {
                for number in 0..<50 {
                    try FakeWriting.wait(for: sound)
                    guard sound.append(try WriterKit.sound(number)) else { return }
                }
                sound.markAsFinished()
            },
        ]
        try threads.forEach { try $0.value() }
        await writer.finishWriting()
        if let error = writer.error { throw error }
        return count.total
    }

    /// Exports in fragments. Answers how many bytes that took.
    static func export(to path: String, notes: String, killedAt limit: Int?) async throws -> Int {
        let count = KillingBytes.Count(limit: limit)
        let plan = try await ExportSample.plan("h264-bframes.mp4", AVAssetExportPresetLowQuality, .mp4) {
            $0.fragmentInterval = interval
        }
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        let opener = opener(count, notes)
        _ = try await Task.detached {
            var settings = ExportSettings()
            settings.options.fragmentInterval = interval
            let prepared = try ExportPreparation(plan, of: SourceContext(asset.requireLoaded()), settings)
            let run = ExportRunner(prepared, to: URL(filePath: path))
            return try run.run(open: opener) { _ in }
        }.value
        return count.total
    }

    /// Where what a track was handed ends, and where what is left of it.
    static func ends(_ track: Int, left count: Int, notes: String) throws -> (handed: CMTime, left: CMTime) {
        let handed = try NotingSink.handed(track, in: notes)
        return (handed.last?.end ?? .zero, handed.last { $0.count <= count }?.end ?? .zero)
    }

    /// How many samples of each track a file still has; nil for a file that has not even a whole header.
    static func survivors(_ path: String) async throws -> [Int]? {
        let data = try Data(contentsOf: URL(filePath: path))
        // Nothing is handed to a file before its header is there.
        guard data.range(of: Data("mvex".utf8)) != nil else { return nil }
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: path), options: options)
        var counts: [Int] = []
        let tracks = try await asset.load(.tracks)
        // Before the first fragment there is nothing to be listed.
        guard try await asset.load(.containsFragments), data.range(of: Data("moof".utf8)) != nil else {
            return tracks.map { _ in 0 }
        }
        for track in tracks { counts.append(try await track.akLoadSampleTable().count) }
        return counts
    }
}
