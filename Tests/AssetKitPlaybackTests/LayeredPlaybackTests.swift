import AssetKit
import AssetKitBase
import AssetKitClocks
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback
@testable import AssetKitTargets

@Suite("Layers that a player shows")
struct LayeredPlaybackTests {
    private let folder = TemporaryFolder()

    /// A player of the scenes, on a screen that wishes for some pictures.
    private func makeStage(
        _ scenes: FourScenes,
        _ wish: AKVideoTargetWish,
        show: (@Sendable (CVPixelBuffer, CMTime) -> Void)? = nil
    ) -> (Stage, AKVirtualVideoTarget) {
        let item = AVPlayerItem(asset: scenes.edit)
        item.videoComposition = scenes.composition
        let stage = Stage([item], hasScreen: false, hasSound: false)
        let screen = AKVirtualVideoTarget(host: stage.host, wish: wish, keepsPictures: true, show: show)
        stage.layer.player = stage.player
        stage.layer.akTarget = screen
        return (stage, screen)
    }

    private let planes = AKVideoTargetWish(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)

    @Test(
        "a player shows the very pixels that a reader gives, in a dissolve, of small pictures, in gaps and below a drawing"
    )
    func playsAsRead() async throws {
        let scenes = try await FourScenes()
        let read = try await scenes.edit.readPictures(scenes.composition).map { PixelHash.hash(of: $0) }
        // Only black pictures are alike.
        #expect(read.count == 24 && Set(read).count == 25 - FourScenes.gap.count)
        let (stage, screen) = makeStage(scenes, planes)
        stage.player.play()
        stage.run(2)
        #expect(screen.presented.map(\.itemTime) == FourScenes.times)
        #expect(screen.presented.map(\.hash) == read)
    }

    @Test("a seek shows the whole picture that shows at its time, and at the end the last one")
    func seeks() async throws {
        let scenes = try await FourScenes()
        let read = try await scenes.edit.readPictures(scenes.composition).map { PixelHash.hash(of: $0) }
        try #require(read.count == 24)
        let (stage, screen) = makeStage(scenes, planes)
        stage.run(0)
        let moment = CMTime(value: 1, timescale: 100)
        let goals = [
            (FourScenes.time(20) + moment, 20), (FourScenes.time(3) + moment, 3), (FourScenes.time(17), 17),
            (FourScenes.time(24), 23),
        ]
        for (time, number) in goals {
            stage.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
            stage.run(0.1)
            #expect(screen.presented.last?.itemTime == FourScenes.times[number])
            #expect(screen.presented.last?.hash == read[number])
            #expect(stage.player.currentTime() == time)
        }
    }

    @Test("an image generator makes the very pixels that a player shows on a screen that wants those of still images")
    func drawsAsPlayed() async throws {
        let scenes = try await FourScenes()
        let shown = Protected<[[UInt8]]>([])
        let wish = AKVideoTargetWish(pixelFormat: kCVPixelFormatType_32RGBA, isExact: true)
        let (stage, screen) = makeStage(scenes, wish) { picture, _ in
            let rows = picture.opaqueRows
            shown.withLock { $0.append(rows) }
        }
        stage.player.play()
        stage.run(2)
        try #require(screen.presented.map(\.itemTime) == FourScenes.times)
        let pictures = shown.withLock { $0 }
        let generator = AVAssetImageGenerator(asset: scenes.edit)
        generator.videoComposition = scenes.composition
        for number in [0, 3, 7, 8, 13, 15, 16, 18, 23] {
            let (image, time) = try await generator.image(at: FourScenes.times[number])
            #expect(time == FourScenes.times[number])
            #expect((image.width, image.height) == (320, 180))
            #expect(image.opaqueRows == pictures[number], "picture \(number)")
        }
    }

    @Test("a lossless export holds the very pixels that a reader gives, and ProRes is within some codes of them")
    func exports() async throws {
        let scenes = try await FourScenes()
        let read = try await scenes.edit.readPictures(scenes.composition)
        for codec in [AVVideoCodecType(rawValue: "FFV1"), .proRes422] {
            let session = try #require(
                AVAssetExportSession(asset: scenes.edit, presetName: AVAssetExportPresetHighestQuality)
            )
            session.videoComposition = scenes.composition
            session.akOptions.video = .encoded(codec)
            let url = folder.file("\(codec.rawValue).mov")
            try await session.export(to: url, as: .mov)
            let made = try await AVURLAsset(url: url).readPictures()
            try #require(made.count == 24 && read.count == 24)
            guard codec == .proRes422 else {
                #expect(made.map { PixelHash.hash(of: $0) } == read.map { PixelHash.hash(of: $0) })
                for picture in made[FourScenes.gap] {
                    #expect(picture.rows(ofPlane: 0) == [UInt8](repeating: 16, count: 320 * 180))
                    #expect(picture.rows(ofPlane: 1) == [UInt8](repeating: 128, count: 320 * 90))
                }
                continue
            }
            for number in [0, 3, 7, 10, 15, 16, 20] {
                for plane in 0..<2 {
                    let codes = [made, read].map { $0[number].rows(ofPlane: plane) }
                    let off = zip(codes[0], codes[1]).map { Int($0) - Int($1) }
                    let most = off.map { abs($0) }.max() ?? 0
                    // It is neither darker nor brighter as a whole.
                    let mean = Double(off.reduce(0, +)) / Double(off.count)
                    #expect(most <= 16 && abs(mean) < 0.2, "picture \(number), plane \(plane): \(most), \(mean)")
                }
            }
        }
    }
}
