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

@Suite("How pictures are encoded")
struct PicturePlannerTests {
    private static let highest = AVAssetExportPresetHighestQuality
    /// A quarter clockwise, of pictures of 1920 x 1080.
    private static let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)

    private static func video(_ width: Int, _ height: Int, _ set: (inout VideoFacts) -> Void = { _ in }) -> VideoFacts {
        var video = VideoFacts(codedWidth: width, codedHeight: height, nominalFrameRate: 25)
        video.bitDepth = 8
        video.chroma = "4:2:0"
        set(&video)
        return video
    }

    private func planner(
        _ video: VideoFacts,
        _ preset: String = Self.highest,
        canTurn: Bool = true,
        timescale: CMTimeScale = 25,
        _ set: (inout AKExportOptions) -> Void = { _ in }
    ) throws -> PicturePlanner {
        var facts = TrackFacts(1, .video)
        (facts.codec, facts.traits) = ("avc1".fourCharCode, MediaCodec.h264.traits)
        (facts.video, facts.timescale) = (video, timescale)
        var options = AKExportOptions()
        set(&options)
        return PicturePlanner(
            source: TrackSource(input: MediaInput(composition: "film"), container: "", facts: facts, index: nil),
            preset: try #require(ExportPreset(named: preset)),
            options: options,
            range: CMTimeRange(start: .zero, end: CMTime(value: 10, timescale: 1)),
            canTurn: canTurn
        )
    }

    private func problem(_ planner: PicturePlanner) -> String? {
        do {
            _ = try planner.rendering()
            return nil
        } catch let problem as MediaProblem {
            return problem.reason
        } catch {
            return "\(error)"
        }
    }

    // MARK: Size

    struct Size: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var video: VideoFacts
        var preset = PicturePlannerTests.highest
        var box: CGSize?
        var scale: AKPictureScale?
        var size: [Int]
        var isScaled = true
    }

    private static let wide = VideoFacts.PixelAspect(horizontal: 64, vertical: 45)

    private static let sizes: [Size] = [
        Size(
            testDescription: "a preset's bound",
            video: video(1920, 1080),
            preset: AVAssetExportPreset1280x720,
            size: [1280, 720]
        ),
        Size(
            testDescription: "the same, for tall pictures",
            video: video(1080, 1920),
            preset: AVAssetExportPreset1280x720,
            size: [720, 1280]
        ),
        Size(
            testDescription: "the same, for pictures that are turned when they are shown",
            video: video(1920, 1080) { $0.transform = quarter },
            preset: AVAssetExportPreset1280x720,
            size: [1280, 720]
        ),
        Size(
            testDescription: "nothing is made larger by a preset",
            video: video(640, 360),
            preset: AVAssetExportPreset1280x720,
            size: [640, 360],
            isScaled: false
        ),
        Size(
            testDescription: "nor by a box",
            video: video(640, 360),
            box: CGSize(width: 4000, height: 4000),
            size: [640, 360],
            isScaled: false
        ),
        // Shown as 1024 x 576, of which 640 x 360 is five eighths.
        Size(
            testDescription: "wide pixels become square where the size changes",
            video: video(720, 576) { $0.pixelAspect = wide },
            preset: AVAssetExportPreset640x480,
            size: [640, 360]
        ),
        Size(
            testDescription: "and stay where it does not",
            video: video(720, 576) { $0.pixelAspect = wide },
            size: [720, 576],
            isScaled: false
        ),
        // 562.5 rows are nearest to 562 of the even numbers.
        Size(
            testDescription: "a box of one side",
            video: video(1920, 1080),
            box: CGSize(width: 1000, height: 0),
            size: [1000, 562]
        ),
        Size(
            testDescription: "a box is of what is shown",
            video: video(1920, 1080) { $0.transform = quarter },
            box: CGSize(width: 540, height: 0),
            size: [960, 540]
        ),
        Size(
            testDescription: "the shorter side",
            video: video(1920, 1080),
            scale: .shorterSide(720),
            size: [1280, 720]
        ),
        Size(
            testDescription: "a scale takes the place of the preset's bound",
            video: video(1920, 1080),
            preset: AVAssetExportPreset1280x720,
            scale: .fraction(0.9),
            size: [1728, 972]
        ),
        Size(
            testDescription: "of a scale and a box the smaller one",
            video: video(1920, 1080),
            box: CGSize(width: 0, height: 540),
            scale: .fraction(0.9),
            size: [960, 540]
        ),
    ]

    @Test("pictures fit inside what was asked for, keep their shape, and are never made larger", arguments: sizes)
    func size(item: Size) throws {
        let planner = try planner(item.video, item.preset) { ($0.maximumSize, $0.scale) = (item.box, item.scale) }
        let layout = try planner.layout(.h264)
        #expect([layout.width, layout.height] == item.size)
        #expect(layout.isScaled == item.isScaled)
        #expect(!layout.turns && layout.crop == nil && layout.missedSide == nil)
        let rendering = try planner.rendering()
        #expect([rendering.encoding.width, rendering.encoding.height] == item.size)
        // Pixels are square where the size has changed.
        let aspect = item.isScaled ? nil : item.video.pixelAspect
        #expect(rendering.encoding.pixelAspect.horizontal == aspect?.horizontal ?? 1)
        #expect(rendering.encoding.pixelAspect.vertical == aspect?.vertical ?? 1)
    }

    @Test("an odd side that was asked for is told, and becomes the even one below")
    func oddSide() throws {
        let layout = try planner(Self.video(1920, 1080)) { $0.maximumSize = CGSize(width: 999, height: 0) }.layout(
            .h264
        )
        #expect(layout.width == 998 && layout.height == 562)
        #expect(layout.missedSide == 999)
    }

    private static let missedSides: [(VideoFacts, CGSize?, AKPictureScale?, [Int], Int?)] = [
        // A part of each side, of which 641 is none that can be had.
        (video(1282, 720), nil, .fraction(0.5), [642, 360], 641),
        (video(1920, 1080), nil, .fraction(0.3), [576, 324], nil),
        (video(1920, 1080), nil, .shorterSide(361), [642, 360], 361),
        (video(1920, 1080), CGSize(width: 0, height: 541), nil, [962, 540], 541),
        // 499 rows only follow from 998 columns.
        (video(1000, 500), CGSize(width: 998, height: 0), nil, [998, 500], nil),
    ]

    @Test("only a side that was asked for is told where it is odd, and an even one is taken", arguments: missedSides)
    func missedSide(video: VideoFacts, box: CGSize?, scale: AKPictureScale?, size: [Int], missed: Int?) throws {
        let layout = try planner(video) { ($0.maximumSize, $0.scale) = (box, scale) }.layout(.h264)
        #expect([layout.width, layout.height] == size)
        #expect(layout.missedSide == missed)
    }

    @Test("where the file cannot turn pictures they are turned themselves, and their sides swapped")
    func turned() throws {
        let film = Self.video(1920, 1080) { $0.transform = Self.quarter }
        let told = try planner(film).rendering()
        #expect(told.encoding.width == 1920 && told.encoding.height == 1080)
        #expect(!told.turns && told.transform?.value == Self.quarter)
        let made = try planner(film, canTurn: false).rendering()
        #expect(made.encoding.width == 1080 && made.encoding.height == 1920)
        #expect(made.turns && made.transform?.value == Self.quarter)
        let small = try planner(film, canTurn: false) { $0.maximumSize = CGSize(width: 540, height: 0) }.rendering()
        #expect(small.encoding.width == 540 && small.encoding.height == 960)
        // Three more quarters make a whole turn.
        let upright = try planner(film, canTurn: false) { $0.rotation = 270 }.layout(.h264)
        #expect(upright.width == 1920 && upright.height == 1080)
        #expect(!upright.turns)
        let plain = try planner(Self.video(1920, 1080)).rendering()
        #expect(plain.transform == nil && !plain.turns)
    }

    @Test("nothing is planned for pictures whose size is not known")
    func sizeless() throws {
        #expect(try problem(planner(VideoFacts())) == "nothing says how large its pictures are")
    }

    // MARK: Parts of pictures

    private static let crops: [(VideoFacts, [Int], [Int])] = [
        (video(1920, 1080), [100, 50, 640, 360], [100, 50, 640, 360]),
        // What is shown at the top left is stored at the bottom left.
        (video(1920, 1080) { $0.transform = quarter }, [0, 0, 540, 960], [0, 540, 960, 540]),
        // Each pixel is shown twice as wide.
        (
            video(960, 1080) { $0.pixelAspect = .init(horizontal: 2, vertical: 1) }, [960, 0, 960, 1080],
            [480, 0, 480, 1080]
        ),
        // Edges that are not for viewing do not count.
        (
            video(1920, 1088) { $0.cleanAperture = CGRect(x: 16, y: 8, width: 1888, height: 1072) },
            [0, 0, 100, 50], [16, 8, 100, 50]
        ),
    ]

    @Test("a part is given as it is shown, and found in what is stored", arguments: crops)
    func crop(video: VideoFacts, shown: [Int], stored: [Int]) throws {
        let planner = try planner(video) {
            $0.crop = CGRect(x: shown[0], y: shown[1], width: shown[2], height: shown[3])
        }
        let layout = try planner.layout(.h264)
        #expect(layout.crop.map { [$0.x, $0.y, $0.width, $0.height] } == stored)
        #expect([layout.width, layout.height] == Array(stored[2...]))
        #expect(!layout.isScaled)
    }

    @Test("a part that ends within a block of pixels that share colour loses its last column and row")
    func oddCrop() throws {
        let film = Self.video(1920, 1080) { $0.transform = Self.quarter }
        let part = CGRect(x: 0, y: 0, width: 641, height: 361)
        let upright = try planner(Self.video(1920, 1080)) { $0.crop = part }.rendering()
        #expect(upright.encoding.width == 640 && upright.encoding.height == 360)
        #expect(upright.crop.map { [$0.width, $0.height] } == [640, 360])
        // 361 columns and 641 rows are stored of it.
        let turned = try planner(film, canTurn: false) { $0.crop = part }.rendering()
        #expect(turned.encoding.width == 640 && turned.encoding.height == 360)
        #expect(turned.crop.map { [$0.width, $0.height] } == [360, 640])
    }

    @Test("a part that is not all there is refused in the size that people see")
    func cropOutside() throws {
        let film = Self.video(1920, 1080) { $0.transform = Self.quarter }
        let reason = "the part to keep does not lie within the pictures, which show as "
        let wide = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        #expect(try problem(planner(film) { $0.crop = wide }) == reason + "1080x1920")
        let far = CGRect(x: 1900, y: 0, width: 40, height: 40)
        #expect(try problem(planner(Self.video(1920, 1080)) { $0.crop = far }) == reason + "1920x1080")
    }

    // MARK: The codec, and how many bits it gets

    @Test("a codec that was asked for, the source's, or the preset's")
    func codecs() throws {
        let film = Self.video(640, 360)
        #expect(try planner(film).rendering().encoding.codec == .h264)
        #expect(try planner(film, AVAssetExportPresetHEVCHighestQuality).rendering().encoding.codec == .hevc)
        let asked = try planner(film) { $0.video = .encoded(.hevc) }
        #expect(try asked.rendering().encoding.codec == .hevc)
        let same = try planner(film, AVAssetExportPresetHEVCHighestQuality) { $0.matchesSource = true }
        #expect(try same.rendering().encoding.codec == .h264)
        let unknown = try planner(film) { $0.video = .encoded(AVVideoCodecType(rawValue: "abcd")) }
        #expect(problem(unknown) == "there is no encoder for abcd")
        let silent = try planner(film, AVAssetExportPresetPassthrough)
        #expect(problem(silent)?.hasPrefix("the preset Passthrough does not say how pictures are encoded") ?? false)
    }

    @Test("a bit rate is kept before a factor, that before a quality, and what the preset says comes last")
    func rates() throws {
        let film = Self.video(640, 360)
        func rate(_ video: VideoFacts, _ set: (inout AKExportOptions) -> Void) throws -> PictureEncoding.Rate {
            try planner(video) { set(&$0) }.rendering().encoding.rate
        }
        let rated = try rate(film) { ($0.videoBitRate, $0.constantRateFactor, $0.quality) = (900_000, 20, 0.3) }
        #expect(rated == .bitRate(900_000))
        #expect(try rate(film) { ($0.constantRateFactor, $0.quality) = (20, 0.3) } == .crf(20))
        #expect(try rate(film) { $0.quality = 0.3 } == .quality(0.3))
        #expect(try rate(film) { _ in } == .quality(0.65))
        #expect(try rate(film) { $0.matchesSource = true } == .quality(0.9))
        let exact = Self.video(640, 360) { $0.isWithoutLoss = true }
        #expect(try rate(exact) { $0.matchesSource = true } == .lossless)
        #expect(try rate(exact) { _ in } == .quality(0.65))
        let scaleless = try planner(film, AVAssetExportPresetAppleProRes422LPCM) { $0.quality = 0.5 }
        #expect(problem(scaleless) == "ProRes 422 has no scale of quality; leave quality out")
    }

    // MARK: What pictures are like

    private static let depths: [(PictureEncoding.Codec, Int, String, Bool, Int, String)] = [
        (.h264, 8, "4:2:0", false, 8, "420"), (.h264, 10, "4:2:0", false, 8, "420"),
        (.h264, 10, "4:2:0", true, 10, "420"), (.h264, 8, "4:2:2", false, 8, "420"),
        (.h264, 10, "4:2:2", true, 10, "422"), (.hevc, 10, "4:2:0", false, 10, "420"),
        (.hevc, 10, "4:2:2", false, 10, "420"), (.hevc, 8, "4:4:4", false, 8, "420"),
    ]

    @Test(
        "more than 8 bits and more colour stay where players show them, or where all is to be like the source",
        arguments: depths
    )
    func depth(
        codec: PictureEncoding.Codec,
        depth: Int,
        chroma: String,
        matches: Bool,
        stored: Int,
        kept: String
    ) throws {
        let film = Self.video(640, 360) { ($0.bitDepth, $0.chroma) = (depth, chroma) }
        let encoding = try planner(film) { options in
            options.matchesSource = matches
            options.video = .encoded(codec == .hevc ? .hevc : .h264)
        }.rendering().encoding
        #expect(encoding.codec == codec)
        #expect(encoding.storedDepth == stored)
        #expect(encoding.storedLayout?.chroma.rawValue == kept)
    }

    @Test("a high dynamic range becomes the standard one in 8 bits, and stays in 10")
    func dynamicRange() throws {
        let film = Self.video(640, 360) { video in
            video.bitDepth = 10
            (video.primaries, video.transfer, video.matrix) = ("bt2020", "smpte2084", "bt2020nc")
        }
        let narrow = try planner(film).rendering()
        #expect(narrow.becomesStandardRange)
        #expect(
            [narrow.encoding.color.primaries, narrow.encoding.color.transfer, narrow.encoding.color.matrix] == [
                1, 1, 1,
            ]
        )
        let wide = try planner(film) { $0.video = .encoded(.hevc) }.rendering()
        #expect(!wide.becomesStandardRange)
        // The numbers of H.273: BT.2020, PQ, and BT.2020 without constant luminance.
        #expect(
            [wide.encoding.color.primaries, wide.encoding.color.transfer, wide.encoding.color.matrix] == [9, 16, 9]
        )
    }

    @Test("interlaced pictures stay so where that was asked for, and is possible")
    func fields() throws {
        let film = Self.video(720, 576) { $0.fieldCount = 2 }
        let bottom = Self.video(720, 576) { ($0.fieldCount, $0.isTopFieldFirst) = (2, false) }
        func rendering(_ video: VideoFacts, keeps: Bool = true) throws -> PictureRendering {
            try planner(video) { $0.keepsInterlacing = keeps }.rendering()
        }
        #expect(try rendering(film).encoding.fields == .topFirst)
        #expect(try rendering(film).deinterlaces == false)
        #expect(try rendering(bottom).encoding.fields == .bottomFirst)
        #expect(try rendering(film, keeps: false).encoding.fields == .progressive)
        #expect(try rendering(film, keeps: false).deinterlaces)
        #expect(try rendering(Self.video(720, 576)).encoding.fields == .progressive)
        let small = try planner(film, AVAssetExportPreset640x480) { $0.keepsInterlacing = true }
        #expect(problem(small) == "pictures that stay interlaced cannot become another size or be turned")
        let other = try planner(film) { ($0.keepsInterlacing, $0.video) = (true, .encoded(.hevc)) }
        #expect(problem(other) == "HEVC cannot be interlaced here")
    }

    // MARK: Times

    private static let thirtieth = CMTime(value: 1001, timescale: 30_000)

    private static let frameRates: [(Double, CMTime, CMTime?, PictureEncoding.FrameRate)] = [
        (29.97, thirtieth, nil, .init(frames: 30_000, seconds: 1001)),
        (25, CMTime(value: 1, timescale: 25), nil, .init(frames: 25)),
        // Some pictures show for a 60th of a second, and most for longer.
        (24, CMTime(value: 1, timescale: 60), nil, .init(frames: 24_000, seconds: 1000)),
        (23.976, .invalid, nil, .init(frames: 23_976, seconds: 1000)),
        (0, CMTime(value: 1, timescale: 50), nil, .init(frames: 50)), (0, .invalid, nil, .init(frames: 30)),
        // What was asked for counts in any case.
        (25, CMTime(value: 1, timescale: 25), thirtieth, .init(frames: 30_000, seconds: 1001)),
    ]

    @Test(
        "the rate is that of the shortest picture where all are about as long, and otherwise the usual one",
        arguments: frameRates
    )
    func frameRate(nominal: Double, shortest: CMTime, asked: CMTime?, rate: PictureEncoding.FrameRate) throws {
        let film = Self.video(640, 360) { ($0.nominalFrameRate, $0.minimumFrameDuration) = (nominal, shortest) }
        let rendering = try planner(film) { $0.frameDuration = asked }.rendering()
        #expect(rendering.encoding.frameRate == rate)
        #expect(rendering.frameDuration.isValid == (asked != nil))
    }

    @Test("a rate that makes no sense is 30", arguments: [Double.nan, .infinity, -25, 1e6])
    func hostileRate(nominal: Double) throws {
        let film = Self.video(640, 360) { $0.nominalFrameRate = nominal }
        #expect(try planner(film).rendering().encoding.frameRate == .init(frames: 30))
    }

    @Test(
        "pictures are measured first where bits are shared out, the source may be read twice, and the encoder can do it",
        arguments: [
            (.h264, 900_000, true, true), (.hevc, 900_000, true, true), (.h264, 900_000, false, false),
            (.h264, nil, true, false), (.akVP9, 900_000, true, false),
        ] as [(AVVideoCodecType, Int?, Bool, Bool)]
    )
    func passes(codec: AVVideoCodecType, bitRate: Int?, mayPassTwice: Bool, passesTwice: Bool) throws {
        var planner = try planner(Self.video(640, 360)) { options in
            options.video = .encoded(codec)
            options.videoBitRate = bitRate
        }
        planner.mayPassTwice = mayPassTwice
        #expect(try planner.rendering().passesTwice == passesTwice)
    }

    @Test("ticks are the source's, those of the rate that was asked for, or fine enough for anything")
    func timescales() throws {
        let film = Self.video(640, 360)
        #expect(try planner(film, timescale: 12_800).rendering().encoding.timescale == 12_800)
        #expect(try planner(film) { $0.frameDuration = Self.thirtieth }.rendering().encoding.timescale == 30_000)
        #expect(try planner(film, timescale: 0).rendering().encoding.timescale == 90_000)
    }

    @Test("segments begin with key pictures, two seconds apart")
    func segments() throws {
        let interval = CMTime(value: 6, timescale: 1)
        let encoding = try planner(Self.video(640, 360)) { $0.streamSegmentDuration = interval }.rendering().encoding
        #expect(encoding.keyFrameInterval.duration == CMTime(value: 2, timescale: 1))
        #expect(encoding.segments != nil)
        #expect(try planner(Self.video(640, 360)).rendering().encoding.segments == nil)
    }
}
