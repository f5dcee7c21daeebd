import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitEditing
@testable import AssetKitMedia

/// A film whose pictures show for 40, 20, 60 and 80 ms in turn.
@Suite("Variable frame rates that are copied beside what is rendered")
struct VariableRateCopyTests {
    private let folder = TemporaryFolder()
    /// When the pictures begin, in 600ths of a second.
    private let starts = (0..<75 as Range<Int64>).map { $0 / 4 * 120 + [0, 24, 36, 72][Int($0 % 4)] }
    private let length: Int64 = 2232

    private func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: 600) }

    private func part(_ name: String) -> AKSequence.Part { AKSequence.Part(AVURLAsset(url: SampleMedia.url(name))) }

    private struct Made {
        var track: AKExportResult.Track
        var pictures: [ReadPictures.Picture]
        var wanted: RenderedPictures
    }

    /// The file, and what a reader makes of the same edit.
    private func make(_ composition: AVComposition, _ video: AVVideoComposition?, _ mix: AVAudioMix?) async throws
        -> Made
    {
        let preset = AVAssetExportPresetHighestQuality
        let session = try #require(AVAssetExportSession(asset: composition, presetName: preset))
        (session.videoComposition, session.audioMix, session.outputFileType) = (video, mix, .mp4)
        let url = URL(filePath: folder.path("out.mp4"))
        try await session.export(to: url, as: .mp4)
        let track = try #require(session.akResult?.tracks.first { $0.mediaType == .video })
        return Made(
            track: track,
            pictures: try await ReadPictures(of: AVURLAsset(url: url)).pictures,
            wanted: try await RenderedPictures(composition, try #require(video))
        )
    }

    private func make(_ sequence: AKSequence) async throws -> Made {
        let edit = try await sequence.edit()
        return try await make(edit.composition, edit.videoComposition, edit.audioMix)
    }

    /// While both show the first one says when frames begin; then the second one does, from its next picture on.
    private var dissolved: [CMTime] {
        let second = length - 180
        return starts.map(time) + starts.filter { second + $0 >= length }.map { time(second + $0) }
    }

    private func check(dissolved made: Made) {
        #expect(made.pictures.map(\.time) == dissolved)
        #expect(made.wanted.times == dissolved)
        let indexes = made.pictures.map(\.index)
        #expect(Array(indexes.prefix(69)) == Array(0..<69))
        #expect(Array(indexes.suffix(68)) == Array(7..<75))
        // Groups begin with the pictures 0 and 48.
        #expect(made.track.copiedSampleCount >= 48 + 27)
        #expect(made.track.copiedSampleCount + made.track.encodedSampleCount == 143)
    }

    @Test("beside a dissolve pictures are copied, and all of them keep their times")
    func dissolves() async throws {
        var sequence = AKSequence(parts: [part("vfr.mp4"), part("vfr.mp4")])
        sequence.dissolveDuration = time(180)
        check(dissolved: try await make(sequence))
    }

    @Test("so they do in an edit document")
    func documents() async throws {
        var sequence = AKSequence(parts: [part("vfr.mp4"), part("vfr.mp4")])
        sequence.dissolveDuration = time(180)
        let url = URL(filePath: folder.path("edit.otio"))
        try await AKEditDocument(sequence: sequence).write(to: url)
        let edit = try await AKEditDocument(contentsOf: url).composition(allowsReferences: true)
        check(dissolved: try await make(edit.composition, edit.videoComposition, edit.audioMix))
    }

    @Test("a fade has the times of the pictures that fade, and what is behind it is copied")
    func fades() async throws {
        var sequence = AKSequence(parts: [part("vfr.mp4")])
        sequence.fadeInDuration = time(180)
        let made = try await make(sequence)
        #expect(made.pictures.map(\.time) == starts.map(time))
        #expect(made.pictures.map(\.index).suffix(68) == Array(7..<75)[...])
        #expect(made.track.copiedSampleCount >= 27)
        #expect(made.track.encodedSampleCount >= 7)
    }

    @Test("beside one of a variable rate a film of a constant one is copied too", arguments: [true, false])
    func besideOthers(isFirst: Bool) async throws {
        let names = isFirst ? ["vfr.mp4", "h264-bframes.mp4"] : ["h264-bframes.mp4", "vfr.mp4"]
        var sequence = AKSequence(parts: names.map(part))
        sequence.fadeOutDuration = time(60)
        let made = try await make(sequence)
        let even = (0..<75 as Range<Int64>).map { $0 * 24 }
        let (first, second) = isFirst ? (starts, even) : (even, starts)
        let start = isFirst ? length : 1800
        let times = first.map(time) + second.map { time(start + $0) }
        #expect(made.wanted.times == times)
        // The file counts all times in the parts of a second of one of them.
        try #require(made.pictures.count == times.count)
        for (picture, time) in zip(made.pictures, times) { #expect(abs((picture.time - time).seconds) < 0.0005) }
        #expect(made.track.copiedSampleCount >= 75 + 48)
    }

    @Test("pictures that show for long leave it to the frame duration when frames begin")
    func rarePictures() async throws {
        let film = AVURLAsset(url: SampleMedia.url("vfr.mp4"))
        let track = try #require(try await film.loadTracks(withMediaType: .video).first)
        #expect(try await PictureRhythm(track).isUneven)
        var facts = track.facts
        facts.video?.frameRateRange = 2...50
        guard case .unknown = try await PictureRhythm(AVAssetTrack(facts: facts)) else {
            Issue.record("half a second is too long to be a step of a dissolve")
            return
        }
    }
}
