import AssetKit
import AssetKitBase
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback
@testable import AssetKitTargets

@Suite("Clips that are turned or of other shapes, without a video composition")
struct ComposedShapeTests {
    private let folder = TemporaryFolder()

    /// Clips of 25 pictures a second.
    enum Clip: String {
        /// 320x180.
        case wide = "h264-bframes.mp4"
        /// The same, and the file says that they are to be turned.
        case turned = "rotated-90.mp4"
        /// The same, of which 304x160 are for viewing.
        case clean = "clean-aperture.mp4"
        /// 180x180, cut out of the first.
        case square
    }

    /// Two pictures of a clip, and three of another one.
    struct Edit: CustomTestStringConvertible, Sendable {
        let first: Clip
        let second: Clip
        /// The composition turns all of them by a quarter.
        let isTurned: Bool
        /// The size in which all are presented, and where the second clip's are in it.
        let size: (width: Int, height: Int)
        let place: (x: Int, y: Int, width: Int, height: Int)

        var testDescription: String { "\(first), then \(second)\(isTurned ? ", turned" : "")" }

        static let all = [
            Edit(first: .wide, second: .turned, isTurned: false, size: (320, 180), place: (0, 0, 320, 180)),
            Edit(first: .wide, second: .turned, isTurned: true, size: (180, 320), place: (0, 0, 180, 320)),
            Edit(first: .turned, second: .wide, isTurned: false, size: (320, 180), place: (0, 0, 320, 180)),
            Edit(first: .wide, second: .clean, isTurned: false, size: (320, 180), place: (0, 6, 320, 168)),
            Edit(first: .wide, second: .clean, isTurned: true, size: (180, 320), place: (6, 0, 168, 320)),
            Edit(first: .wide, second: .square, isTurned: false, size: (320, 180), place: (70, 0, 180, 180)),
            Edit(first: .wide, second: .square, isTurned: true, size: (180, 320), place: (0, 70, 180, 180)),
            Edit(first: .square, second: .wide, isTurned: false, size: (180, 180), place: (0, 38, 180, 102)),
            Edit(first: .square, second: .turned, isTurned: true, size: (180, 180), place: (40, 0, 102, 180)),
        ]

        static let times = (0..<5 as Range<Int64>).map { FourScenes.time($0) }
    }

