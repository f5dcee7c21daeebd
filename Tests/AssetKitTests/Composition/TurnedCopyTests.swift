import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitMedia

/// Films of phones that are held upright: what is stored lies on its side, and the file says how to turn it.
@Suite("Turned pictures that are copied beside what is rendered")
struct TurnedCopyTests {
    private let folder = TemporaryFolder()

    private func part(_ name: String, _ start: Int64 = 0, _ end: Int64 = 75) -> AKSequence.Part {
        AKSequence.Part(AVURLAsset(url: SampleMedia.url(name)), timeRange: frameRange(start, end))
    }

    private func turn(of asset: AVAsset) async throws -> CGAffineTransform {
        try await #require(try await asset.loadTracks(withMediaType: .video).first).load(.preferredTransform)
    }

    private struct Made {
        var result: AKExportResult
        /// As they are stored.
        var pictures: [CVPixelBuffer] = []
        var times: [CMTime] = []
        var turn: CGAffineTransform

        var track: AKExportResult.Track { get throws { try #require(result.tracks.first { $0.mediaType == .video }) } }

        /// The brightness of a pixel of what shows.
        func luma(_ x: Int, _ y: Int) -> [Int] {
            let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(turn.inverted())
            return pictures.map { $0.luma(Int(place.x.rounded(.down)), Int(place.y.rounded(.down))) }
        }
    }

    private func session(_ edit: AVAsset, _ video: AVVideoComposition?, _ mix: AVAudioMix? = nil) throws
        -> AVAssetExportSession
    {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        (session.videoComposition, session.audioMix, session.outputFileType) = (video, mix, .mp4)
        return session
    }

    /// Makes the file, of which the plan tells what is copied.
    private func make(_ session: AVAssetExportSession) async throws -> Made {
        let planned = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        let url = URL(filePath: folder.path("out.mp4"))
        try await session.export(to: url, as: .mp4)
        let asset = AVURLAsset(url: url)
        var made = Made(result: try #require(session.akResult), turn: try await turn(of: asset))
        let copied = planned.filter { $0.action == .copy }.compactMap(\.sampleCount).reduce(0, +)
        #expect(try made.track.copiedSampleCount == copied)
        let reader = try AVAssetReader(asset: asset)
        let settings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        try reader.start()
        while let sample = output.copyNextSampleBuffer() {
            made.pictures.append(try #require(sample.imageBuffer))
            made.times.append(sample.presentationTimeStamp)
        }
        if let error = reader.error { throw error }
        return made
    }

    /// What shows is what a reader makes of the same edit, but for what an encoder loses.
    private func check(_ made: Made, _ edit: AVAsset, _ video: AVVideoComposition) async throws {
        let wanted = try await RenderedPictures(edit, video)
        try #require(made.times == wanted.times)
        let (width, height) = (Int(video.renderSize.width), Int(video.renderSize.height))
        var sums = Array(repeating: 0, count: made.times.count)
        for column in 0..<9 {
            for row in 0..<9 {
                let (x, y) = (width * (2 * column + 1) / 18, height * (2 * row + 1) / 18)
                let (codes, others) = (made.luma(x, y), wanted.luma(x, y))
                for number in codes.indices { sums[number] += abs(codes[number] - others[number]) }
            }
        }
        for (number, sum) in sums.enumerated() { #expect(sum < 6 * 81, "picture \(number)") }
    }

    @Test(
        "beside a dissolve of films that are turned alike pictures are copied, and the file has their turn",
        arguments: ["rotated-90.mp4", "rotated-180.mp4", "rotated-270.mp4", "mirrored.mp4"]
    )
    func dissolves(name: String) async throws {
        var sequence = AKSequence(parts: [part(name), part(name)])
        sequence.dissolveDuration = frames(10)
        let edit = try await sequence.edit()
        let video = try #require(edit.videoComposition)
        let made = try await make(session(edit.composition, video, edit.audioMix))
        // Groups begin with the pictures 0 and 48.
        #expect(try made.track.copiedSampleCount >= 48 + 27)
        #expect(try made.track.encodedSampleCount >= 10)
        #expect(try await turn(of: sequence.parts[0].asset) == made.turn)
        #expect(made.times == (0..<140).map { frames($0) })
        let indexes = made.pictures.map { PictureBarcode.index(of: $0) }
        #expect(Array(indexes[..<65]) == (0..<65).map { $0 })
        #expect(Array(indexes[75...]) == (10..<75).map { $0 })
        try await check(made, edit.composition, video)
    }

    @Test("what fades is rendered, and copied is what is between", arguments: ["rotated-90.mp4", "mirrored.mp4"])
    func fades(name: String) async throws {
        var sequence = AKSequence(parts: [part(name)])
        (sequence.fadeInDuration, sequence.fadeOutDuration) = (frames(10), frames(10))
        sequence.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        let edit = try await sequence.edit()
        let video = try #require(edit.videoComposition)
        let made = try await make(session(edit.composition, video, edit.audioMix))
        #expect(try made.track.copiedSampleCount >= 10)
        #expect(try await turn(of: sequence.parts[0].asset) == made.turn)
        try await check(made, edit.composition, video)
    }

    @Test(
        "a part that is turned otherwise is fitted in upright, and what is copied of the first one rules the turn",
        arguments: [("rotated-90.mp4", "h264-bframes.mp4"), ("h264-bframes.mp4", "rotated-90.mp4")]
    )
    func turnedApart(first: String, second: String) async throws {
        var sequence = AKSequence(parts: [part(first), part(second, 0, 30)])
        sequence.dissolveDuration = frames(10)
        let edit = try await sequence.edit()
        let video = try #require(edit.videoComposition)
        let made = try await make(session(edit.composition, video, edit.audioMix))
        #expect(try made.track.copiedSampleCount >= 48)
        #expect(try made.track.encodedSampleCount >= 30)
        #expect(try await turn(of: sequence.parts[0].asset) == made.turn)
        let indexes = made.pictures.map { PictureBarcode.index(of: $0) }
        #expect(Array(indexes[..<65]) == (0..<65).map { $0 })
        try await check(made, edit.composition, video)
    }

    @Test("an overlay lies where it is to lie on what shows, and what is before it and behind it is copied")
    func overlays() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("rotated-90.mp4", frameRange(0, 75))
        let mark = AVMutableVideoCompositionLayerInstruction()
        mark.trackID = edit.unusedTrackID()
        mark.setTransform(CGAffineTransform(translationX: 120, y: 16), at: .zero)
        mark.setOpacity(0, at: .zero)
        mark.setOpacity(1, at: frames(40))
        mark.setOpacity(0, at: frames(44))
        let below = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        below.setTransform(try await turn(of: AVURLAsset(url: SampleMedia.url("rotated-90.mp4"))), at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = frameRange(0, 75)
        instruction.layerInstructions = [mark, below]
        let video = AVMutableVideoComposition()
        (video.renderSize, video.frameDuration) = (CGSize(width: 180, height: 320), frames(1))
        video.instructions = [instruction]
        let white = try CGImage.filled(width: 40, height: 80, [255, 255, 255, 255])
        video.akOverlays = [mark.trackID: try AKOverlay(image: white)]
        let made = try await make(session(edit, video))
        #expect(try made.track.copiedSampleCount >= 27)
        #expect(made.turn == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0))
        for (x, y) in [(126, 22), (154, 22), (126, 90), (154, 90)] {
            #expect(made.luma(x, y)[40..<44].allSatisfy { $0 > 225 }, "\(x),\(y)")
        }
        try await check(made, edit, video)
    }

    @Test("an edit document's dissolve of turned films is copied beside it too")
    func documents() async throws {
        var sequence = AKSequence(parts: [part("rotated-90.mp4"), part("rotated-90.mp4")])
        sequence.dissolveDuration = frames(10)
        let url = URL(filePath: folder.path("edit.otio"))
        try await AKEditDocument(sequence: sequence).write(to: url)
        let edit = try await AKEditDocument(contentsOf: url).composition(allowsReferences: true)
        let video = try #require(edit.videoComposition)
        let made = try await make(session(edit.composition, video, edit.audioMix))
        #expect(try made.track.copiedSampleCount >= 48 + 27)
        #expect(try await turn(of: sequence.parts[0].asset) == made.turn)
        try await check(made, edit.composition, video)
    }

    @Test("where the file cannot say a turn all is rendered, upright")
    func withoutTurn() async throws {
        var sequence = AKSequence(parts: [part("rotated-90.mp4"), part("rotated-90.mp4")])
        sequence.dissolveDuration = frames(10)
        let edit = try await sequence.edit()
        let session = try session(edit.composition, edit.videoComposition, edit.audioMix)
        session.outputFileType = .akMPEGTransportStream
        let pictures = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        #expect(!pictures.isEmpty)
        #expect(pictures.allSatisfy { $0.action == .encode && $0.why.contains("a layer is moved") })
    }
}
