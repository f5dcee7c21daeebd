import AssetKitBase
import AssetKitCore
import AssetKitFFmpeg
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitAssets
@testable import AssetKitSources

@Suite("Video compositions")
struct VideoCompositionTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { VideoCompositions.range(start, end) }

    @Test("an instruction tells which tracks it needs, and which one passes through")
    func instruction() {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = range(0, 10)
        #expect(instruction.passthroughTrackID == kCMPersistentTrackID_Invalid)
        #expect(instruction.enablePostProcessing && instruction.backgroundColor == nil)
        let (first, second) = (VideoCompositions.layer(3), VideoCompositions.layer(5))
        instruction.layerInstructions = [first]
        #expect(instruction.passthroughTrackID == 3 && !instruction.containsTweening)
        instruction.layerInstructions = [first, second, VideoCompositions.layer(3)]
        #expect(instruction.passthroughTrackID == kCMPersistentTrackID_Invalid)
        let tracks = instruction.requiredSourceTrackIDs
        #expect(tracks == [3 as NSNumber, 5 as NSNumber])
        let general: any AVVideoCompositionInstructionProtocol = instruction
        #expect(general.requiredSourceTrackIDs == tracks && general.requiredSourceSampleDataTrackIDs.isEmpty)
        second.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(20, 30))
        #expect(!instruction.containsTweening)
        second.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(5, 6))
        #expect(instruction.containsTweening)
    }

    @Test("a copy is what there was when it was made, down to the layers")
    func copies() throws {
        let layer = VideoCompositions.layer(1)
        let instruction = VideoCompositions.instruction(0, 5, [layer])
        instruction.backgroundColor = CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 1)
        let composition = VideoCompositions.composition([instruction])
        let copy = try #require(composition.copy() as? AVVideoComposition)
        composition.renderSize = CGSize(width: 8, height: 8)
        instruction.timeRange = range(0, 9)
        layer.trackID = 2
        let kept = try #require(copy.instructions.first as? AVVideoCompositionInstruction)
        #expect(copy.renderSize == CGSize(width: 64, height: 48) && !(copy is AVMutableVideoComposition))
        #expect(kept.timeRange == range(0, 5) && kept.layerInstructions.map(\.trackID) == [1])
        let changed = try #require(copy.mutableCopy() as? AVMutableVideoComposition)
        changed.frameDuration = CMTime(value: 1, timescale: 60)
        #expect(copy.frameDuration == CMTime(value: 1, timescale: 25))
        let color = LayerProgram.Color(red: 0.25, green: 0.5, blue: 1)
        #expect(kept.program.background == color)
    }

    @Test("the properties of a file: its size as it is turned, and its own frame times")
    func properties() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let composition: AVMutableVideoComposition = try await .videoComposition(withPropertiesOf: asset)
        #expect(composition.renderSize == track.naturalSize && composition.renderScale == 1)
        #expect(composition.sourceTrackIDForFrameTiming == track.trackID)
        #expect(composition.frameDuration == track.minFrameDuration)
        let only = try #require(composition.instructions.first as? AVVideoCompositionInstruction)
        #expect(composition.instructions.count == 1 && only.passthroughTrackID == track.trackID)
        #expect(only.timeRange == CMTimeRange(start: .zero, duration: asset.duration))
        #expect(AVVideoComposition(propertiesOf: asset).renderSize == composition.renderSize)
        let all = CMTimeRange(start: .zero, end: .positiveInfinity)
        #expect(try await composition.isValid(for: asset, timeRange: all, validationDelegate: nil))
    }

    @Test("a composition's own size is that of its frames, where it has been given one")
    func ownSize() async throws {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let second = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1))
        try await edit.insertTimeRange(second, of: film, at: .zero)
        #expect(AVVideoComposition(propertiesOf: edit).renderSize == CGSize(width: 320, height: 180))
        edit.naturalSize = CGSize(width: 640, height: 480)
        #expect(AVVideoComposition(propertiesOf: edit).renderSize == CGSize(width: 640, height: 480))
        let copy = try #require(edit.copy() as? AVComposition)
        #expect(AVMutableVideoComposition(propertiesOf: copy).renderSize == CGSize(width: 640, height: 480))
        edit.naturalSize = .zero
        #expect(AVVideoComposition(propertiesOf: edit).renderSize == CGSize(width: 320, height: 180))
    }

    @Test("a composition without a size of its own has frames that hold all of its tracks, as they are turned")
    func enclosingSize() async throws {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let second = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1))
        try await edit.insertTimeRange(second, of: film, at: .zero)
        let pictures = try #require(edit.tracks(withMediaType: .video).first)
        // Upright: a quarter, and back into the frame.
        pictures.preferredTransform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0)
        #expect(edit.naturalSize == CGSize(width: 320, height: 180))
        #expect(AVVideoComposition(propertiesOf: edit).renderSize == CGSize(width: 180, height: 320))
    }

    @Test("a turned file's composition has the size that it shows in, and a prototype's colour")
    func turned() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("rotated-90.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let prototype = AVMutableVideoCompositionInstruction()
        prototype.backgroundColor = .white
        let composition = try await AVMutableVideoComposition.videoComposition(
            withPropertiesOf: asset,
            prototypeInstruction: prototype
        )
        #expect(composition.renderSize == CGSize(width: track.naturalSize.height, height: track.naturalSize.width))
        let only = try #require(composition.instructions.first as? AVVideoCompositionInstruction)
        #expect(only.backgroundColor == .white && only.passthroughTrackID == kCMPersistentTrackID_Invalid)
    }

    @Test("a file without pictures has no instructions, and one that does not load says why")
    func withoutPictures() async throws {
        let sound = AVURLAsset(url: SampleMedia.url("aac.m4a"))
        let composition = try await AVVideoComposition.videoComposition(withPropertiesOf: sound)
        #expect(composition.instructions.isEmpty && composition.renderSize == .zero)
        #expect(composition.frameDuration == CMTime(value: 1, timescale: 30))
        let nowhere = AVURLAsset(url: URL(filePath: "/nowhere.mp4"))
        await #expect(throws: AVError.self) { try await AVVideoComposition.videoComposition(withPropertiesOf: nowhere) }
        let error = await withCheckedContinuation { continuation in
            AVMutableVideoComposition.videoComposition(withPropertiesOf: nowhere) { _, error in
                continuation.resume(returning: error)
            }
        }
        #expect(error is AVError)
    }

    @Test("whoever renders it finds what shows at a time, and no frame where nothing is said")
    func plan() throws {
        let instructions = [VideoCompositions.instruction(0, 5, [1]), VideoCompositions.instruction(5, 9, [2, 1])]
        let composition = VideoCompositions.composition(instructions)
        composition.colorPrimaries = AVVideoColorPrimaries_ITU_R_709_2
        composition.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2
        composition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_709_2
        let plan = try composition.plan()
        let layers = LayeredTrack(
            tracks: [:],
            programs: plan.instructions.compactMap(\.program),
            width: plan.width,
            height: plan.height,
            frameDuration: plan.frameDuration,
            timings: plan.timings,
            format: PlaneFormat(chroma: "4:2:0", depth: 8, isFullRange: false),
            color: plan.color,
            end: CMTime(value: 9, timescale: 1)
        )
        func tracks(_ value: Int64, _ timescale: CMTimeScale) -> [Int32]? {
            layers.program(at: CMTime(value: value, timescale: timescale))?.trackIDs
        }
        #expect(tracks(0, 1) == [1] && tracks(49, 10) == [1] && tracks(5, 1) == [2, 1])
        #expect(tracks(9, 1) == nil && tracks(-1, 10) == nil)
        #expect(plan.width == 64 && plan.height == 48 && plan.timings.isEmpty)
        #expect([plan.color.primaries, plan.color.transfer, plan.color.matrix] == [1, 1, 1])
        instructions[1].timeRange = range(4, 9)
        #expect(throws: AVError.self) { try composition.plan() }
    }

    @Test("an instruction of a client's own needs its compositor, unless a track passes through")
    func ownInstructions() throws {
        let own = OwnInstruction(range(0, 5))
        let composition = VideoCompositions.composition([own])
        let error = #expect(throws: AVError.self) { try composition.plan() }
        #expect(error?.code == .invalidVideoComposition)
        own.passthroughTrackID = 4
        #expect(try composition.plan().instructions.first?.program?.untouchedTrackID == 4)
    }

    @Test("what nothing can be made with stops the program when it is handed over")
    func misuse() async {
        await #expect(processExitsWith: .success) {
            VideoCompositions.composition([VideoCompositions.instruction(0, 5, [1])]).requireUsable(by: "test")
        }
        await #expect(processExitsWith: .failure) { VideoCompositions.composition([]).requireUsable(by: "test") }
        await #expect(processExitsWith: .failure) {
            let composition = VideoCompositions.composition([VideoCompositions.instruction(0, 5, [1])])
            composition.renderSize = .zero
            composition.requireUsable(by: "test")
        }
        await #expect(processExitsWith: .failure) {
            let composition = VideoCompositions.composition([VideoCompositions.instruction(0, 5, [1])])
            composition.frameDuration = .zero
            composition.requireUsable(by: "test")
        }
        await #expect(processExitsWith: .failure) {
            let composition = VideoCompositions.composition([VideoCompositions.instruction(0, 5, [1])])
            composition.renderScale = 2
            composition.requireUsable(by: "test")
        }
    }
}
