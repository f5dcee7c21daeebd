import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Compositors of clients at work", .timeLimit(.minutes(30)))
struct ClientCompositorTests {
    private let folder = TemporaryFolder()

    /// Two tracks: one from zero to 30, the other from 20 to 50.
    private func edit() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, 30))
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        try edit.track(.video).insertTimeRange(frameRange(40, 70), of: source, at: frames(20))
        return edit
    }

    private func composition(
        _ type: (any AVVideoCompositing.Type)? = ScriptedCompositor.self,
        _ instructions: [any AVVideoCompositionInstructionProtocol]? = nil
    ) -> AVMutableVideoComposition {
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = instructions ?? [OwnInstruction(frameRange(0, 50))]
        composition.customVideoCompositorClass = type
        return composition
    }

    // MARK: Consumers

    /// A reader of a composition, and what makes its pictures.
    private struct Reading {
        let reader: AVAssetReader
        let output: AVAssetReaderVideoCompositionOutput
        let compositor: ScriptedCompositor?

        init(_ asset: AVAsset, _ composition: AVVideoComposition) async throws {
            reader = try AVAssetReader(asset: asset)
            let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            output = AVAssetReaderVideoCompositionOutput(
                videoTracks: try await asset.loadTracks(withMediaType: .video),
                videoSettings: [kCVPixelBufferPixelFormatTypeKey: format]
            )
            output.videoComposition = composition
            compositor = output.customVideoCompositor as? ScriptedCompositor
            reader.add(output)
        }

        /// All pictures, as far as there are any.
        func pictures() throws -> [CVPixelBuffer] {
            try reader.start()
            var pictures: [CVPixelBuffer] = []
            while let sample = output.copyNextSampleBuffer() { pictures.append(try #require(sample.imageBuffer)) }
            return pictures
        }
    }

    private func export(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> AVAssetExportSession {
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM)
        )
        session.videoComposition = composition
        return session
    }

    private func url(_ name: String) -> URL { URL(filePath: folder.path(name)) }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    }

    private let all = (0..<50).map { $0 }

    // MARK: Tests

    @Test("a consumer makes a compositor when it is given a composition, and keeps it as long as the class stays")
    func instances() async throws {
        let edit = try await edit()
        let generator = AVAssetImageGenerator(asset: edit)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: edit.tracks, videoSettings: nil)
        let session = try export(edit, composition(nil))
        func check(
            _ set: (AVVideoComposition?) -> Void,
            _ compositor: () -> (any AVVideoCompositing)?
        ) throws -> ObjectIdentifier {
            #expect(compositor() == nil)
            set(composition())
            let first = try #require(compositor() as? ScriptedCompositor)
            set(composition())
            #expect(compositor() === first)
            set(composition(ReorderingCompositor.self))
            #expect(compositor() is ReorderingCompositor)
            set(composition(nil))
            #expect(compositor() == nil)
            set(composition())
            #expect(compositor() !== first)
            #expect(first.events.isEmpty)
            return ObjectIdentifier(try #require(compositor()))
        }
        let made = [
            try check({ generator.videoComposition = $0 }, { generator.customVideoCompositor }),
            try check({ output.videoComposition = $0 }, { output.customVideoCompositor }),
            try check({ session.videoComposition = $0 }, { session.customVideoCompositor }),
        ]
        #expect(Set(made).count == 3)
    }

    @Test("a compositor hears of its context first, then of each frame before it is asked for it, in the order of time")
    func order() async throws {
        let reading = try await Reading(try await edit(), composition())
        #expect(try reading.pictures().map(\.number) == all && reading.reader.status == .completed)
        let events = all.flatMap { number in
            let time = frames(Int64(number)).seconds
            return ["hint \(time)", "request \(time)"]
        }
        #expect(reading.compositor?.events == ["context 320x180"] + events)
    }

    @Test("reader, generator and export show what the compositor made, to the code")
    func agrees() async throws {
        let edit = try await edit()
        let read = try await Reading(edit, composition()).pictures()
        for (number, picture) in read.enumerated() {
            let wanted: Double = 16 + Double(number * 5) * 219 / 255
            for (x, y) in [(0, 0), (160, 90), (319, 179)] {
                #expect(abs(Double(picture.luma(x, y)) - wanted) <= 1, "picture \(number)")
            }
        }
        let session = try export(edit, composition())
        try await session.export(to: url("gray.mov"), as: .mov)
        let compositor = try #require(session.customVideoCompositor as? ScriptedCompositor)
        #expect(compositor.times == all.map { frames(Int64($0)) })
        let made = AVURLAsset(url: url("gray.mov"))
        let plain = AVMutableVideoComposition()
        plain.renderSize = CGSize(width: 320, height: 180)
        plain.frameDuration = frames(1)
        let instruction = OwnInstruction(frameRange(0, 50))
        instruction.passthroughTrackID = try #require(try await made.loadTracks(withMediaType: .video).first).trackID
        plain.instructions = [instruction]
        #expect(try await Reading(made, plain).pictures().map(\.number) == all)
        let generator = AVAssetImageGenerator(asset: edit)
        generator.videoComposition = composition()
        for number in [7, 0, 49, 22] {
            let (image, time) = try await generator.image(at: frames(Int64(number)) + CMTime(value: 1, timescale: 100))
            #expect(time == frames(Int64(number)))
            let code: Int = image.withPixels { span in span.withUnsafeBytes { Int($0[90 * image.bytesPerRow + 400]) } }
            #expect(abs(code - number * 5) <= 2)
        }
    }

    @Test("a request has the pictures of the tracks it needs that show something then, in a format that was asked for")
    func sources() async throws {
        let edit = try await edit()
        let ids = edit.tracks.map(\.trackID)
        let instructions = [
            OwnInstruction(frameRange(0, 40)), OwnInstruction(frameRange(40, 45), [ids[0], 99]),
            OwnInstruction(frameRange(45, 50), [ids[1]]),
        ]
        let reading = try await Reading(edit, composition(ScriptedCompositor.self, instructions))
        let compositor = try #require(reading.compositor)
        let seen = Protected<[[Int32]]>([])
        compositor.script { [unowned compositor] request, number in
            let shown = request.sourceTrackIDs.map(\.int32Value)
            seen.withLock { $0.append(shown) }
            for trackID in ids {
                let picture = request.sourceFrame(byTrackID: trackID)
                #expect((picture != nil) == shown.contains(trackID))
                guard let picture else { continue }
                #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
                #expect(PictureBarcode.index(of: picture) == (trackID == ids[0] ? number : number + 20))
            }
            #expect(request.videoCompositionInstruction === instructions[number < 40 ? 0 : number < 45 ? 1 : 2])
            compositor.finish(request)
        }
        #expect(try reading.pictures().map(\.number) == all)
        let wanted = all.map { number -> [Int32] in
            switch number {
            case ..<20: [ids[0]]
            case ..<30: ids
            case ..<40: [ids[1]]
            case ..<45: []
            default: [ids[1]]
            }
        }
        #expect(seen.withLock { $0 } == wanted)
    }

    @Test("a source may be what a request is finished with, and comes out unchanged")
    func handsOn() async throws {
        let edit = try await edit()
        edit.removeTrack(edit.tracks[1])
        let trackID = edit.tracks[0].trackID
        let instruction = OwnInstruction(frameRange(0, 30))
        let reading = try await Reading(edit, composition(PlainCompositor.self, [instruction]))
        reading.compositor?.script { request, _ in
            guard let picture = request.sourceFrame(byTrackID: trackID) else {
                return request.finish(with: CocoaError(.featureUnsupported))
            }
            request.finish(withComposedVideoFrame: picture)
        }
        instruction.passthroughTrackID = trackID
        let plain = try await Reading(edit, composition(nil, [instruction])).pictures()
        instruction.passthroughTrackID = kCMPersistentTrackID_Invalid
        let made = try reading.pictures()
        #expect(made.map { PictureBarcode.index(of: $0) } == (0..<30).map { $0 })
        for (one, other) in zip(made, plain) {
            for (x, y) in [(0, 0), (101, 57), (319, 179)] { #expect(one.luma(x, y) == other.luma(x, y)) }
        }
    }

    @Test("pictures come out in the order of time when three at a time are finished by threads, the last one first")
    func reordered() async throws {
        let reading = try await Reading(try await edit(), composition())
        let compositor = try #require(reading.compositor)
        compositor.script { [unowned compositor] request, number in
            guard compositor.hold(request) == 3 || number == 49 else { return }
            let held = compositor.take()
            Thread { for request in held.reversed() { compositor.finish(request) } }.start()
        }
        #expect(try reading.pictures().map(\.number) == all && reading.reader.status == .completed)
        #expect(compositor.mostOpen == 3)
    }

    @Test("a compositor may finish a picture when it is asked for a later one")
    func slow() async throws {
        let edit = try await edit()
        let reading = try await Reading(edit, composition())
        let session = try export(edit, composition())
        for compositor in [reading.compositor, session.customVideoCompositor as? ScriptedCompositor] {
            compositor?.script { [unowned compositor] request, number in
                guard let compositor else { return }
                let ready = compositor.hold(request) == 3 || number == 49 ? compositor.take() : []
                for (place, earlier) in ready.enumerated() {
                    if place == 0 || number == 49 { compositor.finish(earlier) } else { compositor.hold(earlier) }
                }
            }
        }
        #expect(try reading.pictures().map(\.number) == all)
        try await session.export(to: url("slow.mov"), as: .mov)
        #expect(session.status == .completed && (session.customVideoCompositor as? ScriptedCompositor)?.mostOpen == 3)
    }

    @Test("an error of a compositor's, and a request that it lets go of, fail reader, export and image, which carry it")
    func failures() async throws {
        let edit = try await edit()
        for drops in [false, true] {
            let script: (ScriptedCompositor) -> ScriptedCompositor.Script = { compositor in
                { [unowned compositor] request, _ in
                    guard request.compositionTime == frames(7) else { return compositor.finish(request) }
                    if !drops { request.finish(with: CocoaError(.fileNoSuchFile)) }
                }
            }
            func check(_ error: (any Error)?) throws {
                let error = try #require(error as? AVError)
                #expect(error.code == .videoCompositorFailed)
                var causes: [any Error] = [error]
                while let cause = (causes.last as? AVError)?.userInfo[NSUnderlyingErrorKey] as? any Error {
                    causes.append(cause)
                }
                #expect(causes.contains { $0 is CocoaError } == !drops)
            }
            let reading = try await Reading(edit, composition())
            let compositor = try #require(reading.compositor)
            compositor.script(script(compositor))
            #expect(try reading.pictures().map(\.number) == Array(all[..<7]))
            #expect(reading.reader.status == .failed)
            try check(reading.reader.error)

            let session = try export(edit, composition())
            let exporting = try #require(session.customVideoCompositor as? ScriptedCompositor)
            exporting.script(script(exporting))
            await #expect(throws: AVError.self) { try await session.export(to: url("failed.mov"), as: .mov) }
            try check(session.error)
            #expect(try files().isEmpty)

            let generator = AVAssetImageGenerator(asset: edit)
            generator.videoComposition = composition()
            let drawing = try #require(generator.customVideoCompositor as? ScriptedCompositor)
            drawing.script(script(drawing))
            for number in [6, 7, 8] as [Int64] {
                do {
                    _ = try await generator.image(at: frames(number))
                    #expect(number != 7)
                } catch {
                    #expect(number == 7)
                    try check(error)
                }
            }
        }
    }

    @Test("a picture of another size is an error that says so")
    func size() async throws {
        let reading = try await Reading(try await edit(), composition(PlainCompositor.self))
        reading.compositor?.script { request, _ in
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer)
            guard let buffer else { return request.finish(with: CocoaError(.featureUnsupported)) }
            request.finish(withComposedVideoFrame: buffer)
        }
        #expect(try reading.pictures().isEmpty)
        let error = try #require(reading.reader.error as? AVError)
        #expect(error.code == .videoCompositorFailed)
        #expect(error.localizedDescription == "the compositor made a picture of 64x48 instead of 320x180")
    }

    @Test(
        "a track that an instruction lets pass shows without the compositor, and layers of the library's are given to it"
    )
    func passesThrough() async throws {
        let edit = try await edit()
        let passing = OwnInstruction(frameRange(0, 20))
        passing.passthroughTrackID = edit.tracks[0].trackID
        let layered = AVMutableVideoCompositionInstruction()
        layered.timeRange = frameRange(20, 50)
        layered.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])]
        let reading = try await Reading(edit, composition(ScriptedCompositor.self, [passing, layered]))
        let made = try reading.pictures()
        #expect(made[..<20].map { PictureBarcode.index(of: $0) } == Array(all[..<20]))
        #expect(made[20...].map(\.number) == Array(all[20...]))
        #expect(reading.compositor?.times == all[20...].map { frames(Int64($0)) })
    }

    @Test("the same pictures give the same result where nothing tweens, and the compositor is asked once")
    func repeats() async throws {
        let edit = try await edit()
        edit.removeTrack(edit.tracks[1])
        edit.removeTimeRange(frameRange(10, 30))
        edit.scaleTimeRange(frameRange(0, 10), toDuration: frames(50))
        for tweens in [false, true] {
            let instructions = [
                OwnInstruction(frameRange(0, 23), containsTweening: tweens),
                OwnInstruction(frameRange(23, 50), containsTweening: tweens),
            ]
            let reading = try await Reading(edit, composition(ScriptedCompositor.self, instructions))
            let shown = try reading.pictures().map(\.number)
            let asked = tweens ? all : [0, 5, 10, 15, 20, 23, 25, 30, 35, 40, 45]
            #expect(reading.compositor?.times == asked.map { frames(Int64($0)) })
            #expect(shown == all.map { number in asked.last { $0 <= number } })
        }
    }

    @Test("a time that no instruction covers fails behind the pictures before it")
    func uncovered() async throws {
        let reading = try await Reading(
            try await edit(),
            composition(ScriptedCompositor.self, [OwnInstruction(frameRange(0, 30))])
        )
        #expect(try reading.pictures().map(\.number) == Array(all[..<30]))
        #expect((reading.reader.error as? AVError)?.code == .invalidVideoComposition)
    }

    @Test(
        "cancelling a reader at any request tells the compositor, which may finish then or later",
        arguments: [true, false]
    )
    func cancelsReading(finishes: Bool) async throws {
        let edit = try await edit()
        for last in 0..<50 {
            let reading = try await Reading(edit, composition())
            let compositor = try #require(reading.compositor)
            if !finishes { compositor.ignoreCancelling() }
            compositor.script { [unowned compositor, unowned reader = reading.reader] request, number in
                guard number >= last else { return compositor.finish(request) }
                compositor.hold(request)
                if number == last { reader.cancelReading() }
            }
            #expect(try reading.pictures().count <= last)
            #expect(reading.reader.status == .cancelled)
            await compositor.untilCancelled()
            #expect(compositor.events.last == "cancel")
            for request in compositor.take() { compositor.finish(request) }
        }
    }

    @Test(
        "cancelling an export at any request tells the compositor, ends it and leaves nothing",
        arguments: [true, false]
    )
    func cancelsExport(finishes: Bool) async throws {
        let edit = try await edit()
        for last in 0..<50 {
            let session = try export(edit, composition())
            let compositor = try #require(session.customVideoCompositor as? ScriptedCompositor)
            if !finishes { compositor.ignoreCancelling() }
            compositor.script { [unowned compositor, weak session] request, number in
                guard number >= last else { return compositor.finish(request) }
                compositor.hold(request)
                if number == last { session?.cancelExport() }
            }
            await #expect(throws: CancellationError.self) {
                try await session.export(to: url("cancelled.mov"), as: .mov)
            }
            #expect(session.status == .cancelled)
            await compositor.untilCancelled()
            for request in compositor.take() { compositor.finish(request) }
            #expect(!FileManager.default.fileExists(atPath: url("cancelled.mov").path(percentEncoded: false)))
        }
    }

    @Test("cancelling images tells the compositor, and the next image is made by the same one")
    func cancelsImages() async throws {
        let generator = AVAssetImageGenerator(asset: try await edit())
        generator.videoComposition = composition()
        let compositor = try #require(generator.customVideoCompositor as? ScriptedCompositor)
        for last in 0..<5 {
            let asked = compositor.times.count
            compositor.script { [unowned compositor, unowned generator] request, number in
                guard number == asked + last else { return compositor.finish(request) }
                compositor.hold(request)
                generator.cancelAllCGImageGeneration()
            }
            var made = 0
            for await image in generator.images(for: (0..<10).map { frames($0) }) where (try? image.image) != nil {
                made += 1
            }
            #expect(made <= last)
            await compositor.untilCancelled()
        }
        compositor.script { [unowned compositor] request, _ in compositor.finish(request) }
        #expect(try await generator.image(at: frames(3)).actualTime == frames(3))
        #expect(compositor.events.filter { $0.hasPrefix("context") }.count == 1)
    }

    @Test("the context changes with the composition")
    func changesContext() async throws {
        let generator = AVAssetImageGenerator(asset: try await edit())
        let other = composition()
        other.renderSize = CGSize(width: 160, height: 90)
        for next in [composition(), other] {
            generator.videoComposition = next
            let image = try await generator.image(at: frames(3)).image
            #expect(CGFloat(image.width) == next.renderSize.width)
        }
        let compositor = try #require(generator.customVideoCompositor as? ScriptedCompositor)
        #expect(compositor.events.filter { $0.hasPrefix("context") } == ["context 320x180", "context 160x90"])
    }

    @Test(
        "an export asks in the order of time, unless any order will do; its file is the same for any number of chains"
    )
    func parallel() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        for _ in 0..<12 { try await track.append("h264-bframes.mp4", frameRange(0, 50)) }
        for type in [ScriptedCompositor.self, ReorderingCompositor.self] as [ScriptedCompositor.Type] {
            let video = composition(type, [OwnInstruction(CMTimeRange(start: .zero, duration: edit.duration))])
            video.renderSize = CGSize(width: 128, height: 96)
            video.frameDuration = CMTime(value: 1, timescale: 10)
            let times = (0..<240).map { CMTime(value: $0, timescale: 10) }
            var made: [Data] = []
            for parallel in [false, true] {
                let session = try #require(
                    AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality)
                )
                session.videoComposition = video
                session.allowsParallelizedExport = parallel
                let target = url("\(type)-\(parallel).mp4")
                try await session.export(to: target, as: .mp4)
                made.append(try Data(contentsOf: target))
                let compositor = try #require(session.customVideoCompositor as? ScriptedCompositor)
                if type == ScriptedCompositor.self {
                    #expect(compositor.times == times)
                } else {
                    #expect(Set(compositor.times) == Set(times) && compositor.times.count > times.count)
                }
                #expect(compositor.events.filter { $0.hasPrefix("context") }.count == 1)
            }
            #expect(made[0] == made[1])
        }
    }
}
