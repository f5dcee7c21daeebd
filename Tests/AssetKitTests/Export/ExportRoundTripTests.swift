import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Export round trips")
struct ExportRoundTripTests {
    private let folder = TemporaryFolder()

    struct Pair: CustomTestStringConvertible, Sendable {
        var preset: String
        var ending: String
        var type: AVFileType
        /// How many ticks of a second the container counts; 0 for those of the source.
        var ticks: CMTimeScale = 0

        var testDescription: String { "\(preset.dropFirst(19)) in \(ending)" }
    }

    static let filmPairs = everydayPairs + (LongRun.isOn ? [matroskaAV1] : [])
    static let matroskaAV1 = Pair(preset: AKExportPresetMatroskaAV1Opus, ending: "mkv", type: .akMatroska, ticks: 1000)
    private static let everydayPairs = [
        Pair(preset: AVAssetExportPresetLowQuality, ending: "mp4", type: .mp4),
        Pair(preset: AVAssetExportPresetMediumQuality, ending: "mov", type: .mov),
        Pair(preset: AVAssetExportPresetHighestQuality, ending: "m4v", type: .m4v),
        Pair(preset: AVAssetExportPreset1280x720, ending: "mkv", type: .akMatroska, ticks: 1000),
        Pair(preset: AVAssetExportPreset640x480, ending: "ts", type: .akMPEGTransportStream, ticks: 90_000),
        Pair(preset: AVAssetExportPresetHEVC1920x1080, ending: "mp4", type: .mp4),
        Pair(preset: AVAssetExportPresetAppleProRes422LPCM, ending: "mov", type: .mov),
        Pair(preset: AVAssetExportPresetAppleProRes4444LPCM, ending: "mov", type: .mov),
        Pair(preset: AKExportPresetWebMVP9, ending: "webm", type: .akWebM, ticks: 1000),
        // AV1 costs most. Every day it is made for MP4, and copied into the container that it is the preset of.
        Pair(preset: AKExportPresetMatroskaAV1Opus, ending: "mp4", type: .mp4),
    ]

