import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

/// Ten seconds of a film of 640 x 360 pixels and 25 pictures a second, and of stereo sound at 48 kHz.
///
/// 985 thousandths of a limit are used. Around the samples an MP4 file has 900 bytes, 700 for each track, 15 for each picture
/// and 6 for each packet of sound, of which there are 480: a film alone has 5350, sound alone 4480, and both have 8930.
@Suite("How a limit of size is shared out")
struct SizeBudgetTests {
    private static let range = CMTimeRange(start: .zero, end: CMTime(value: 10, timescale: 1))

    private static let film: ExportTrack = {
        var encoding = PictureEncoding(.h264, width: 640, height: 360)
        encoding.frameRate = .init(frames: 25)
        return track(1, .video, .pictures(PictureRendering(encoding: encoding)))
    }()

    private static let sound = track(
        2,
        .audio,
        .sound(SoundRendering(encoding: SoundEncoding(.aac, sampleRate: 48_000, channelCount: 2)))
    )

    private static func track(
        _ trackID: Int32,
        _ mediaType: AVMediaType,
        _ treatment: PlannedStretch.Treatment
    ) -> ExportTrack {
        ExportTrack(
            trackID: trackID,
            mediaType: mediaType,
            stretches: [PlannedStretch(range, treatment)]
        )
    }

    /// A budget for tracks, of sources of which each takes 800,000 bits a second.
    private func budget(
        _ tracks: [ExportTrack],
        _ metadata: [MetadataEntry] = [],
        seconds: Double = 10,
        _ set: (inout AKExportOptions) -> Void = { _ in }
    ) throws -> SizeBudget {
        var (pictures, sound) = (TrackFacts(1, .video), TrackFacts(2, .audio))
        pictures.video = VideoFacts(codedWidth: 640, codedHeight: 360, nominalFrameRate: 25)
        sound.audio = AudioFacts(sampleRate: 48_000, channelCount: 2)
        (pictures.estimatedDataRate, sound.estimatedDataRate) = (800_000, 800_000)
        var facts = MediaFacts()
        (facts.tracks, facts.metadata) = ([pictures, sound], metadata)
        let loaded = LoadedAsset(facts: facts, input: MediaInput(composition: "film"))
        var plan = ExportPlan(range: Self.range, fileType: .mp4, tracks: tracks)
        plan.expectedSeconds = seconds
        var options = AKExportOptions()
        set(&options)
        return try SizeBudget(plan, loaded, options)
    }

    private func isClose(_ value: Double?, to other: Double) -> Bool {
        value.map { abs($0 - other) < 1 } ?? false
    }

    /// The budget has room for this limit, and not for a byte less.
    private func expectLeast(_ limit: Int64, of budget: SizeBudget) throws -> SizeShare {
        let problem = #expect(throws: MediaProblem.self) { try budget.share(of: limit - 1) }
        #expect(problem?.reason.contains("the smallest file that could be made has \(limit)") ?? false)
        return try budget.share(of: limit)
    }

    // MARK: Pictures

    @Test(
        "pictures alone get all bits, and become smaller where a pixel would have fewer than a 20th of one",
        arguments: [
            // 985,000 bytes without 5350 are 783,720 bits a second.
            (1_000_000, 783_720, 1),
            // Of 5,760,000 pixels a second none has more than eight bits.
            (100_000_000, 46_080_000, 1),
            // 288,000 are a 20th for each pixel. With 153,320 there are as many pixels as that is enough for.
            (200_000, 153_320, (153_320.0 / 288_000).squareRoot()),
            // The shorter side is 144 at least, which is two fifths.
            (30_000, 19_360, 0.4),
        ] as [(Int64, Double, Double)]
    )
    func pictures(limit: Int64, rate: Double, scale: Double) throws {
        let share = try budget([Self.film]).share(of: limit)
        #expect(isClose(share.pictureRate, to: rate), "\(share)")
        #expect(abs(share.scale - scale) < 1e-6, "\(share)")
        #expect(share.soundRate == nil && share.channelCount == nil)
    }

    @Test("the smallest film has an 80th of a bit for each pixel of the smallest pictures")
    func leastPictures() throws {
        // 256 x 144 pixels, 25 times a second, are 11,520 bits: 14,400 bytes, and 5350 around them are 19,750.
        let share = try expectLeast(20_051, of: budget([Self.film]))
        #expect(isClose(share.pictureRate, to: 11_520))
        #expect(abs(share.scale - 0.4) < 1e-6)
    }

    @Test("pictures that are to be like the source keep their size, and need more bits")
    func keptSize() throws {
        let budget = try budget([Self.film]) { $0.matchesSource = true }
        let share = try budget.share(of: 100_000)
        #expect(share.scale == 1)
        #expect(isClose(share.pictureRate, to: 74_520))
        // An 80th of a bit for each of all pixels: 90,000 bytes.
        #expect(try expectLeast(96_803, of: budget).scale == 1)
    }

