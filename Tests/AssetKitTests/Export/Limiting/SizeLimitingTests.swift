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
@testable import AssetKitTimePitch

/// Files of 100,000 bytes that last ten seconds. Pictures of H.264 take 60,000 bits a second of them, and AAC 16,000.
///
/// The smallest file of both that is made of it has 64,295 bytes (`SizeBudgetTests` has the sums).
@Suite("Plans under a limit of size")
struct SizeLimitingTests {
    /// What is made under a limit.
    enum Outcome: Sendable, Hashable {
        /// All samples are copied.
        case copied
        /// The limit is used up.
        case filled
        /// As good as the preset's, as long as the file has no more than so many bytes.
        case capped(Int64)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let limit: Int64
        let outcome: Outcome
        var preset = AVAssetExportPresetHighestQuality
        var film = SizeLimitingTests.film
        /// nil for pictures alone.
        var sound: TrackFacts?
        var byteCount: Int64? = 100_000
        var sourceType = AVFileType.mp4
        var set: @Sendable (inout ExportSettings) -> Void = { _ in }

        var testDescription: String { name }

        func limiting() throws -> SizeLimiting {
            var facts = MediaFacts()
            (facts.fileType, facts.byteCount) = (sourceType, byteCount)
            facts.duration = CMTime(value: 10, timescale: 1)
            facts.tracks = [film, sound].compactMap { $0 }
            var settings = ExportSettings()
            set(&settings)
            settings.fileLengthLimit = limit
            return SizeLimiting(
                loaded: LoadedAsset(facts: facts, input: MediaInput(composition: "film")),
                preset: try #require(ExportPreset(named: preset)),
                settings: settings,
                fileType: .mp4
            )
        }
    }

    private static func pictures(_ set: (inout VideoFacts) -> Void) -> TrackFacts {
        BareClip.pictures { facts in
            // Nothing says when they end.
            facts.timeRange = CMTimeRange(start: .zero, duration: .indefinite)
            facts.estimatedDataRate = 60_000
            var video = facts.video ?? VideoFacts()
            set(&video)
            facts.video = video
        }.facts
    }