    @Test(
        "players, image generators and exports show the same pictures, and readers do where they are asked to",
        arguments: Edit.all
    )
    func shows(edit row: Edit) async throws {
        let edit = try await compose(row)
        let drawn = try await images(of: edit, at: Edit.times)
        try #require(drawn.map(\.size) == Array(repeating: [row.size.width, row.size.height], count: 5))
        for picture in drawn[2...] { #expect(picture.isBlack(outside: row.place, margin: 0)) }
        // Each shows what its clip does by itself, as it is stored, turned by nothing but the composition.
        for (number, clip, time) in [(0, row.first, Int64(0)), (3, row.second, 6)] {
            let own = AVURLAsset(url: try await url(of: clip))
            var picture = try #require(try await images(of: own, at: [FourScenes.time(time)], turned: false).first)
            if row.isTurned { picture = picture.turned }
            let place: (x: Int, y: Int, width: Int, height: Int) =
                number < 2 ? (0, 0, row.size.width, row.size.height) : row.place
            #expect(drawn[number].difference(from: picture, in: place) < 6, "picture \(number)")
        }
        let isPlayed = play(edit, AKVideoTargetWish(pixelFormat: kCVPixelFormatType_32RGBA, isExact: true)) == drawn
        #expect(isPlayed)

        let made = try await export(edit)
        let exported = try await images(of: made, at: Edit.times)
        for (picture, wanted) in zip(exported, drawn) {
            #expect(picture.size == wanted.size)
            #expect(picture.difference(from: wanted, in: (0, 0, row.size.width, row.size.height)) < 4)
        }
        // Colours of a file begin and end with blocks of two by two pixels, and run into each other there.
        for picture in exported[2...] { #expect(picture.isBlack(outside: row.place, margin: 2)) }
        try await hold(edit, beside: made, row)
    }

    /// A reader gives pictures as they are stored, and puts bars beside them where it is told a size and to keep shapes.
    private func hold(_ edit: AVAsset, beside made: AVAsset, _ row: Edit) async throws {
        func size(of clip: Clip) -> [Int] { clip == .square ? [180, 180] : [320, 180] }
        let plain = try await edit.readPictures()
        let sizes = plain.map { [CVPixelBufferGetWidth($0), CVPixelBufferGetHeight($0)] }
        #expect(sizes == [row.first, row.first, row.second, row.second, row.second].map(size))
        // Those that are stored are more than what is for viewing.
        guard row.second != .clean else { return }
        let wishes: [String: Any] = [
            kCVPixelBufferWidthKey as String: size(of: row.first)[0],
            kCVPixelBufferHeightKey as String: size(of: row.first)[1],
            AVVideoScalingModeKey: AVVideoScalingModeResizeAspect,
        ]
        let (read, wanted) = (try await edit.readPictures(nil, wishes), try await made.readPictures())
        try #require(read.count == 5 && wanted.count == 5)
        for (picture, other) in zip(read, wanted) {
            let (codes, others) = (picture.rows(ofPlane: 0), other.rows(ofPlane: 0))
            #expect(codes.count == others.count)
            // Where bars meet pictures, files place them by blocks of two by two pixels.
            #expect(zip(codes, others).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } <= 4 * codes.count)
        }
    }

    @Test(
        "where a screen stretches pictures or cuts them off, it does so with the bars",
        arguments: [
            (AVLayerVideoGravity.resizeAspect, (160, 90), (34, 0, 90, 90)), (.resize, (160, 160), (34, 0, 90, 160)),
            (.resizeAspectFill, (160, 160), (0, 0, 160, 160)),
        ]
    )
    func fits(gravity: AVLayerVideoGravity, size: (Int, Int), place: (Int, Int, Int, Int)) async throws {
        let edit = try await compose(Edit.all[5])
        let square = AVURLAsset(url: try await url(of: .square))
        let own = try #require(try await images(of: square, at: [FourScenes.time(6)]).first)
        var wish = AKVideoTargetWish(pixelFormat: kCVPixelFormatType_32RGBA, isExact: true)
        wish.size = CGSize(width: 160, height: 160)
        let shown = play(edit, wish, gravity)
        try #require(shown.count == 5)
        #expect(shown[3].size == [size.0, size.1])
        #expect(shown[3].isBlack(outside: place, margin: 0))
        #expect(shown[3].difference(from: own, in: place) < 8)
    }

    // MARK: - What is shown

    private func url(of clip: Clip) async throws -> URL {
        guard clip == .square else { return Samples.url(clip.rawValue) }
        let url = folder.file("square.mp4")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        let wide = AVURLAsset(url: Samples.url(Clip.wide.rawValue))
        let session = try #require(AVAssetExportSession(asset: wide, presetName: AVAssetExportPresetHighestQuality))
        session.timeRange = FourScenes.range(0, 10)
        session.akOptions.crop = CGRect(x: 70, y: 0, width: 180, height: 180)
        try await session.export(to: url, as: .mp4)
        return url
    }

    private func compose(_ row: Edit) async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        let track = try #require(
            edit.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        )
        for (clip, range) in [(row.first, FourScenes.range(0, 2)), (row.second, FourScenes.range(5, 8))] {
            let asset = AVURLAsset(url: try await url(of: clip))
            let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
            try track.insertTimeRange(range, of: source, at: .invalid)
        }
        if row.isTurned { track.preferredTransform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0) }
        return edit
    }

    private func images(of asset: AVAsset, at times: [CMTime], turned: Bool = true) async throws -> [Pixels] {
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        generator.appliesPreferredTrackTransform = turned
        var pictures: [Pixels] = []
        for time in times {
            let image = try await generator.image(at: time).image
            pictures.append(Pixels(width: image.width, height: image.height, rows: image.opaqueRows))
        }
        return pictures
    }

    private func play(_ edit: AVAsset, _ wish: AKVideoTargetWish, _ gravity: AVLayerVideoGravity? = nil) -> [Pixels] {
        let shown = Protected<[Pixels]>([])
        let stage = Stage([AVPlayerItem(asset: edit)], hasScreen: false, hasSound: false)
        if let gravity { stage.layer.videoGravity = gravity }
        stage.layer.player = stage.player
        stage.layer.akTarget = AKVirtualVideoTarget(host: stage.host, wish: wish) { picture, _ in
            let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
            let pixels = Pixels(width: width, height: height, rows: picture.opaqueRows)
            shown.withLock { $0.append(pixels) }
        }
        stage.player.play()
        stage.run(1)
        return shown.withLock { $0 }
    }

    private func export(_ edit: AVAsset) async throws -> AVURLAsset {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.akOptions.video = .encoded(AVVideoCodecType(rawValue: "FFV1"))
        try await session.export(to: folder.file("made.mov"), as: .mov)
        return AVURLAsset(url: folder.file("made.mov"))
    }
}

/// Red, green, blue and a byte that does not count, row by row.
private struct Pixels: Equatable, Sendable {
    let width: Int
    let height: Int
    let rows: [UInt8]

    var size: [Int] { [width, height] }

    /// By a quarter, clockwise.
    var turned: Pixels {
        var result: [UInt8] = []
        result.reserveCapacity(rows.count)
        for y in 0..<width {
            for x in 0..<height {
                let start = ((height - 1 - x) * width + y) * 4
                result += rows[start..<start + 4]
            }
        }
        return Pixels(width: height, height: width, rows: result)
    }

    /// `margin`: so many pixels around the place do not count.
    func isBlack(outside place: (x: Int, y: Int, width: Int, height: Int), margin: Int) -> Bool {
        let columns = place.x - margin..<place.x + place.width + margin
        let lines = place.y - margin..<place.y + place.height + margin
        return (0..<width * height).allSatisfy { pixel in
            if lines.contains(pixel / width), columns.contains(pixel % width) { return true }
            return rows[pixel * 4..<pixel * 4 + 3].allSatisfy { $0 <= 2 }
        }
    }

    /// How far a place of it is, on average, from another picture that is made as large as the place, pixel by pixel.
    func difference(from other: Pixels, in place: (x: Int, y: Int, width: Int, height: Int)) -> Double {
        var sum = 0
        for y in 0..<place.height {
            for x in 0..<place.width {
                let own = ((place.y + y) * width + place.x + x) * 4
                let line = (2 * y + 1) * other.height / (2 * place.height)
                let column = (2 * x + 1) * other.width / (2 * place.width)
                let theirs = (line * other.width + column) * 4
                for part in 0..<3 { sum += abs(Int(rows[own + part]) - Int(other.rows[theirs + part])) }
            }
        }
        return Double(sum) / Double(place.width * place.height * 3)
    }
}