    // MARK: Sound

    @Test(
        "sound alone gets what the codec takes, and becomes mono where it is too little for two channels",
        arguments: [
            // 6144 bits for 1024 frames of a channel are the most that AAC has.
            (1_000_000, 576_000, nil), (200_000, 154_016, nil),
            // 64,000 bits are the fewest for two channels.
            (86_000, 64_184, nil), (60_000, 43_696, 1),
        ] as [(Int64, Double, Int?)]
    )
    func sound(limit: Int64, rate: Double, channels: Int?) throws {
        let share = try budget([Self.sound]).share(of: limit)
        #expect(isClose(share.soundRate, to: rate), "\(share)")
        #expect(share.channelCount == channels)
        #expect(share.pictureRate == nil && share.scale == 1)
    }

    @Test("the smallest sound has 32,000 bits of one channel, or 64,000 where two were asked for")
    func leastSound() throws {
        #expect(try expectLeast(45_158, of: budget([Self.sound])).channelCount == 1)
        let stereo = try expectLeast(85_767, of: budget([Self.sound]) { $0.channelCount = 2 })
        #expect(stereo.channelCount == nil)
        #expect(isClose(stereo.soundRate, to: 64_000))
    }

    @Test(
        "beside pictures sound gives way first, and pictures become smaller when it has the fewest bits",
        arguments: [
            // 128,000 are usual for two channels.
            (1_000_000, 128_000, nil, 652_856, 1),
            // 386,856 bits are enough for all pixels, and for less sound.
            (500_000, 98_856, nil, 288_000, 1),
            (300_000, 32_000, 1, 197_256, (197_256.0 / 288_000).squareRoot()),
        ] as [(Int64, Double, Int?, Double, Double)]
    )
    func both(limit: Int64, sound: Double, channels: Int?, pictures: Double, scale: Double) throws {
        let share = try budget([Self.film, Self.sound]).share(of: limit)
        #expect(isClose(share.soundRate, to: sound), "\(share)")
        #expect(share.channelCount == channels)
        #expect(isClose(share.pictureRate, to: pictures), "\(share)")
        #expect(abs(share.scale - scale) < 1e-6)
    }

    // MARK: Several channels, and several tracks

    private static func encoded(_ codec: SoundEncoding.Codec, channels: Int) -> ExportTrack {
        let encoding = SoundEncoding(codec, sampleRate: 48_000, channelCount: channels)
        return track(2, .audio, .sound(SoundRendering(encoding: encoding)))
    }

    @Test(
        "six channels become two and then one, each where a bit rate is more than a bit below the fewest for them",
        arguments: [
            // 192,000 bits are the fewest for six, and 64,000 for two. A byte of the limit is 0.788 bits a second.
            (248_204, nil), (248_202, nil), (248_201, 2), (85_767, 2), (85_766, 2), (85_765, 1),
        ] as [(Int64, Int?)]
    )
    func surround(limit: Int64, channels: Int?) throws {
        let share = try budget([Self.encoded(.aac, channels: 6)]).share(of: limit)
        #expect(share.channelCount == channels, "\(share)")
    }

    @Test("two channels of Opus need no more bits than one, so that they stay")
    func opus() throws {
        // 24,000 bits are 30,000 bytes, and 4480 around them.
        let share = try expectLeast(35_006, of: budget([Self.encoded(.opus, channels: 2)]))
        #expect(share.channelCount == nil)
        #expect(isClose(share.soundRate, to: 24_000))
    }

    @Test("sound that is to be like the source keeps its channels, and needs more bits")
    func keptChannels() throws {
        // 240,000 bytes, and 4480 around them.
        let budget = try budget([Self.encoded(.aac, channels: 6)]) { $0.matchesSource = true }
        #expect(try expectLeast(248_204, of: budget).channelCount == nil)
    }

    @Test("of several tracks of sound each has the same rate, and none has more channels than before")
    func severalSounds() throws {
        // 32,000 bits for each are 80,000 bytes, and 8060 around both.
        let mixed = [Self.encoded(.aac, channels: 2), Self.encoded(.aac, channels: 1)]
        let share = try expectLeast(89_402, of: budget(mixed))
        #expect(isClose(share.soundRate, to: 32_000))
        #expect(share.channelCount == nil)
        let alike = [Self.encoded(.aac, channels: 2), Self.encoded(.aac, channels: 2)]
        #expect(try expectLeast(89_402, of: budget(alike)).channelCount == 1)
    }

    @Test("no number of bytes is too small or too large to be answered", arguments: [Int64.min, -1, 0, 1])
    func hostile(limit: Int64) throws {
        let budget = try budget([Self.film, Self.sound])
        #expect(throws: MediaProblem.self) { try budget.share(of: limit) }
        let share = try budget.share(of: .max)
        #expect(share.scale == 1 && share.channelCount == nil)
        // Eight bits for each pixel, and what is usual for two channels.
        #expect(isClose(share.pictureRate, to: 46_080_000) && isClose(share.soundRate, to: 128_000))
    }

