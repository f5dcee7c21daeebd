import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Compositions whose clips are copied")
struct CompositionCopyTests {
    private let folder = TemporaryFolder()

    private func edit(_ cuts: [(String, CMTimeRange)]) async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        for (name, range) in cuts {
            try await edit.insertTimeRange(range, of: AVURLAsset(url: SampleMedia.url(name)), at: edit.duration)
        }
        return edit
    }

    private func session(_ edit: AVComposition, _ preset: String) throws -> AVAssetExportSession {
        try #require(AVAssetExportSession(asset: edit, presetName: preset))
    }

    @Test("whole groups are copied where the preset makes what the clips are already, and edges are encoded")
    func copiesUntouched() async throws {
        let edit = try await edit([
            ("h264-bframes.mp4", frameRange(40, 75)), ("h264-open-gop.mp4", frameRange(30, 110)),
            ("h264-bframes.mp4", frameRange(0, 75)),
        ])
        let session = try session(edit, AVAssetExportPresetHighestQuality)
        session.outputFileType = .mov
        let plan = try await session.akPlan()
        let url = URL(filePath: folder.path("out.mov"))
        try await session.export(to: url, as: .mov)
        let made = AVURLAsset(url: url)
        let pictures = try await ReadPictures(of: made).pictures
        #expect(pictures.map(\.index) == Array(40..<75) + Array(30..<110) + Array(0..<75))
        #expect(pictures.map(\.time) == (0..<190).map { frames($0) })
        let video = try #require(session.akResult?.tracks.first)
        #expect(video.copiedSampleCount + video.encodedSampleCount == 190)
        #expect(video.copiedSampleCount >= 100)
        // What the plan calls copied is what was copied.
        let shown = plan.stretches.filter { $0.mediaType == .video }
        let copied = shown.filter { $0.action == .copy }.compactMap(\.sampleCount).reduce(0, +)
        #expect(copied == video.copiedSampleCount)
        #expect(shown.map(\.range.start).allSatisfy { $0 >= .zero && $0 < edit.duration })
        #expect(shown.allSatisfy { !$0.why.isEmpty && edit.tracks.map(\.trackID).contains($0.trackID) })
    }

    @Test("copied samples are those of the source, bit by bit")
    func copiesBits() async throws {
        let edit = try await edit([
            ("h264-no-bframes.mp4", frameRange(0, 75)), ("h264-no-bframes.mp4", frameRange(48, 75)),
        ])
        let url = URL(filePath: folder.path("out.mp4"))
        try await session(edit, AVAssetExportPresetHighestQuality).export(to: url, as: .mp4)
        let source = try await Self.samples(AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4")))
        #expect(try await Self.samples(AVURLAsset(url: url)) == source + source[48...])
    }

    @Test("pieces of a file that go on are one clip, also where each is of an asset of its own")
    func joinsPieces() async throws {
        let name = "h264-no-bframes.mp4"
        let edit = try await edit([(name, frameRange(0, 20)), (name, frameRange(20, 75))])
        let url = URL(filePath: folder.path("out.mp4"))
        let session = try session(edit, AVAssetExportPresetHighestQuality)
        try await session.export(to: url, as: .mp4)
        #expect(session.akResult?.tracks.allSatisfy { $0.encodedSampleCount == 0 } == true)
        let source = try await Self.samples(AVURLAsset(url: SampleMedia.url(name)))
        #expect(try await Self.samples(AVURLAsset(url: url)) == source)
    }

    /// The samples of the first track of pictures as they are stored.
    private static func samples(_ asset: AVAsset) async throws -> [Data] {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        try reader.start()
        var samples: [Data] = []
        while let sample = output.copyNextSampleBuffer() {
            samples.append(try #require(sample.dataBuffer).dataBytes())
        }
        return samples
    }

    @Test("pass-through keeps to a limit, to fragments and to chapters, or says why it cannot")
    func wishes() async throws {
        let one = try await edit([("h264-bframes.mp4", frameRange(0, 75))])
        let two = try await edit([("h264-bframes.mp4", frameRange(0, 75)), ("h264-bframes.mp4", frameRange(0, 75))])
        let url = URL(filePath: folder.path("out.mp4"))
        let limited = try session(two, AVAssetExportPresetPassthrough)
        limited.fileLengthLimit = 1000
        await #expect(throws: AVError.self) { try await limited.export(to: url, as: .mp4) }
        let torn = try session(two, AVAssetExportPresetPassthrough)
        torn.akOptions.fragmentInterval = CMTime(value: 1, timescale: 1)
        let error = try await #require(throws: AVError.self) { try await torn.export(to: url, as: .mp4) }
        #expect(error.localizedDescription.contains("leave the fragments out"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        let whole = try session(one, AVAssetExportPresetPassthrough)
        whole.akOptions.fragmentInterval = CMTime(value: 1, timescale: 1)
        let start = CMTimeRange(start: .zero, duration: .invalid)
        whole.akOptions.chapters = [AKExportOptions.Chapter(title: "All", timeRange: start)]
        try await whole.export(to: url, as: .mp4)
        #expect(try Data(contentsOf: url).range(of: Data("moof".utf8)) != nil)
        let groups = try await AVURLAsset(url: url).loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        #expect(groups.compactMap(\.items.first?.stringValue) == ["All"])
    }

    @Test("pass-through keeps samples, and edits hide what is not to be shown", arguments: ["out.mov", "out.mp4"])
    func passesThrough(_ name: String) async throws {
        let edit = try await edit([("h264-bframes.mp4", frameRange(10, 60)), ("h264-bframes.mp4", frameRange(3, 20))])
        let url = URL(filePath: folder.path(name))
        let session = try session(edit, AVAssetExportPresetPassthrough)
        try await session.export(to: url, as: name.hasSuffix("mov") ? .mov : .mp4)
        let pictures = try await ReadPictures(of: AVURLAsset(url: url)).pictures
        #expect(pictures.map(\.index) == Array(10..<60) + Array(3..<20))
        #expect(session.akResult?.tracks.allSatisfy { $0.encodedSampleCount == 0 } == true)
    }

    @Test("a part of the timeline is copied like the whole")
    func copiesParts() async throws {
        let edit = try await edit([("h264-bframes.mp4", frameRange(0, 75)), ("h264-bframes.mp4", frameRange(0, 75))])
        let session = try session(edit, AVAssetExportPresetHighestQuality)
        session.timeRange = frameRange(60, 140)
        let url = URL(filePath: folder.path("out.mov"))
        try await session.export(to: url, as: .mov)
        let pictures = try await ReadPictures(of: AVURLAsset(url: url)).pictures
        #expect(pictures.map(\.index) == Array(60..<75) + Array(0..<65))
        #expect(session.akResult?.tracks.first?.copiedSampleCount ?? 0 > 40)
    }

    @Test("pass-through says why it cannot copy an edit")
    func refuses() async throws {
        let scaled = try await edit([("h264-bframes.mp4", frameRange(0, 50))])
        scaled.scaleTimeRange(frameRange(0, 10), toDuration: frames(20))
        let turned = try await edit([("h264-bframes.mp4", frameRange(0, 50))])
        turned.tracks(withMediaType: .video)[0].preferredTransform = CGAffineTransform(scaleX: -1, y: -1)
        for (edit, reason, mode) in [(scaled, "speed", AKTrimMode.keyframe), (turned, "turned", .presentsExactly)] {
            let session = try session(edit, AVAssetExportPresetPassthrough)
            session.akTrimMode = mode
            let url = URL(filePath: folder.path("out.mov"))
            await #expect { try await session.export(to: url, as: .mov) } throws: {
                $0.localizedDescription.contains(reason)
            }
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
    }

    @Test("an edit that cannot be copied is rendered by presets that encode")
    func renders() async throws {
        let edit = try await edit([("h264-bframes.mp4", frameRange(0, 30))])
        edit.tracks(withMediaType: .video)[0].preferredTransform = CGAffineTransform(scaleX: -1, y: -1)
        let url = URL(filePath: folder.path("out.mov"))
        let session = try session(edit, AVAssetExportPresetHighestQuality)
        try await session.export(to: url, as: .mov)
        #expect(session.akResult?.tracks.first?.encodedSampleCount == 30)
        #expect(try await ReadPictures(of: AVURLAsset(url: url)).pictures.map(\.index) == Array(0..<30))
    }
}
