import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Models of joined files")
struct JoinModelTests {
    /// What a clip has, and what of that differs.
    struct Clip: Sendable {
        var tracks: [LoadedSource.Track]
        /// Why tracks cannot be in the file as they are.
        var obstacles: [Int32: String] = [:]
        /// Why tracks are encoded.
        var reasons: [Int32: String] = [:]
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var type = AVFileType.mp4
        /// The clips are of several files.
        var joins = true
        let clips: [Clip]

        var testDescription: String { name }
    }

    private static let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)
    private static let slant = CGAffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0)
    private static let film = BareClip.pictures()
    private static let sound = BareClip.sound()

    private static func sized(_ width: Int, _ height: Int, _ transform: CGAffineTransform = .identity)
        -> LoadedSource.Track
    {
        BareClip.pictures { facts in
            facts.video?.codedWidth = width
            facts.video?.codedHeight = height
            facts.video?.transform = transform
        }
    }

    private static func rated(_ trackID: Int32, _ rate: Double) -> LoadedSource.Track {
        BareClip.sound(trackID) { facts in
            facts.audio = AudioFacts(sampleRate: rate, channelCount: 2, framesPerPacket: 1024)
        }
    }

    private static let otherSize = "its video has another size than that of the first file"
    private static let otherRate = "its sound has another sample rate than that of the first file"
    private static let isTurned = "its pictures are turned by 90°, which an MPEG transport stream cannot say"
    private static let odd = "few players look for MP3 in an M4A file"

    static let rows: [Row] = [
        Row(name: "the same tracks", clips: [Clip(tracks: [film, sound]), Clip(tracks: [film, sound])]),
        Row(
            name: "pictures of another size, beside the same sound",
            clips: [
                Clip(tracks: [film, sound]), Clip(tracks: [sized(320, 180), sound], reasons: [1: otherSize]),
            ]
        ),
        Row(
            name: "a clip that differs changes nothing for the clips behind it",
            clips: [
                Clip(tracks: [film]), Clip(tracks: [sized(320, 180)], reasons: [1: otherSize]), Clip(tracks: [film]),
            ]
        ),
        Row(
            name: "tracks belong together by their number among their like, and not by their identifiers",
            clips: [
                Clip(tracks: [BareClip.pictures(1), rated(2, 48_000), rated(3, 32_000)]),
                Clip(tracks: [rated(1, 48_000), BareClip.pictures(3), rated(2, 32_000)]),
            ]
        ),
        Row(
            name: "of two tracks of sound the second one differs",
            clips: [
                Clip(tracks: [rated(2, 48_000), rated(3, 48_000)]),
                Clip(tracks: [rated(7, 48_000), rated(5, 44_100)], reasons: [5: otherRate]),
            ]
        ),
        Row(
            name: "a track that only the second clip has is the model for the third one",
            clips: [
                Clip(tracks: [film]), Clip(tracks: [film, rated(2, 44_100)]),
                Clip(tracks: [film, rated(4, 48_000)], reasons: [4: otherRate]),
            ]
        ),
        Row(
            name: "what the file cannot hold is no model, and becomes like that of a later clip",
            clips: [
                Clip(tracks: [film], obstacles: [1: "no place"], reasons: [1: "no place"]), Clip(tracks: [film]),
            ]
        ),
        Row(
            name: "that the file cannot hold it is told before that it differs",
            clips: [
                Clip(tracks: [film]),
                Clip(tracks: [sized(320, 180)], obstacles: [1: "no place"], reasons: [1: "no place"]),
            ]
        ),
        Row(
            name: "sound that few players look for becomes AAC where no clip has better",
            type: .m4a,
            clips: [
                Clip(tracks: [BareClip.sound(2, .mp3)], obstacles: [2: odd], reasons: [2: odd]),
                Clip(tracks: [BareClip.sound(5, .mp3)], obstacles: [5: odd], reasons: [5: odd]),
            ]
        ),
        Row(
            name: "pictures that are turned where the file cannot say it, also the first ones",
            type: .akMPEGTransportStream,
            clips: [
                Clip(tracks: [sized(640, 360, quarter)], reasons: [1: isTurned]),
                // As large as the first ones when they have been turned.
                Clip(tracks: [sized(360, 640)]), Clip(tracks: [sized(640, 360)], reasons: [1: otherSize]),
            ]
        ),
        Row(
            name: "that they are turned is told before their size",
            type: .akMPEGTransportStream,
            clips: [Clip(tracks: [film]), Clip(tracks: [sized(320, 180, quarter)], reasons: [1: isTurned])]
        ),
        Row(
            name: "parts of one file show as they are stored",
            type: .akMPEGTransportStream,
            joins: false,
            clips: [Clip(tracks: [sized(640, 360, quarter)]), Clip(tracks: [sized(640, 360, quarter)])]
        ),
        Row(
            name: "a slant stays, because encoding does not undo it",
            type: .akMPEGTransportStream,
            clips: [Clip(tracks: [sized(640, 360, slant)]), Clip(tracks: [sized(640, 360, slant)])]
        ),
        Row(
            name: "where the file can say it a turn is one more thing in which pictures differ",
            clips: [
                Clip(tracks: [sized(640, 360, quarter)]),
                Clip(
                    tracks: [sized(640, 360)],
                    reasons: [1: "its video has another turn than that of the first file"]
                ),
            ]
        ),
        Row(
            name: "a clip without tracks has nothing that differs",
            clips: [Clip(tracks: []), Clip(tracks: [film]), Clip(tracks: [])]
        ),
    ]

    /// A model that has learnt from all clips.
    private func model(_ target: CopyTarget, joins: Bool = true, _ clips: [Clip]) throws -> JoinModel {
        var model = JoinModel(target, joins: joins)
        let sources = clips.map { (BareClip.source($0.tracks), $0.obstacles) }
        for (source, obstacles) in sources { try model.learn(from: source, obstacles: obstacles) }
        for (source, _) in sources { model.learnUsual(from: source) }
        return model
    }

    @Test("what cannot be copied behind the models is encoded, and told why", arguments: rows)
    func differences(row: Row) throws {
        var model = try model(CopyTarget(fileType: row.type), joins: row.joins, row.clips)
        for (number, clip) in row.clips.enumerated() {
            let found = try model.differences(of: BareClip.source(clip.tracks), obstacles: clip.obstacles)
            let reasons = found.map { ($0.trackID, $0.reason) }
            #expect(Dictionary(uniqueKeysWithValues: reasons) == clip.reasons, "clip \(number)")
        }
    }

    @Test("what the file cannot hold is refused where no clip has anything that it could become")
    func refused() throws {
        let clip = Clip(tracks: [Self.film, BareClip.sound(2, .mp3)], obstacles: [2: "no place"])
        var model = try model(CopyTarget(fileType: .mp4), [clip, Clip(tracks: [Self.film])])
        let problem = #expect(throws: MediaProblem.self) {
            try model.differences(of: BareClip.source(clip.tracks), obstacles: clip.obstacles)
        }
        #expect(problem?.reason == "no place")
    }

    @Test("what a clip has itself is the model, before AAC that none of them has")
    func own() throws {
        let odd = BareClip.sound(2, .mp3)
        let clips = [
            Clip(tracks: [odd], obstacles: [2: Self.odd]), Clip(tracks: [BareClip.sound(8, .alac)]),
            Clip(tracks: [BareClip.sound(9, .aac)]),
        ]
        var model = try model(CopyTarget(fileType: .m4a), clips)
        let found = try model.differences(of: BareClip.source([odd]), obstacles: [2: Self.odd])
        #expect(found.map(\.model.facts.trackID) == [8])
        #expect(found.map(\.model.facts.knownCodec) == [.alac])
        #expect(found.map(\.source.tracks.count) == [1])
    }

    @Test("AAC in place of other sound has its rate and channels, and nothing of its header")
    func usual() throws {
        let odd = BareClip.sound(2, .flac) { facts in
            facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: ["dfLa": [0, 0, 0, 0]])]
            facts.audio?.sampleRate = 32_000
        }
        var model = try model(CopyTarget(fileType: .m4a), [Clip(tracks: [odd], obstacles: [2: "odd"])])
        let found = try model.differences(of: BareClip.source([odd]), obstacles: [2: "odd"])
        let facts = try #require(found.first?.model.facts)
        #expect(facts.codec == "mp4a".fourCharCode && facts.knownCodec == .aac)
        #expect(facts.codecName == "AAC" && facts.profile == "LC")
        #expect(facts.audio?.sampleRate == 32_000 && facts.audio?.channelCount == 2)
        #expect(facts.descriptions == [SampleDescriptionFacts(codec: "mp4a".fourCharCode)])
    }

    @Test("a model of turned pictures has rows where they have columns")
    func upright() throws {
        let turned = BareClip.pictures { facts in
            let description = SampleDescriptionFacts(codec: facts.codec, width: 640, height: 360, entry: [0, 0, 0, 0])
            facts.descriptions = [description]
            facts.video?.transform = Self.quarter
            facts.video?.pixelAspect = VideoFacts.PixelAspect(horizontal: 4, vertical: 3)
            facts.video?.naturalSize = CGSize(width: 853, height: 360)
            facts.video?.cleanAperture = CGRect(x: 20, y: 10, width: 600, height: 330)
        }
        var model = try model(CopyTarget(fileType: .akMPEGTransportStream), [Clip(tracks: [turned])])
        let found = try model.differences(of: BareClip.source([turned]), obstacles: [:])
        let facts = try #require(found.first?.model.facts)
        let video = try #require(facts.video)
        #expect(video.transform == .identity)
        #expect(video.codedWidth == 360 && video.codedHeight == 640)
        #expect(video.pixelAspect == VideoFacts.PixelAspect(horizontal: 3, vertical: 4))
        #expect(video.naturalSize == CGSize(width: 360, height: 853))
        // The 20 rows below it are left of it now, and the 20 columns left of it are above.
        #expect(video.cleanAperture == CGRect(x: 20, y: 20, width: 330, height: 600))
        // The old entry says the old size.
        #expect(facts.descriptions == [SampleDescriptionFacts(codec: facts.codec, width: 360, height: 640)])
    }
}