    // MARK: Wishes

    @Test("rates that were asked for are kept, and the others get the rest")
    func wishes() throws {
        let both = [Self.film, Self.sound]
        let quiet = try budget(both) { $0.audioBitRate = 96_000 }.share(of: 1_000_000)
        #expect(isClose(quiet.soundRate, to: 96_000) && isClose(quiet.pictureRate, to: 684_856))
        // Also where pictures get less than enough for it.
        let loud = try budget(both) { $0.audioBitRate = 96_000 }.share(of: 300_000)
        #expect(isClose(loud.soundRate, to: 96_000) && isClose(loud.pictureRate, to: 133_256))
        let coarse = try budget(both) { $0.videoBitRate = 100_000 }.share(of: 1_000_000)
        #expect(isClose(coarse.pictureRate, to: 100_000) && isClose(coarse.soundRate, to: 128_000))
    }

    @Test("what was asked for may be less than what is planned otherwise, and so may the limit")
    func smallWishes() throws {
        // 25,000 bytes of sound, and 10,000 of pictures.
        let sound = try expectLeast(29_929, of: budget([Self.sound]) { $0.audioBitRate = 20_000 })
        #expect(isClose(sound.soundRate, to: 20_000))
        let film = try expectLeast(15_584, of: budget([Self.film]) { $0.videoBitRate = 8000 })
        #expect(isClose(film.pictureRate, to: 8000))
    }

    // MARK: What has the size that it has

    @Test("what is copied fits or does not")
    func copied() throws {
        let budget = try budget([Self.track(1, .video, .copied)])
        #expect(try budget.share(of: 1_000_000) == SizeShare())
        let problem = #expect(throws: MediaProblem.self) { try budget.share(of: 999_999) }
        #expect(
            problem?.reason
                == "999999 bytes cannot hold 10 s of it: what is copied, or is without loss, has the size it has: about "
                + "1000000 bytes"
        )
    }

    @Test("sound beside copied pictures gets what these leave")
    func besideCopied() throws {
        // 1,182,000 bytes without 1,000,000 and 8930.
        let share = try budget([Self.track(1, .video, .copied), Self.sound]).share(of: 1_200_000)
        #expect(isClose(share.soundRate, to: 138_456))
        #expect(share.pictureRate == nil)
    }

    @Test("covers and other metadata are taken off, with some bytes around each")
    func metadata() throws {
        let space = AVMetadataKeySpace(rawValue: "test")
        let entries = [
            MetadataEntry(keySpace: space, key: "a", value: .text("abc")),
            MetadataEntry(keySpace: space, key: "b", value: .data([UInt8](repeating: 0, count: 500))),
            MetadataEntry(keySpace: space, key: "c", value: .stored(100..<700)),
            MetadataEntry(keySpace: space, key: "d", value: .integer(7)),
        ]
        let plain = try budget([Self.film])
        let told = try budget([Self.film], entries) { $0.cover = Data(count: 2000) }
        let more = told.expected - plain.expected
        #expect((3103...3103 + 4 * 64).contains(more), "\(more)")
        // Pictures have so many bytes less in ten seconds.
        let rates = try [plain, told].map { try $0.share(of: 1_000_000).pictureRate ?? 0 }
        #expect(isClose(rates[0] - rates[1], to: Double(more) * 0.8))
    }

    // MARK: What is expected

    @Test("a rate tells how large the file becomes, and a quality from where to where")
    func expected() throws {
        var encoding = PictureEncoding(.h264, width: 640, height: 360)
        encoding.frameRate = .init(frames: 25)
        encoding.rate = .bitRate(400_000)
        let rated = try budget([Self.track(1, .video, .pictures(PictureRendering(encoding: encoding)))])
        #expect(rated.expected == 505_350)
        #expect(rated.expectedRange == nil)
        let fine = try budget([Self.film])
        let bounds = try #require(fine.expectedRange)
        // The bytes of pictures may be a quarter of that, or four times as many.
        let pictures = Double(fine.expected - 5350)
        #expect(abs(Double(bounds.lowerBound - 5350) - pictures / 4) < 2)
        #expect(abs(Double(bounds.upperBound - 5350) - pictures * 4) < 5)
    }

    @Test("an edit of millions of years has the largest size that can be counted", arguments: [1e15, 1e300])
    func beyondNumbers(seconds: Double) throws {
        let budget = try budget([Self.film, Self.sound], seconds: seconds)
        #expect(budget.expected == .max)
        #expect(throws: MediaProblem.self) { try budget.share(of: 1 << 40) }
    }

    @Test("without a length nothing can be shared out")
    func endless() throws {
        let problem = #expect(throws: MediaProblem.self) { try budget([Self.film], seconds: 0) }
        #expect(problem?.reason == "nothing says how long it is")
    }
}
