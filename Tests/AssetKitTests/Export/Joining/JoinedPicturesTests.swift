import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers
@testable import AssetKitExport
@testable import AssetKitMedia

/// Clips in files without edits, which end while a picture shows.
@Suite("Join session, clips that end within a picture")
struct JoinedPicturesTests {
    private let folder = TemporaryFolder()
    private static let picture = 0.04

    /// In turn two parts, the last pictures of which show for 5 and for 5.2 of their 40 milliseconds.
    private func session(_ name: String, _ mode: AKTrimMode) -> AKJoinSession {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: SampleMedia.url(name), options: options)
        let ranges = [
            CMTimeRange(start: .zero, end: CMTime(value: 805, timescale: 1000)),
            CMTimeRange(start: CMTime(value: 7, timescale: 25), end: CMTime(value: 10_852, timescale: 10_000)),
        ]
        let session = AKJoinSession(
            clips: (0..<10).map { AKJoinSession.Clip(asset: asset, timeRange: ranges[$0 % 2]) }
        )
        session.cutMode = mode
        return session
    }

    /// When the pictures of a file show and are decoded, in the order in which they are stored.
    private func stored(_ url: URL) async throws -> [(shown: CMTime, decoded: CMTime)] {
        let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var times: [(CMTime, CMTime)] = []
        while let sample = output.copyNextSampleBuffer() {
            let (shown, decoded) = (sample.presentationTimeStamp, sample.decodeTimeStamp)
            times.append((shown, decoded.isNumeric ? decoded : shown))
        }
        if let error = reader.error { throw error }
        return times
    }

    @Test(
        "pictures of every clip begin with it, and last as long as the sound",
        arguments: [("h264-bframes.mp4", "mkv"), ("h264-bframes.mp4", "ts"), ("vp9-opus.webm", "webm")]
            as [(name: String, type: String)],
        [AKTrimMode.smart, .keyframe]
    )
    func times(file: (name: String, type: String), mode: AKTrimMode) async throws {
        let url = URL(filePath: folder.path("joined.\(file.type)"))
        let plan = try await session(file.name, mode).export(to: url).plan
        let video = try #require(plan.tracks.first { $0.mediaType == .video })
        let counts = zip(video.copiedSampleCounts, video.encodedSampleCounts).map(+)
        let pictures = try await stored(url)
        #expect(pictures.count == counts.reduce(0, +))
        // Matroska stores no times of decoding.
        if file.type != "mkv" {
            #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.decoded < $1.decoded })
        }
        #expect(try await ExportSample.pictures(url.path).count == pictures.count)
        let shown = pictures.map(\.shown).sorted()
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
        // Each clip's first picture. The pictures of WebM begin a moment later than their file.
        var firsts: [CMTime] = []
        var place = 0
        for count in counts {
            firsts.append(shown[place])
            place += count
        }
        let tick = file.type == "ts" ? 1.0 / 90_000 : 0.001
        let late = zip(firsts, plan.clips).map { ($0 - $1.start).seconds }
        for (number, delay) in late.enumerated() {
            #expect(abs(delay - late[number % 2]) <= tick + 1e-9, "\(number): \(delay) s")
            #expect(abs(delay) <= (file.type == "webm" ? 0.008 : tick) + 1e-9, "\(number): \(delay) s")
        }
        let length = plan.duration.seconds
        let last = try #require(shown.last).seconds
        #expect(length - last > 0 && length - last <= Self.picture + tick)
        let sound = try await ExportSample.sound(url.path)
        let soundEnd = Double(sound.start + Int64(sound.samples.count)) / Double(sound.rate)
        #expect(abs(soundEnd - length) <= Self.picture)
        if Oracle.isThere { #expect(try Oracle.complaints(url.path) == "") }
    }

    @Test("a block of Matroska says that its picture is cut short, and no other one does")
    func blocks() async throws {
        let range = CMTimeRange(start: .zero, end: CMTime(value: 805, timescale: 1000))
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let clips = (0..<3).map { _ in AKJoinSession.Clip(asset: asset, timeRange: range) }
        let session = AKJoinSession(clips: clips)
        session.cutMode = .keyframe
        let url = URL(filePath: folder.path("joined.mkv"))
        _ = try await session.export(to: url)
        let window = try ByteWindow(bytes: [UInt8](Data(contentsOf: url)))
        var reader = MatroskaBlockReader(try MatroskaFile.open(window), window: window)
        var pictures: [MatroskaBlock] = []
        while let block = try reader.next() {
            if block.trackNumber == 1 { pictures.append(block) }
        }
        #expect(pictures.count == 63)
        let cut = pictures.filter { $0.durationTicks != nil }
        #expect(cut.map(\.durationTicks) == [5, 5, 5])
        #expect(cut.map(\.ticks) == [800, 1605, 2410])
    }
}
