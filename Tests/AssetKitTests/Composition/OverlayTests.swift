import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Overlays", .timeLimit(.minutes(30)))
struct OverlayTests {
    private let folder = TemporaryFolder()

    private func edit() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, 25))
        return edit
    }

    private func image(_ width: Int, _ height: Int, _ pixel: [UInt8]) throws -> CGImage {
        try CGImage.filled(width: width, height: height, pixel)
    }

    private func layer(_ trackID: CMPersistentTrackID, x: CGFloat = 0, y: CGFloat = 0)
        -> AVMutableVideoCompositionLayerInstruction
    {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = trackID
        layer.setTransform(CGAffineTransform(translationX: x, y: y), at: .zero)
        return layer
    }

    private func composition(
        _ layers: [AVVideoCompositionLayerInstruction],
        _ overlays: [CMPersistentTrackID: AKOverlay] = [:],
        background: CGColor = .black
    ) -> AVMutableVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = frameRange(0, 25)
        instruction.layerInstructions = layers
        instruction.backgroundColor = background
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        composition.akOverlays = overlays
        return composition
    }

    private func read(_ asset: AVAsset, _ composition: AVVideoComposition) async throws -> [CVPixelBuffer] {
        let reader = try AVAssetReader(asset: asset)
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let output = AVAssetReaderVideoCompositionOutput(
            videoTracks: try await asset.loadTracks(withMediaType: .video),
            videoSettings: [kCVPixelBufferPixelFormatTypeKey: format]
        )
        output.videoComposition = composition
        reader.add(output)
        try reader.start()
        var pictures: [CVPixelBuffer] = []
        while let sample = output.copyNextSampleBuffer() { pictures.append(try #require(sample.imageBuffer)) }
        if let error = reader.error { throw error }
        return pictures
    }

    private let white: [UInt8] = [255, 255, 255, 128]

    @Test("a half transparent overlay lies over what is below, to the code, and where it was put, to the pixel")
    func blends() async throws {
        let edit = try await edit()
        let overlay = try AKOverlay(image: try image(65, 33, white))
        #expect(overlay.size == CGSize(width: 65, height: 33))
        let below = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        let plain = try await read(edit, composition([below]))
        let made = try await read(edit, composition([layer(7, x: 101, y: 51), below], [7: overlay]))
        #expect(made.count == 25)
        var changed: Set<[Int]> = []
        var wrong: Set<[Int]> = []
        for (one, other) in zip(made, plain) {
            for (x, y) in (0..<180).flatMap({ y in [0, 100, 101, 130, 165, 166, 319].map { ($0, y) } }) {
                let (found, under) = (one.luma(x, y), other.luma(x, y))
                let isInside = (101..<166).contains(x) && (51..<84).contains(y)
                let wanted: Double = isInside ? 235 * 128 / 255 + Double(under) * 127 / 255 : Double(under)
                if abs(Double(found) - wanted) > (isInside ? 1 : 0) { wrong.insert([under, found]) }
                if found != under { changed.insert([x, y]) }
            }
        }
        #expect(wrong.isEmpty)
        #expect(changed.count == 3 * 33)
    }

    @Test("an overlay is of the colour that it says, over a colour that is known")
    func colors() async throws {
        let edit = try await edit()
        let gray = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        let overlay = try AKOverlay(image: try image(64, 32, [0, 0, 255, 128]))
        let made = try await read(edit, composition([layer(9, x: 64, y: 64)], [9: overlay], background: gray))
        let picture = try #require(made.first)
        // Blue is 41, 240, 110 in the codes of BT.601, and the background 126, 128, 128.
        #expect(abs(picture.luma(96, 80) - 83) <= 1 && abs(picture.luma(10, 10) - 126) <= 1)
        let (blue, red) = picture.chroma(96, 80)
        #expect(abs(blue - 184) <= 1 && abs(red - 119) <= 1)
    }

    @Test("overlays are ordered and fade as layers do")
    func orders() async throws {
        let edit = try await edit()
        let overlays =
            [
                7: try AKOverlay(image: try image(64, 32, [255, 255, 255, 255])),
                8: try AKOverlay(image: try image(64, 32, [0, 0, 0, 255])),
            ] as [CMPersistentTrackID: AKOverlay]
        let fading = layer(7)
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(0, 20))
        for (number, picture) in try await read(edit, composition([fading, layer(8)], overlays)).enumerated() {
            let wanted: Double = 16 + 219 * max(1 - Double(number) / 20, 0)
            #expect(abs(Double(picture.luma(20, 20)) - wanted) <= 1)
        }
        let hidden = try await read(edit, composition([layer(8), fading], overlays))
        #expect(hidden.allSatisfy { $0.luma(20, 20) == 16 })
    }

    @Test("picture files are overlays, with their alpha", arguments: ["png", "webp"])
    func files(ending: String) async throws {
        let edit = try await edit()
        let image = try image(64, 32, white)
        let url = URL(filePath: folder.path("mark.\(ending)"))
        try (ending == "png" ? image.akPNGData() : image.akWebPData(quality: 1))?.write(to: url)
        let made = try await read(edit, composition([layer(7)], [7: try AKOverlay(contentsOf: url)]))
        let code = try #require(made.first).luma(20, 20)
        #expect(abs(code - 126) <= (ending == "png" ? 1 : 3))
        try Data("no picture".utf8).write(to: url)
        #expect {
            _ = try AKOverlay(contentsOf: url)
        } throws: { error in
            (error as? AVError)?.code == .fileFormatNotRecognized
                && error.localizedDescription.contains("mark.\(ending)")
        }
        #expect(throws: AVError.self) { try AKOverlay(contentsOf: URL(filePath: folder.path("nowhere.png"))) }
    }

    /// A bar as many pixels wide as the frame's number, half transparent.
    private let bar = AKOverlay(size: CGSize(width: 64, height: 32)) { time, picture in
        let count = Int(CMTimeConvertScale(time, timescale: 25, method: .default).value)
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return }
        for row in 0..<32 {
            memset(base + row * CVPixelBufferGetBytesPerRow(picture), 128, count * 4)
        }
    }

    @Test("what is drawn shows at its time, and reader, generator and export show the same")
    func draws() async throws {
        let edit = try await edit()
        let video = composition([layer(7, x: 10, y: 20)], [7: bar])
        func width(_ picture: CVPixelBuffer) -> Int { (0..<320).filter { picture.luma($0, 30) > 70 }.count }
        let made = try await read(edit, video)
        #expect(made.map(width) == (0..<25).map { $0 })
        #expect(abs(made[20].luma(20, 30) - 126) <= 1 && made[20].luma(9, 30) == 16)
        let session = try #require(
            AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleProRes422LPCM)
        )
        session.videoComposition = video
        let url = URL(filePath: folder.path("bar.mov"))
        try await session.export(to: url, as: .mov)
        let exported = AVURLAsset(url: url)
        let track = try #require(try await exported.loadTracks(withMediaType: .video).first)
        let whole = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        #expect(try await read(exported, composition([whole])).map(width) == (0..<25).map { $0 })
        let generator = AVAssetImageGenerator(asset: edit)
        generator.videoComposition = video
        for number in [3, 24] {
            let image = try await generator.image(at: frames(Int64(number))).image
            let row = 30 * image.bytesPerRow
            let bright = image.withPixels { span in
                span.withUnsafeBytes { bytes in (0..<320).filter { bytes[row + $0 * 4 + 1] > 64 }.count }
            }
            #expect(bright == number)
        }
    }

    @Test("an error while drawing makes reading fail, and is carried along")
    func failures() async throws {
        let overlay = AKOverlay(size: CGSize(width: 8, height: 8)) { time, _ in
            if time == frames(5) { throw CocoaError(.fileNoSuchFile) }
        }
        let edit = try await edit()
        await #expect {
            _ = try await read(edit, composition([layer(7)], [7: overlay]))
        } throws: { error in
            let error = error as? AVError
            return error?.code == .videoCompositorFailed && error?.userInfo[NSUnderlyingErrorKey] is CocoaError
        }
    }

    @Test("a picture that stays the same is brought into the output's planes once")
    func preparesOnce() throws {
        let overlay = try AKOverlay(image: try image(64, 32, white))
        let reader = OverlayReader(overlay.pictures)
        let below = try Frame.black(width: 320, height: 180)
        let output = PictureCompositor.Output(like: below, PictureDescription(), width: 320, height: 180)
        let compositor = PictureCompositor(output)
        for number in 0..<5 as Range<Int64> {
            let picture = try reader.picture(at: frames(number))
            let layers = [ResolvedLayer(trackID: 7, opacity: 1 - Double(number) / 10)]
            _ = try compositor.compose(layers, of: [7: picture], over: .black)
        }
        #expect(compositor.counts.converted == 1 && compositor.counts.composed == 5)
    }

    @Test("overlays count as tracks when a composition is checked, and must not have the identifier of one")
    func validates() async throws {
        let edit = try await edit()
        let trackID = edit.tracks[0].trackID
        let whole = frameRange(0, 25)
        #expect(!composition([layer(7)]).isValid(for: edit, timeRange: whole, validationDelegate: nil))
        #expect(composition([layer(7)], [7: bar]).isValid(for: edit, timeRange: whole, validationDelegate: nil))
        let twice = composition([layer(trackID)], [trackID: bar])
        #expect(!twice.isValid(for: edit, timeRange: whole, validationDelegate: nil))
        await #expect {
            _ = try await read(edit, twice)
        } throws: {
            ($0 as? AVError)?.code == .invalidVideoComposition && $0.localizedDescription.contains("overlay")
        }
        let copy = try #require(composition([], [7: bar]).copy() as? AVVideoComposition)
        #expect(copy.akOverlays.keys.map { $0 } == [7])
    }

    @Test("a compositor of a client's is given overlays as it is given tracks")
    func requested() async throws {
        let edit = try await edit()
        let overlay = try AKOverlay(image: try image(64, 32, white))
        let video = composition([], [7: overlay])
        video.instructions = [OwnInstruction(frameRange(0, 25), [7])]
        video.customVideoCompositorClass = ScriptedCompositor.self
        let generator = AVAssetImageGenerator(asset: edit)
        generator.videoComposition = video
        let compositor = try #require(generator.customVideoCompositor as? ScriptedCompositor)
        compositor.script { [unowned compositor] request, _ in
            let picture = request.sourceFrame(byTrackID: 7)
            #expect(picture.map { CVPixelBufferGetWidth($0) } == 64 && request.sourceTrackIDs == [7])
            compositor.finish(request)
        }
        _ = try await generator.image(at: frames(3))
        #expect(compositor.times == [frames(3)])
    }
}

extension CVPixelBuffer {
    /// The codes of the blue and the red difference of a pixel of NV12.
    fileprivate func chroma(_ x: Int, _ y: Int) -> (blue: Int, red: Int) {
        let place = y / 2 * storage.bytesPerRow(ofPlane: 1) + x / 2 * 2
        let codes = akWithPlane(1) { span in span.withUnsafeBytes { (Int($0[place]), Int($0[place + 1])) } }
        return codes ?? (-1, -1)
    }
}
