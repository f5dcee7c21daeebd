import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Pictures in layers")
struct LayeredPictureTests {
    private let folder = TemporaryFolder()

    /// Two tracks: one from zero on, the other from 10 frames before the first one's end.
    private func edit(_ first: String = "h264-bframes.mp4", _ second: String = "hevc.mp4") async throws
        -> AVMutableComposition
    {
        let edit = AVMutableComposition()
        try await edit.track(.video).append(first, frameRange(0, 30))
        let asset = AVURLAsset(url: SampleMedia.url(second))
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        try edit.track(.video).insertTimeRange(frameRange(40, 70), of: source, at: frames(20))
        return edit
    }

    private func composition(
        _ edit: AVComposition,
        _ layers: [AVVideoCompositionLayerInstruction],
        background: CGColor? = nil
    ) -> AVMutableVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = layers
        if let background { instruction.backgroundColor = background }
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        return composition
    }

    private func read(_ asset: AVAsset, _ composition: AVVideoComposition, in range: CMTimeRange? = nil) async throws
        -> RenderedPictures
    {
        try await RenderedPictures(asset, composition, in: range)
    }

    /// The first track turns into the second from frame 20 to frame 30.
    private func dissolve() async throws -> (edit: AVMutableComposition, video: AVMutableVideoComposition) {
        let edit = try await edit()
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(20, 30))
        return (
            edit, composition(edit, [fading, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])])
        )
    }

    @Test("a dissolve mixes the two pictures that show, frame k of N with the weight k/N, and rounds")
    func dissolves() async throws {
        let (edit, video) = try await dissolve()
        let composed = try await read(edit, video)
        #expect(composed.times == (0..<50).map { frames($0) })
        var alone: [RenderedPictures] = []
        for track in edit.tracks {
            alone.append(
                try await read(edit, composition(edit, [AVMutableVideoCompositionLayerInstruction(assetTrack: track)]))
            )
        }
        var (wrong, off): ([String], [Double]) = ([], [])
        for place in 0..<72 {
            let (x, y) = (8 + place % 8 * 40, 8 + place / 8 * 21)
            let (made, first, second) = (composed.luma(x, y), alone[0].luma(x, y), alone[1].luma(x, y))
            for number in 0..<50 {
                let weight = min(max(Double(number - 20) / 10, 0), 1)
                let wanted: Double = Double(first[number]) * (1 - weight) + Double(second[number]) * weight
                let found = Double(made[number]) - wanted
                let mixes = (20..<30).contains(number)
                if mixes { off.append(found) }
                // The weight is a whole number of 256ths.
                let bound = mixes ? 0.5 + Double(abs(second[number] - first[number])) / 256 : 0
                if abs(found) > bound { wrong.append("\(number) at \(x),\(y)") }
            }
        }
        #expect(wrong.isEmpty)
        // Half a code is what cutting off would cost.
        #expect(abs(off.reduce(0, +) / Double(off.count)) < 0.2)
        #expect(composed.pictures[..<20].map { PictureBarcode.index(of: $0) } == (0..<20).map { $0 })
        #expect(composed.pictures[30...].map { PictureBarcode.index(of: $0) } == (50..<70).map { $0 })
    }

    @Test("both pictures that a frame of a dissolve is made of are those of its time")
    func mixesPicturesOfItsTime() async throws {
        let (edit, video) = try await dissolve()
        let pictures = try await read(edit, video).pictures
        // In the middle two of the four levels of a block are the same.
        for number in 21..<30 where number != 25 {
            let found = mixed(pictures[number], weight: Double(number - 20) / 10)
            #expect(found == [number, number + 20], "picture \(number)")
        }
    }

    /// The numbers that two pictures spell in the blocks of their mix: each block has one of four levels.
    private func mixed(_ picture: CVPixelBuffer, weight: Double) -> [Int] {
        var indices = [0, 0]
        for bit in 0..<16 {
            let code = Double(picture.luma(16 * bit + 8, 8))
            func distance(_ level: Int) -> Double {
                let share = Double(level & 1) * (1 - weight) + Double(level >> 1) * weight
                return abs(code - 16 - 219 * share)
            }
            let level = (0..<4).min { distance($0) < distance($1) } ?? 0
            indices[0] |= (level & 1) << bit
            indices[1] |= (level >> 1) << bit
        }
        return indices
    }

    @Test("a picture in the picture is where its transform puts it, and the other one is around it")
    func placesPictures() async throws {
        let edit = try await edit()
        edit.tracks[1].removeTimeRange(frameRange(0, 20))
        let small = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])
        small.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5).translatedBy(x: 320, y: 180), at: .zero)
        let whole = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        let made = try await read(edit, composition(edit, [small, whole]))
        for number in 0..<30 {
            #expect(PictureBarcode.index(of: made.pictures[number]) == number)
            // The barcode of the small one begins in the middle, in blocks of half the size.
            let bits = (0..<16).map { made.pictures[number].luma(160 + 4 + 8 * $0, 90 + 4) > 126 }
            let index = bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
            #expect(index == 40 + number)
        }
    }

    @Test("what nothing covers is the background, and a track that has ended does not show")
    func showsBackground() async throws {
        let edit = try await edit()
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        layer.setTransform(CGAffineTransform(translationX: 0, y: 90), at: .zero)
        let made = try await read(edit, composition(edit, [layer]))
        #expect(made.luma(100, 40).allSatisfy { $0 == 16 })
        #expect(made.luma(100, 140)[30...].allSatisfy { $0 == 16 })
        #expect(made.luma(8, 98)[..<30].enumerated().allSatisfy { ($1 > 126) == ($0 & 1 == 1) })
        let gray = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        let bright = try await read(edit, composition(edit, [layer], background: gray))
        #expect(bright.luma(100, 40).allSatisfy { abs($0 - 126) <= 1 })
    }

    @Test("opacity lays pictures over the background")
    func blendsBackground() async throws {
        let edit = try await edit()
        let half = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        half.setOpacity(0.25, at: .zero)
        let made = try await read(edit, composition(edit, [half]))
        let whole = try await read(
            edit,
            composition(edit, [AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])])
        )
        for (x, y) in [(8, 8), (160, 90), (300, 20)] {
            let (codes, own) = (made.luma(x, y), whole.luma(x, y))
            for number in 0..<30 {
                let wanted: Double = 0.25 * Double(own[number]) + 0.75 * 16
                #expect(abs(Double(codes[number]) - wanted) <= 1)
            }
        }
    }

    @Test("reader, generator and export show the same pictures, and the file is the same for any number of chains")
    func agrees() async throws {
        let (edit, video) = try await dissolve()
        let read = try await read(edit, video)
        var files: [Data] = []
        for parallel in [false, true] {
            let url = URL(filePath: folder.path("\(parallel).mov"))
            let session = try #require(
                AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleProRes422LPCM)
            )
            session.videoComposition = video
            session.allowsParallelizedExport = parallel
            try await session.export(to: url, as: .mov)
            files.append(try Data(contentsOf: url))
        }
        #expect(files[0] == files[1])
        let made = AVURLAsset(url: URL(filePath: folder.path("true.mov")))
        #expect(try await ReadPictures.times(of: made) == read.times)
        let generator = AVAssetImageGenerator(asset: edit)
        generator.videoComposition = video
        for number in [0, 10, 22, 25, 29, 35, 49] as [Int64] {
            let (image, time) = try await generator.image(at: frames(number) + CMTime(value: 1, timescale: 100))
            #expect(time == frames(number))
            // A block of the barcode, which has no colour.
            let code = read.pictures[Int(number)].luma(8, 8)
            let place = 8 * image.bytesPerRow + 8 * 4 + 1
            let gray: Int = image.withPixels { span in span.withUnsafeBytes { Int($0[place]) } }
            let wanted: Double = Double(code - 16) * 255 / 219
            #expect(abs(Double(gray) - wanted) <= 4, "picture \(number)")
        }
    }

    @Test("a part of the pictures is that part of the whole")
    func readsParts() async throws {
        let (edit, video) = try await dissolve()
        let whole = try await read(edit, video)
        let part = try await read(edit, video, in: frameRange(17, 33))
        #expect(part.times == Array(whole.times[17..<33]))
        #expect(part.luma(100, 90) == Array(whole.luma(100, 90)[17..<33]))
    }

    @Test("the frame timing of a track is that of its pictures, and in gaps that of the frame duration")
    func timesByTrack() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append(
            "ntsc-29.97.mp4",
            CMTimeRange(start: .zero, duration: CMTime(value: 10010, timescale: 30000))
        )
        try await track.append("h264-bframes.mp4", frameRange(0, 5))
        let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: edit)
        let ntsc = (0..<10).map { CMTime(value: 1001 * $0, timescale: 30000) }
        let film = (0..<5).map { CMTime(value: 10010, timescale: 30000) + frames($0) }
        #expect(try await read(edit, video).times == ntsc + film)
    }

    @Test("the times of a track's pictures count also where its file has no table of them")
    func timesWithoutTables() async throws {
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mkv"))
        let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: film)
        let own = try await ReadPictures.times(of: film)
        // None of them is a multiple of how long a picture shows.
        #expect(own.contains { $0.seconds * 25 != ($0.seconds * 25).rounded() })
        let composed = try await read(film, video).times
        #expect(own.dropLast().allSatisfy { time in composed.contains { $0 == time } })
    }

    @Test(
        "a film shows its own pictures at its own times, in layers and by itself",
        arguments: ["vfr.mp4", "vfr.mkv", "h264-bframes.mp4", "h264-bframes.mkv", "ntsc-29.97.mp4", "film-23.976.mp4"]
    )
    func timesByItself(name: String) async throws {
        let film = AVURLAsset(url: SampleMedia.url(name))
        let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: film)
        let own = try await ReadPictures(of: film).pictures
        let composed = try await read(film, video)
        #expect(composed.times == own.map(\.time))
        #expect(composed.pictures.compactMap { PictureBarcode.index(of: $0) } == own.map(\.index))
        let generator = AVAssetImageGenerator(asset: film)
        generator.videoComposition = video
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        for picture in own.dropFirst(own.count / 2).prefix(3) {
            #expect(try await generator.image(at: picture.time).actualTime == picture.time)
        }
    }

    @Test("a picture that shows for long shows once, however far is looked ahead for the times of others")
    func timesLongPictures() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 50))
        // 0.7 s each: no picture begins at 30 s, where what comes is looked for anew.
        edit.scaleTimeRange(frameRange(0, 50), toDuration: CMTime(value: 35, timescale: 1))
        try await track.append("h264-bframes.mp4", frameRange(10, 12))
        let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: edit)
        let slow = (0..<50).map { CMTime(value: 7 * $0, timescale: 10) }
        #expect(
            try await read(edit, video).times == slow + [
                CMTime(value: 35, timescale: 1), CMTime(value: 876, timescale: 25),
            ]
        )
    }

    @Test("a picture that comes to lie where an earlier one lay in memory is another one")
    func skipsPictures() async throws {
        let edit = try await edit()
        let video = composition(edit, [AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])])
        for step in 2..<5 as Range<Int64> {
            video.frameDuration = frames(step)
            let shown = try await read(edit, video, in: frameRange(0, 30)).pictures.map { PictureBarcode.index(of: $0) }
            #expect(shown == stride(from: 0, to: 30, by: Int(step)).map { $0 })
        }
    }

    @Test("a cancelled export of layers ends soon and leaves nothing")
    func cancels() async throws {
        let edit = try await edit()
        for _ in 0..<6 {
            try await edit.insertTimeRange(
                CMTimeRange(start: .zero, duration: edit.duration),
                of: edit,
                at: edit.duration
            )
        }
        let instruction = composition(
            edit,
            edit.tracks.map { AVMutableVideoCompositionLayerInstruction(assetTrack: $0) }
        )
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = instruction
        let url = URL(filePath: folder.path("cancelled.mp4"))
        let outcome = Task { try await session.export(to: url, as: .mp4) }
        for await state in session.states(updateInterval: 0.02) {
            if case .exporting = state { break }
        }
        session.cancelExport()
        await #expect(throws: (any Error).self) { try await outcome.value }
        #expect(session.status == .cancelled)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test("sizes and rates that nothing could render are refused with that reason")
    func refusesExcess() async throws {
        let edit = try await edit()
        let huge = composition(edit, [])
        huge.renderSize = CGSize(width: 1e7, height: 100)
        let quick = composition(edit, [])
        quick.frameDuration = CMTime(value: 1, timescale: 1_000_000_000)
        for (video, words) in [(huge, "too large"), (quick, "less than")] {
            await #expect { _ = try await read(edit, video) } throws: { $0.localizedDescription.contains(words) }
        }
    }

    @Test("a frame that no instruction covers fails with that reason, and a tail shorter than a frame does no harm")
    func needsInstructions() async throws {
        let edit = try await edit()
        let video = composition(edit, [AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])])
        let short = try #require(video.instructions[0] as? AVMutableVideoCompositionInstruction)
        short.timeRange = frameRange(0, 40)
        video.instructions = [short]
        await #expect { _ = try await read(edit, video) } throws: { ($0 as? AVError)?.code == .invalidVideoComposition }
        short.timeRange = CMTimeRange(start: .zero, end: frames(50) - CMTime(value: 1, timescale: 1000))
        video.instructions = [short]
        #expect(try await read(edit, video).times.count == 50)
    }
}