    @Test("every picture and every click is where it was", arguments: filmPairs)
    func films(pair: Pair) async throws {
        let path = folder.path("out." + pair.ending)
        let session = try await ExportSample.export("h264-bframes.mp4", pair.preset, to: path, as: pair.type)
        #expect(session.akResult?.warnings == [])
        try await expectFilm(path, pair)
        guard pair.preset == AKExportPresetMatroskaAV1Opus, pair.type == .mp4 else { return }
        let copy = folder.path("copy.mkv")
        let copying = try #require(
            AVAssetExportSession(
                asset: AVURLAsset(url: URL(filePath: path)),
                presetName: AVAssetExportPresetPassthrough
            )
        )
        try await copying.export(to: URL(filePath: copy), as: Self.matroskaAV1.type)
        try await expectFilm(copy, Self.matroskaAV1)
    }

    private func expectFilm(_ path: String, _ pair: Pair) async throws {
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == (0..<75).map { $0 })
        for (number, picture) in pictures.enumerated() {
            let exact = CMTime(value: Int64(number), timescale: 25)
            let stored = pair.ticks == 0 ? exact : exact.convertScale(pair.ticks, method: .roundHalfAwayFromZero)
            #expect(picture.time == stored)
        }
        // A transport stream cannot say how much of its sound comes before zero: what lies there is lost.
        try await expectClicks(path, at: pair.type == .akMPEGTransportStream ? [1, 2] : [0, 1, 2])
        try await WrittenFile(path, pair.type).expectAgreement()
    }

    static let soundPairs = [
        Pair(preset: AVAssetExportPresetAppleM4A, ending: "m4a", type: .m4a),
        Pair(preset: AKExportPresetFLAC, ending: "flac", type: .akFLAC),
        Pair(preset: AKExportPresetAppleLossless, ending: "m4a", type: .m4a),
        Pair(preset: AKExportPresetMP3, ending: "mp3", type: .mp3),
        Pair(preset: AKExportPresetOggOpus, ending: "ogg", type: .akOgg),
        Pair(preset: AKExportPresetWAV, ending: "wav", type: .wav),
        Pair(preset: AKExportPresetWAV, ending: "aiff", type: .aiff),
        Pair(preset: AKExportPresetWAV, ending: "caf", type: .caf),
    ]

    @Test("sound keeps its clicks and its length", arguments: soundPairs)
    func sounds(pair: Pair) async throws {
        let path = folder.path("out." + pair.ending)
        try await ExportSample.export("h264-bframes.mp4", pair.preset, to: path, as: pair.type)
        try await expectClicks(path, at: [0, 1, 2])
        let asset = AVURLAsset(url: URL(filePath: path))
        #expect(try await asset.load(.tracks).map(\.mediaType) == [.audio])
        let duration = try await asset.load(.duration)
        #expect(abs(duration.seconds - 3) < 0.03)
        try await WrittenFile(path, pair.type).expectAgreement()
    }

    @Test(
        "uncompressed sound comes out of lossless files as it went in",
        arguments: [
            ("wav-16bit.wav", AKExportPresetFLAC, "flac", AVFileType.akFLAC),
            ("wav-24bit.wav", AKExportPresetAppleLossless, "m4a", .m4a),
            ("flac-24bit.flac", AKExportPresetWAV, "wav", .wav),
            ("wav-float.wav", AKExportPresetWAV, "caf", .caf),
        ]
    )
    func lossless(name: String, preset: String, ending: String, type: AVFileType) async throws {
        let path = folder.path("out." + ending)
        try await ExportSample.export(name, preset, to: path, as: type)
        let before = try await ExportSample.sound(SampleMedia.url(name).path)
        let after = try await ExportSample.sound(path)
        #expect(after.rate == before.rate)
        #expect(after.samples == before.samples)
    }

    private func expectClicks(_ path: String, at seconds: [Double], track: Int = 0) async throws {
        let sound = try await ExportSample.sound(path, track: track)
        let places = SoundClicks.places(in: sound.samples, sampleRate: sound.rate).map { $0 + Int(sound.start) }
        try #require(places.count >= seconds.count, "\(places)")
        for (place, second) in zip(places, seconds) {
            #expect(abs(Double(place) - second * Double(sound.rate)) <= 1.5, "\(place) of \(sound.rate)")
        }
    }

    @Test("a range begins and ends where it was asked for, in pictures and in sound")
    func range() async throws {
        let path = folder.path("part.mp4")
        let session = try await ExportSample.export(
            "h264-bframes.mp4",
            AVAssetExportPresetHighestQuality,
            to: path,
            as: .mp4
        ) {
            $0.timeRange = CMTimeRange(
                start: CMTime(value: 5, timescale: 10),
                end: CMTime(value: 25, timescale: 10)
            )
        }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == (12..<63).map { $0 })
        #expect(pictures.first?.time == .zero)
        #expect(pictures.last.map { $0.time + $0.duration } == CMTime(value: 2, timescale: 1))
        try await expectClicks(path, at: [0.5, 1.5])
        let sound = try await ExportSample.sound(path)
        #expect(sound.start == 0)
        #expect(sound.samples.count == 2 * sound.rate)
        #expect(session.akResult?.duration == CMTime(value: 2, timescale: 1))
    }

    @Test("a range that begins within a picture shows the rest of it first")
    func rangeWithinPicture() async throws {
        let path = folder.path("part.mp4")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4) {
            $0.timeRange = CMTimeRange(
                start: CMTime(value: 51, timescale: 100),
                duration: CMTime(value: 1, timescale: 1)
            )
        }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == (12...37).map { $0 })
        #expect(
            pictures.prefix(2).map(\.time) == [
                .zero, CMTime(value: 13, timescale: 25) - CMTime(value: 51, timescale: 100),
            ]
        )
        #expect(pictures.last.map { $0.time + $0.duration } == CMTime(value: 1, timescale: 1))
    }

    @Test("variable rates keep their times")
    func variableRate() async throws {
        let path = folder.path("vfr.mp4")
        try await ExportSample.export("vfr.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4)
        let before = try await ExportSample.pictures(SampleMedia.url("vfr.mp4").path)
        #expect(try await ExportSample.pictures(path) == before)
    }

    @Test("a constant rate shows what is to be seen at each of its moments")
    func constantRate() async throws {
        let path = folder.path("cfr.mp4")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4) {
            $0.akOptions.frameDuration = CMTime(value: 1, timescale: 10)
        }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == (0..<30).map { $0 * 25 / 10 })
        #expect(pictures.map(\.time) == (0..<30).map { CMTime(value: $0, timescale: 10) })
    }

    @Test("turns stay turns in movies, and become turned pictures where a file cannot say them")
    func turns() async throws {
        let movie = folder.path("turned.mp4")
        try await ExportSample.export("rotated-90.mp4", AVAssetExportPresetHighestQuality, to: movie, as: .mp4)
        let source = try #require(try await AVURLAsset(url: SampleMedia.url("rotated-90.mp4")).load(.tracks).first)
        let track = try #require(try await AVURLAsset(url: URL(filePath: movie)).load(.tracks).first)
        #expect(track.preferredTransform == source.preferredTransform)
        #expect(track.naturalSize == source.naturalSize)
        let web = folder.path("turned.webm")
        try await ExportSample.export("rotated-90.mp4", AKExportPresetWebMVP9, to: web, as: .akWebM)
        let turned = try #require(try await AVURLAsset(url: URL(filePath: web)).load(.tracks).first)
        #expect(turned.naturalSize == CGSize(width: source.naturalSize.height, height: source.naturalSize.width))
        #expect(turned.preferredTransform.isIdentity)
    }

    @Test("all tracks of sound come along, with their languages")
    func languages() async throws {
        let path = folder.path("two.mp4")
        try await ExportSample.export("two-languages.mp4", AVAssetExportPresetLowQuality, to: path, as: .mp4)
        let sounds = try await AVURLAsset(url: URL(filePath: path)).loadTracks(withMediaType: .audio)
        #expect(sounds.map(\.languageCode) == ["eng", "fra"])
        let one = folder.path("one.mp4")
        try await ExportSample.export("two-languages.mp4", AVAssetExportPresetLowQuality, to: one, as: .mp4) {
            $0.akOptions.trackIDs = [1, 3]
        }
        let rest = try await AVURLAsset(url: URL(filePath: one)).loadTracks(withMediaType: .audio)
        #expect(rest.map(\.languageCode) == ["fra"])
    }

    @Test("sound that begins late stays where it is")
    func lateSound() async throws {
        let path = folder.path("late.mp4")
        try await ExportSample.export("late-sound.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4)
        let before = try await ExportSample.sound(SampleMedia.url("late-sound.mp4").path)
        let clicks = SoundClicks.places(in: before.samples, sampleRate: before.rate).map {
            Double($0 + Int(before.start)) / Double(before.rate)
        }
        try await expectClicks(path, at: clicks)
    }

    @Test("chapters, metadata and colours are carried over")
    func facts() async throws {
        let chapters = folder.path("chapters.mp4")
        try await ExportSample.export("chapters.mp4", AVAssetExportPresetLowQuality, to: chapters, as: .mp4)
        let before = try AVURLAsset(url: SampleMedia.url("chapters.mp4")).requireLoaded().facts.chapters
        let after = try AVURLAsset(url: URL(filePath: chapters)).requireLoaded().facts.chapters
        #expect(after.map(\.title) == before.map(\.title))
        #expect(after.map(\.timeRange.start) == before.map(\.timeRange.start))
        let light = folder.path("hdr.mp4")
        try await ExportSample.export("hdr10.mp4", AVAssetExportPresetHEVCHighestQuality, to: light, as: .mp4)
        let facts = try AVURLAsset(url: URL(filePath: light)).requireLoaded().facts.tracks.first?.video
        let own = try AVURLAsset(url: SampleMedia.url("hdr10.mp4")).requireLoaded().facts.tracks.first?.video
        #expect(facts?.bitDepth == 10)
        #expect([facts?.primaries, facts?.transfer, facts?.matrix] == [own?.primaries, own?.transfer, own?.matrix])
        #expect(facts?.masteringDisplay == own?.masteringDisplay)
        #expect(facts?.contentLight == own?.contentLight)
    }

    @Test("what a client says of the file is what it says of itself")
    func metadata() async throws {
        let path = folder.path("tagged.mp4")
        try await ExportSample.export("tags-quicktime.mov", AVAssetExportPresetLowQuality, to: path, as: .mp4) {
            session in
            let item = AVMutableMetadataItem()
            item.identifier = .commonIdentifierTitle
            item.value = "A new name" as NSString
            item.extendedLanguageTag = "und"
            session.metadata = [item]
        }
        let items = try await AVURLAsset(url: URL(filePath: path)).load(.commonMetadata)
        #expect(items.filter { $0.commonKey == .commonKeyTitle }.map(\.stringValue) == ["A new name"])
    }

    @Test(
        "captions inside pictures are still inside when these are encoded anew",
        arguments: [
            AVAssetExportPresetHighestQuality, AVAssetExportPresetHEVCHighestQuality, AVAssetExportPresetLowQuality,
        ]
    )
    func captions(preset: String) async throws {
        let path = folder.path("captions.mp4")
        try await ExportSample.export("closed-captions.mp4", preset, to: path, as: .mp4)
        let tracks = try AVURLAsset(url: URL(filePath: path)).requireLoaded().facts.tracks
        #expect(tracks.contains { $0.codec == "atcc".fourCharCode })
    }

    @Test("interlaced pictures become whole ones, or stay if they are to")
    func interlaced() async throws {
        let whole = folder.path("whole.mp4")
        try await ExportSample.export("interlaced-tff.mp4", AVAssetExportPresetHighestQuality, to: whole, as: .mp4)
        #expect(try AVURLAsset(url: URL(filePath: whole)).requireLoaded().facts.tracks.first?.video?.fieldCount != 2)
        let kept = folder.path("kept.mp4")
        try await ExportSample.export("interlaced-tff.mp4", AVAssetExportPresetHighestQuality, to: kept, as: .mp4) {
            $0.akOptions.keepsInterlacing = true
        }
        #expect(try AVURLAsset(url: URL(filePath: kept)).requireLoaded().facts.tracks.first?.video?.fieldCount == 2)
        let counts = try await [whole, kept].asyncMap { try await ExportSample.pictures($0).count }
        #expect(counts[0] == counts[1])
    }

    @Test("a stream is a folder with playlists, and its segments are the film")
    func stream() async throws {
        let path = folder.path("stream")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetHighestQuality, to: path, as: .mp4) {
            $0.akOptions.streamSegmentDuration = CMTime(value: 1, timescale: 1)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names == ["init.mp4", "master.m3u8", "media.m3u8", "segment-1.m4s", "segment-2.m4s", "segment-3.m4s"])
        let master = try String(contentsOfFile: path + "/master.m3u8", encoding: .utf8)
        #expect(master.contains("RESOLUTION=320x180") && master.contains("mp4a.40.2") && master.contains("avc1.64"))
        let media = try String(contentsOfFile: path + "/media.m3u8", encoding: .utf8)
        for number in 1...3 { #expect(media.contains("#EXTINF:1.000000,\nsegment-\(number).m4s\n")) }
        var whole = Data()
        for name in ["init.mp4", "segment-1.m4s", "segment-2.m4s", "segment-3.m4s"] {
            whole += try Data(contentsOf: URL(filePath: path + "/" + name))
        }
        let joined = folder.path("joined.mp4")
        try whole.write(to: URL(filePath: joined))
        #expect(try await ExportSample.pictures(joined).map(\.index) == (0..<75).map { $0 })
        // The clock of a stream has room for what primes the decoders.
        try await expectClicks(joined, at: [10, 11, 12])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == ["joined.mp4", "stream"]
        )
    }

    @Test("one kind of tracks can be copied or left out while the other is encoded")
    func treatments() async throws {
        let path = folder.path("mixed.mp4")
        let session = try await ExportSample.export(
            "h264-bframes.mp4",
            AVAssetExportPresetHighestQuality,
            to: path,
            as: .mp4
        ) {
            $0.akOptions.video = .copied
        }
        #expect(session.akResult?.tracks.map(\.copiedSampleCount).first == 75)
        #expect(session.akResult?.tracks.last?.copiedSampleCount == 0)
        #expect(try await ExportSample.pictures(path).map(\.index) == (0..<75).map { $0 })
        try await expectClicks(path, at: [0, 1, 2])
        let silent = folder.path("silent.mp4")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetPassthrough, to: silent, as: .mp4) {
            $0.akOptions.audio = .leftOut
        }
        #expect(try await AVURLAsset(url: URL(filePath: silent)).load(.tracks).map(\.mediaType) == [.video])
    }
}

extension Array {
    fileprivate func asyncMap<Answer>(_ body: (Element) async throws -> Answer) async rethrows -> [Answer] {
        var answers: [Answer] = []
        for element in self { answers.append(try await body(element)) }
        return answers
    }
}