    private static func sound(_ codec: MediaCodec, hasHeader: Bool = true) -> TrackFacts {
        BareClip.sound(2, codec) { facts in
            facts.timeRange = CMTimeRange(start: .zero, duration: .indefinite)
            facts.estimatedDataRate = 16_000
            guard hasHeader, codec == .aac else { return }
            facts.profile = "LC"
            // AAC LC of two channels at 48 kHz.
            let atoms = CodecAtoms.atoms(of: codec, codecPrivate: [0x11, 0x90])
            facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: atoms)]
        }.facts
    }

    private static let film: TrackFacts = pictures { _ in }
    private static let aac: TrackFacts = sound(.aac)
    private static let plenty: Int64 = 2_000_000
    private static let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)

    // MARK: What is planned

    static let sizeRows: [Row] = [
        Row(name: "it is as large as it may be", limit: 100_000, outcome: .copied, sound: aac),
        Row(name: "it is a byte larger", limit: 99_999, outcome: .filled, sound: aac),
        Row(name: "nothing says how large it is", limit: plenty, outcome: .filled, sound: aac, byteCount: nil),
        Row(name: "a cover takes the rest", limit: 100_010, outcome: .copied, sound: aac) {
            $0.options.cover = Data([0xFF, 0xD8] + [UInt8](repeating: 0, count: 8))
        },
        Row(name: "a cover takes a byte more than the rest", limit: 100_009, outcome: .capped(100_000), sound: aac) {
            $0.options.cover = Data([0xFF, 0xD8] + [UInt8](repeating: 0, count: 8))
        },
        // 95,000 bytes of samples, and 8930 around them.
        Row(name: "it fits in another container", limit: 103_930, outcome: .copied, sound: aac, sourceType: .mov),
        Row(
            name: "what another container needs more is too much",
            limit: 103_929,
            outcome: .capped(100_000),
            sound: aac,
            sourceType: .mov
        ),
        Row(
            name: "what it becomes cannot be as small as it",
            limit: plenty,
            outcome: .capped(plenty),
            sound: aac,
            byteCount: 64_000
        ) { $0.options.quality = 0.5 },
        Row(
            name: "sound that was asked for takes more than all of it",
            limit: plenty,
            outcome: .capped(plenty),
            sound: aac
        ) { $0.options.audioBitRate = 96_000 },
        Row(name: "at another speed it may become larger", limit: plenty, outcome: .capped(plenty)) {
            $0.speed = Speed(2, 1)
        },
    ]

    static let likenessRows: [Row] = [
        Row(name: "a part of it", limit: plenty, outcome: .capped(100_000)) {
            $0.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .positiveInfinity)
        },
        Row(name: "a range that reaches beyond its end", limit: plenty, outcome: .copied) {
            $0.timeRange = CMTimeRange(start: .zero, end: CMTime(value: 11, timescale: 1))
        },
        Row(name: "segments of a stream", limit: plenty, outcome: .capped(100_000)) {
            $0.options.streamSegmentDuration = CMTime(value: 6, timescale: 1)
        },
        Row(name: "a bit rate", limit: plenty, outcome: .capped(100_000)) { $0.options.videoBitRate = 50_000 },
        Row(name: "a quality", limit: plenty, outcome: .capped(100_000)) { $0.options.quality = 0.5 },
        Row(name: "a rate factor", limit: plenty, outcome: .capped(100_000)) { $0.options.constantRateFactor = 30 },
        Row(name: "a constant frame rate", limit: plenty, outcome: .capped(100_000)) {
            $0.options.frameDuration = CMTime(value: 1, timescale: 25)
        },
        Row(name: "a quarter of a turn", limit: plenty, outcome: .capped(100_000)) { $0.options.rotation = 90 },
        Row(name: "a part of the pictures", limit: plenty, outcome: .capped(100_000)) {
            $0.options.crop = CGRect(x: 0, y: 0, width: 320, height: 180)
        },
        Row(name: "smaller pictures", limit: plenty, outcome: .capped(100_000)) {
            $0.options.maximumSize = CGSize(width: 320, height: 0)
        },
        Row(name: "a box that they fit into", limit: plenty, outcome: .copied) {
            $0.options.maximumSize = CGSize(width: 640, height: 360)
        },
        Row(name: "a preset that they fit into", limit: plenty, outcome: .copied, preset: AVAssetExportPreset640x480),
        Row(
            name: "a preset that they do not fit into",
            limit: plenty,
            outcome: .capped(100_000),
            preset: AVAssetExportPresetLowQuality
        ),
        Row(
            name: "another codec",
            limit: plenty,
            outcome: .capped(100_000),
            preset: AVAssetExportPresetHEVCHighestQuality
        ),
        Row(
            name: "8 of 10 bits",
            limit: plenty,
            outcome: .capped(100_000),
            film: pictures { $0.bitDepth = 10 }
        ),
        Row(
            name: "progressive pictures of interlaced ones",
            limit: plenty,
            outcome: .capped(100_000),
            film: pictures { $0.fieldCount = 2 }
        ),
        Row(
            name: "pictures that are turned when they are shown",
            limit: plenty,
            outcome: .copied,
            film: pictures { $0.transform = quarter }
        ),
        Row(name: "another codec of sound", limit: plenty, outcome: .capped(100_000), sound: sound(.mp3)),
        Row(
            name: "sound without the header that a decoder needs",
            limit: plenty,
            outcome: .capped(100_000),
            sound: sound(.aac, hasHeader: false)
        ),
        Row(name: "sound of a bit rate", limit: plenty, outcome: .capped(100_000), sound: aac) {
            $0.options.audioBitRate = 32_000
        },
        Row(name: "one channel", limit: plenty, outcome: .capped(100_000), sound: aac) { $0.options.channelCount = 1 },
        Row(name: "as many channels as it has", limit: plenty, outcome: .copied, sound: aac) {
            $0.options.channelCount = 2
        },
        Row(name: "another sample rate", limit: plenty, outcome: .capped(100_000), sound: aac) {
            $0.options.sampleRate = 44_100
        },
        Row(name: "the sample rate that it has", limit: plenty, outcome: .copied, sound: aac) {
            $0.options.sampleRate = 48_000
        },
        Row(name: "no sound, whatever that would be", limit: plenty, outcome: .copied, sound: sound(.mp3)) {
            $0.options.audio = .leftOut
        },
    ]

    private func outcome(_ row: Row) throws -> Outcome {
        let planned = try row.limiting().planned()
        if planned.isCopy {
            #expect(planned.plan.stretches.allSatisfy { $0.treatment == .copied })
            #expect(Set(planned.plan.stretches.map(\.why)).count == 1)
            #expect(planned.limit == SizeLimit(byteCount: row.limit, isFilled: false) && planned.share == nil)
            return .copied
        }
        #expect(!planned.plan.stretches.contains { $0.treatment == .copied })
        guard planned.limit.isFilled else {
            #expect(planned.share == nil)
            return .capped(planned.limit.byteCount)
        }
        #expect(planned.share != nil && planned.limit.byteCount == row.limit)
        return .filled
    }

    @Test("a source that fits is copied, and otherwise becomes no larger unless it has to", arguments: sizeRows)
    func sizes(row: Row) throws {
        #expect(try outcome(row) == row.outcome)
    }

    @Test("a source that fits is copied where it is what was asked for", arguments: likenessRows)
    func likeness(row: Row) throws {
        #expect(try outcome(row) == row.outcome)
    }

    @Test("less than the smallest file is refused before anything is made", arguments: [64_294, 64_295] as [Int64])
    func refused(limit: Int64) throws {
        let limiting = try Row(name: "", limit: limit, outcome: .filled, sound: Self.aac).limiting()
        guard limit < 64_295 else {
            #expect(try limiting.planned().limit.isFilled)
            return
        }
        let problem = #expect(throws: MediaProblem.self) { try limiting.planned() }
        #expect(problem?.reason.hasSuffix("the smallest file that could be made has 64295") == true)
    }

    // MARK: What a share becomes

    /// What is encoded with a share.
    private func encodings(
        _ share: SizeShare,
        film: TrackFacts = Self.film,
        _ set: @escaping @Sendable (inout ExportSettings) -> Void = { _ in }
    ) throws -> (pictures: PictureRendering, sound: SoundEncoding) {
        let row = Row(name: "", limit: 1000, outcome: .filled, film: film, sound: Self.aac, set: set)
        let treatments = try row.limiting().plan(share).stretches.map(\.treatment)
        guard case .pictures(let pictures) = treatments.first, case .sound(let sound) = treatments.last else {
            throw MediaProblem(code: .exportFailed, reason: "\(treatments)")
        }
        return (pictures, sound.encoding)
    }

    @Test("a share that says nothing leaves all as the preset has it")
    func nothing() throws {
        let (pictures, sound) = try encodings(SizeShare())
        #expect(pictures.encoding.rate == .quality(0.65) && !pictures.passesTwice && !pictures.isScaled)
        #expect(sound.rate == .bitRate(192_000, .average) && sound.codedChannels.count == 2)
    }

    @Test(
        "pictures get their bits in two passes, and never fewer than a thousand",
        arguments: [(200_000.9, 200_000), (1000, 1000), (999, 1000), (0, 1000)] as [(Double, Int64)]
    )
    func pictureRate(rate: Double, kept: Int64) throws {
        let work = try encodings(SizeShare(pictureRate: rate)).pictures
        #expect(work.encoding.rate == .bitRate(kept))
        #expect(work.passesTwice)
    }

    /// 320 pixels in a row, which are shown as 640.
    private static let wide: TrackFacts = pictures { video in
        video.codedWidth = 320
        video.pixelAspect = VideoFacts.PixelAspect(horizontal: 2, vertical: 1)
    }

    private static let scaleRows: [(TrackFacts, Double, [Int])] = [
        (film, 0.5, [320, 180]), (film, 1, [640, 360]), (pictures { $0.transform = quarter }, 0.5, [320, 180]),
        (wide, 0.5, [320, 180]),
    ]

    @Test("a scale is one of what people see, whatever is stored", arguments: scaleRows)
    func scale(film: TrackFacts, scale: Double, size: [Int]) throws {
        let work = try encodings(SizeShare(scale: scale), film: film).pictures
        #expect([work.encoding.width, work.encoding.height] == size)
        #expect(work.isScaled == (scale < 1))
    }

    @Test(
        "sound gets the nearest bit rate that its encoder has and that is not more",
        arguments: [
            (kAudioFormatMPEG4AAC, 96_000.9, nil, 96_000), (kAudioFormatMPEG4AAC, 5, nil, 8000),
            (kAudioFormatMPEG4AAC, 700_000, nil, 576_000), (kAudioFormatMPEG4AAC, 700_000, 1, 288_000),
            // AC-3 has rates of its own, of which 32,000 is the least.
            (kAudioFormatAC3, 100_000, nil, 96_000), (kAudioFormatAC3, 96_000, nil, 96_000),
            (kAudioFormatAC3, 95_999, nil, 80_000), (kAudioFormatAC3, 1, nil, 32_000),
            // MP3 has too, and any average between them.
            (kAudioFormatMPEGLayer3, 100_000, nil, 100_000), (kAudioFormatMPEGLayer3, 1, nil, 32_000),
            (kAudioFormatMPEGLayer3, 400_000, nil, 320_000),
            // Without loss there is no choice.
            (kAudioFormatAppleLossless, 64_000, nil, nil),
        ] as [(AudioFormatID, Double, Int?, Int?)]
    )
    func soundRate(format: AudioFormatID, rate: Double, channels: Int?, kept: Int?) throws {
        let share = SizeShare(soundRate: rate, channelCount: channels)
        let sound = try encodings(share) { $0.options.audio = .encoded(format) }.sound
        let wanted = kept.map { SoundEncoding.Rate.bitRate($0, .average) } ?? .usual
        #expect(sound.rate == wanted)
        #expect(sound.codedChannels.count == channels ?? 2)
    }
}
