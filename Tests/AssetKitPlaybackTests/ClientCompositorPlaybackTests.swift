import AssetKit
import AssetKitClocks
import Foundation
import Testing

@testable import AssetKitPlayback
@testable import AssetKitTargets

@Suite("Compositors of clients in a player")
struct ClientCompositorPlaybackTests {
    private let scenes: FourScenes
    private let item: AVPlayerItem
    private let compositor: GrayCompositor

    init() async throws {
        scenes = try await FourScenes()
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: scenes.edit.tracks[0])
        layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: FourScenes.range(0, 24))
        let whole = AVMutableVideoCompositionInstruction()
        (whole.timeRange, whole.layerInstructions) = (FourScenes.range(0, 24), [layer])
        scenes.composition.instructions = [whole]
        scenes.composition.akOverlays = [:]
        scenes.composition.customVideoCompositorClass = GrayCompositor.self
        item = AVPlayerItem(asset: scenes.edit)
        item.videoComposition = scenes.composition
        compositor = try #require(item.customVideoCompositor as? GrayCompositor)
    }

    /// The numbers that reader and screen make of the pictures that the compositor makes.
    private func read() async throws -> [UInt64] {
        try await scenes.edit.readPictures(scenes.composition).map { PixelHash.hash(of: $0) }
    }

    private func played() -> (stage: Stage, screen: AKVirtualVideoTarget) {
        let stage = Stage([item], hasScreen: false, hasSound: false)
        let wish = AKVideoTargetWish(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        let screen = AKVirtualVideoTarget(host: stage.host, wish: wish)
        stage.layer.player = stage.player
        stage.layer.akTarget = screen
        stage.player.play()
        stage.run(2)
        return (stage, screen)
    }

    private func seek(_ stage: Stage, to picture: Int64) {
        stage.player.seek(to: FourScenes.time(picture), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(0.1)
    }

    @Test(
        "it hears of its context, of what will play and of each frame once, and shows in the very pixels that a reader gives"
    )
    func plays() async throws {
        let wanted = try await read()
        let (stage, screen) = played()
        #expect(screen.presented.map(\.itemTime) == FourScenes.times)
        #expect(screen.presented.map(\.hash) == wanted)
        let each = (0..<24).flatMap { ["hint \($0)", "request \($0)"] }
        #expect(compositor.events == ["context", "preroll from 0"] + each)
        seek(stage, to: 5)
        #expect(Array(compositor.events.dropFirst(2 + each.count).prefix(2)) == ["hint 5", "request 5"])
        #expect(compositor.events.count { $0.hasPrefix("preroll") } == 1)
        #expect(screen.presented.last?.itemTime == FourScenes.time(5))
        #expect(stage.player.akFigures.pictureProblem == nil)
    }

    @Test("where it makes no picture the one before shows on, to the end and behind a seek, and it is told why")
    func fails() async throws {
        let wanted = try await read()
        try #require(wanted.count == 24)
        compositor.failing = [7, 8, 23]
        let (stage, screen) = played()
        #expect(screen.presented.map(\.itemTime) == FourScenes.times)
        let before = [7: 6, 8: 6, 23: 22]
        let shown = (0..<24).map { wanted[before[$0] ?? $0] }
        #expect(screen.presented.map(\.hash) == shown)
        #expect(stage.player.akFigures.pictureProblem?.contains("the compositor could not make a picture") == true)
        #expect(stage.player.currentTime() == FourScenes.time(24))
        seek(stage, to: 8)
        #expect(screen.presented.last?.itemTime == FourScenes.time(8))
        #expect(screen.presented.last?.hash == wanted[22])
        #expect(item.status == .readyToPlay && item.error == nil)
    }

    @Test("backwards it shows as forwards, also where it makes no picture")
    func backwards() throws {
        compositor.failing = [8]
        let (stage, screen) = played()
        let forwards = Dictionary(
            screen.presented.map { ($0.itemTime, $0.hash) },
            uniquingKeysWith: { first, _ in first }
        )
        let count = screen.presented.count
        stage.player.seek(to: FourScenes.time(24), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.rate = -1
        stage.run(2)
        let back = screen.presented.dropFirst(count)
        #expect(back.count >= 20 && item.status == .readyToPlay)
        #expect(back.allSatisfy { forwards[$0.itemTime] == $0.hash })
    }

    @Test("backwards a hint is the part that is asked for, the later end first")
    func hintsBackwards() throws {
        let (stage, _) = played()
        seek(stage, to: 24)
        let heard = compositor.events.count
        stage.player.rate = -1
        stage.run(2)
        var part: ClosedRange<Int64>?
        var count = 0
        for event in compositor.events.dropFirst(heard) {
            let numbers = event.split(separator: " ").compactMap { Int64($0) }
            if event.hasPrefix("hint") {
                try #require(numbers.count == 1 || numbers[0] > numbers[1], "\(event)")
                // A part may begin within a picture. A single picture is one that is looked for.
                part = numbers.count == 2 ? numbers[1] - 1...numbers[0] : nil
            } else if let part {
                #expect(part.contains(numbers[0]), "\(event)")
                count += 1
            }
        }
        #expect(count >= 20)
    }

    @Test("in a player time matters more than quality")
    func isFast() {
        _ = played()
        #expect(compositor.isOfHighQuality == [false])
    }

    @Test("an item of which no picture has come fails with its error")
    func failsAtFirst() {
        compositor.failing = [0]
        let (stage, screen) = played()
        #expect(screen.presented.isEmpty && item.status == .failed)
        #expect(item.error?.localizedDescription.contains("the compositor could not make a picture") == true)
        #expect(stage.player.akFigures.pictureProblem == nil)
    }
}
