import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Export planning")
struct ExportPlanningTests {
    private func seconds(_ values: Double...) -> [CMTime] {
        values.map { CMTime(seconds: $0, preferredTimescale: 600) }
    }

    private func range(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 600),
            end: CMTime(seconds: end, preferredTimescale: 600)
        )
    }

    @Test("up to 20 s there is one part")
    func short() {
        #expect(TimelineChunks.chunks(of: range(3, 23), keys: seconds(10)) == [range(3, 23)])
    }

    @Test("parts begin at the key picture that is nearest to 15 s, and at 15 s where there is none")
    func keys() {
        #expect(
            TimelineChunks.chunks(of: range(0, 40), keys: seconds(0, 4, 11, 16, 24, 33, 38))
                == [range(0, 16), range(16, 33), range(33, 40)]
        )
        #expect(TimelineChunks.chunks(of: range(0, 40), keys: []) == [range(0, 15), range(15, 30), range(30, 40)])
    }

    @Test(
        "a bit rate is shared out over a whole film, which has no parts then",
        .enabled(if: Oracle.isThere)
    )
    func budget() async throws {
        let folder = TemporaryFolder()
        let film = folder.path("film.mp4")
        try Oracle.run(["-f", "lavfi", "-i", "testsrc=s=64x64:r=5:d=30", "-c:v", "libx264", "-g", "25", film])
        var counts: [Int] = []
        for (rate, passesTwice) in [(nil, false), (20_000, false), (20_000, true), (nil, true)] {
            let asset = AVURLAsset(url: URL(filePath: film))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
            session.outputURL = URL(filePath: folder.path("out.mp4"))
            session.akOptions.videoBitRate = rate
            session.canPerformMultiplePassesOverSourceMediaData = passesTwice
            counts.append(try await session.akPlan().chunks.count)
        }
        #expect(counts == [2, 1, 1, 2])
    }

    @Test("parts lie behind each other, without a gap, whatever the keys are", arguments: 0..<20)
    func coverage(seed: Int) {
        var generator = SystemRandomNumberGenerator()
        let keys = (0..<seed).map { _ in Double.random(in: 0...100, using: &generator) }.sorted()
        let whole = range(0.5, 99)
        let chunks = TimelineChunks.chunks(of: whole, keys: keys.map { CMTime(seconds: $0, preferredTimescale: 600) })
        #expect(chunks.first?.start == whole.start)
        #expect(chunks.last?.end == whole.end)
        #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(chunks.allSatisfy { $0.duration <= CMTime(value: 20, timescale: 1) && $0.duration > .zero }, "\(keys)")
    }

    @Test("times stay exact when a start is taken off, as long as that needs no absurd parts of a second")
    func timescale() {
        #expect(ExportTimescale.timescale(of: 12800, startingAt: .zero) == 12800)
        #expect(ExportTimescale.timescale(of: 12800, startingAt: CMTime(value: 3, timescale: 2)) == 12800)
        #expect(ExportTimescale.timescale(of: 1000, startingAt: CMTime(value: 1, timescale: 3)) == 3000)
        #expect(ExportTimescale.timescale(of: 90_000, startingAt: CMTime(value: 1, timescale: 999_983)) == 90_000)
        // A clock that is coarse counts where a cut ends as well.
        let cut = CMTimeRange(start: CMTime(value: 1, timescale: 5), end: CMTime(value: 38, timescale: 125))
        #expect(ExportTimescale.timescale(of: 10, cutAt: cut) == 250)
        #expect(ExportTimescale.timescale(of: 12800, cutAt: cut) == 12800)
    }

    @Test("parts are joined without a seam in the times of decoding")
    func decodeOrder() throws {
        var order = DecodeOrder()
        var last: CMTime?
        // Two parts of eight pictures: each is decoded two pictures early, as encoders with a pyramid have it.
        let pattern = [0, 4, 2, 1, 3, 7, 6, 5]
        for part in 0..<2 {
            for (place, number) in pattern.enumerated() {
                let base = part * 8
                var sample = SinkSample(
                    data: try CMBlockBuffer(),
                    presentationTime: CMTime(value: Int64(base + number) * 10, timescale: 100),
                    decodeTime: CMTime(value: Int64(base + place - 2) * 10, timescale: 100),
                    duration: CMTime(value: 10, timescale: 100)
                )
                sample = order.place(sample)
                #expect(sample.decodeTime <= sample.presentationTime)
                if let last { #expect(sample.decodeTime - last == CMTime(value: 10, timescale: 100)) }
                last = sample.decodeTime
            }
        }
        #expect(last == CMTime(value: 130, timescale: 100))
    }

    @Test("a plan is a value that can be stored and read again")
    func coding() async throws {
        let plan = try await ExportSample.plan("h264-bframes.mp4", AVAssetExportPreset640x480, .mp4)
        #expect(plan.tracks.count == 2)
        let read = try JSONDecoder().decode(ExportPlan.self, from: JSONEncoder().encode(plan))
        #expect(read == plan)
    }

    @Test("a stored plan has types of files and of media as the texts that they stand for")
    func codedTypes() async throws {
        struct Texts: Decodable {
            struct Track: Decodable { let mediaType: String }
            let fileType: String
            let tracks: [Track]
        }
        let plan = try await ExportSample.plan("h264-bframes.mp4", AVAssetExportPreset640x480, .mp4)
        let texts = try JSONDecoder().decode(Texts.self, from: JSONEncoder().encode(plan))
        #expect(texts.fileType == "public.mpeg-4")
        #expect(texts.tracks.map(\.mediaType) == ["vide", "soun"])
    }

    @Test("pictures keep their shape within a preset's size, and small ones their size")
    func sizes() async throws {
        func size(_ name: String, _ preset: String, _ change: (inout AKExportOptions) -> Void = { _ in })
            async throws
            -> [Int]
        {
            let plan = try await ExportSample.plan(name, preset, .mp4, change)
            let encoding = try #require(plan.pictures.first?.encoding)
            return [encoding.width, encoding.height]
        }
        #expect(try await size("h264-bframes.mp4", AVAssetExportPreset1920x1080) == [320, 180])
        let half = try await size("h264-bframes.mp4", AVAssetExportPreset640x480) {
            $0.maximumSize = CGSize(width: 160, height: 0)
        }
        #expect(half == [160, 90])
        // Upright: the limit is that of what is shown.
        let upright = try await size("rotated-90.mp4", AVAssetExportPreset640x480) {
            $0.maximumSize = CGSize(width: 0, height: 160)
        }
        #expect(upright == [160, 90])
        let cropped = try await size("h264-bframes.mp4", AVAssetExportPreset640x480) {
            $0.crop = CGRect(x: 100, y: 40, width: 128, height: 64)
        }
        #expect(cropped == [128, 64])
    }

    @Test("pictures that are made smaller have even sides within what was asked for, and an odd one is a warning")
    func oddSizes() async throws {
        let wishes: [(CGSize?, AKPictureScale?, [Int], Int?)] = [
            (CGSize(width: 101, height: 57), nil, [100, 56], 101),
            (CGSize(width: 101, height: 0), nil, [100, 56], 101),
            (CGSize(width: 0, height: 57), nil, [102, 56], 57), (CGSize(width: 100, height: 57), nil, [100, 56], nil),
            (nil, .shorterSide(95), [168, 94], 95), (nil, .shorterSide(90), [160, 90], nil),
            (nil, .fraction(0.33), [106, 60], nil), (nil, .fraction(0.25), [80, 46], 45),
        ]
        for (box, scale, size, odd) in wishes {
            let plan = try await ExportSample.plan("h264-bframes.mp4", AVAssetExportPresetHighestQuality, .mp4) {
                ($0.maximumSize, $0.scale) = (box, scale)
            }
            let encoding = try #require(plan.pictures.first?.encoding)
            #expect([encoding.width, encoding.height] == size)
            let warning = plan.warnings.first { $0.contains("even") }
            #expect((warning != nil) == (odd != nil), "\(plan.warnings)")
            guard let odd, let warning else { continue }
            #expect(warning.contains("\(size[0])x\(size[1])") && warning.contains("\(odd) is none"), "\(warning)")
        }
    }

    @Test("pictures of an odd size say so where they are stored with one more column and row")
    func oddSource() async throws {
        let plan = try await ExportSample.plan("odd-size-vp9.webm", AVAssetExportPresetHighestQuality, .mp4)
        #expect(plan.warnings.contains { $0.contains("stored as 322x182 instead of 321x181") }, "\(plan.warnings)")
        let kept = try await ExportSample.plan("odd-size-vp9.webm", AKExportPresetWebMVP9, .akWebM)
        #expect(!kept.warnings.contains { $0.contains("instead of") })
    }

    @Test("codecs that are chosen to keep everything say what they do not keep, and others do not")
    func precision() async throws {
        func warnings(_ name: String, _ codec: AVVideoCodecType, _ type: AVFileType = .mov) async throws -> [String] {
            try await ExportSample.plan(name, AVAssetExportPresetHighestQuality, type) { $0.video = .encoded(codec) }
                .warnings
        }
        let deep = try await warnings("alpha-prores4444.mov", .proRes4444)
        #expect(deep.contains { $0.contains("have 12 bits, and ProRes 4444 is made with 10 here") }, "\(deep)")
        let colour = try await warnings("odd-size-h264-444.mp4", .proRes422)
        #expect(colour.contains { $0.contains("have 4:4:4 colour, and ProRes 422 is made with 4:2:2") }, "\(colour)")
        #expect(try await !warnings("odd-size-h264-444.mp4", .proRes4444).contains { $0.contains("is made with") })
        #expect(try await !warnings("h264-bframes.mp4", .proRes422).contains { $0.contains("is made with") })
        #expect(try await !warnings("odd-size-h264-444.mp4", .h264).contains { $0.contains("is made with") })
        let ffv1 = AVVideoCodecType(rawValue: "FFV1")
        #expect(try await !warnings("alpha-prores4444.mov", ffv1).contains { $0.contains("is made with") })
    }

    @Test("what cannot be is refused by name")
    func refusals() async throws {
        func reason(_ name: String, _ type: AVFileType, _ change: (inout AKExportOptions) -> Void) async -> String {
            do {
                _ = try await ExportSample.plan(name, AVAssetExportPresetHighestQuality, type, change)
                return ""
            } catch { return (error as? MediaProblem)?.reason ?? "\(error)" }
        }
        #expect(
            await reason("h264-bframes.mp4", .mp4) { $0.encoderPreset = "warp" }.contains("no preset 'warp'")
        )
        #expect(
            await reason("h264-bframes.mp4", .mp4) { $0.crop = CGRect(x: 300, y: 0, width: 50, height: 50) }
                .contains("320x180")
        )
        #expect(await reason("h264-bframes.mp4", .mp4) { $0.trackIDs = [99] }.contains("there is no track 99"))
        #expect(
            await reason("h264-bframes.mp4", .mp4) { $0.video = .encoded(AVVideoCodecType(rawValue: "nope")) }
                .contains("no encoder for nope")
        )
        #expect(
            await reason("h264-bframes.mp4", .akMatroska) { $0.fragmentInterval = CMTime(value: 1, timescale: 1) }
                .contains("fragments")
        )
    }
}
