import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Pictures of compositions")
struct CompositionPictureTests {
    @Test("a cut list shows exactly the pictures of its ranges, whatever the codec and the container")
    func showsCutList() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(10, 17))
        try await track.append("hevc.mp4", frameRange(50, 53))
        try await track.append("h264-bframes.mp4", frameRange(60, 70))
        try await track.append("vp9.mp4", frameRange(3, 5))
        try await track.append("h264-bframes.mov", frameRange(0, 1))
        let read = try await ReadPictures(of: edit)
        let wanted = Array(10..<17) + Array(50..<53) + Array(60..<70) + [3, 4, 0]
        #expect(read.pictures.map(\.index) == wanted)
        #expect(read.pictures.map(\.time) == (0..<wanted.count).map { frames(Int64($0)) })
        #expect(edit.duration == frames(Int64(wanted.count)))
    }

    @Test("what was taken out is not shown, and what is behind it follows at once")
    func removes() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 75))
        edit.removeTimeRange(frameRange(5, 65))
        edit.removeTimeRange(frameRange(0, 2))
        let read = try await ReadPictures(of: edit)
        #expect(read.pictures.map(\.index) == [2, 3, 4] + Array(65..<75))
        #expect(read.pictures.map(\.time) == (0..<13).map { frames($0) })
    }

    @Test("pictures of a scaled range show longer or shorter, from absolute times")
    func scales() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 30))
        edit.scaleTimeRange(frameRange(10, 20), toDuration: frames(30))
        let read = try await ReadPictures(of: edit)
        #expect(read.pictures.map(\.index) == Array(0..<30))
        let times =
            (0..<10).map { frames($0) } + (0..<10).map { frames(10 + 3 * $0) } + (0..<10).map { frames(40 + $0) }
        #expect(read.pictures.map(\.time) == times)
    }

    @Test("scaling what is scaled already multiplies, and split stretches go on as if they were one")
    func scalesAgain() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 60))
        edit.scaleTimeRange(frameRange(0, 60), toDuration: frames(20))
        edit.scaleTimeRange(frameRange(5, 10), toDuration: frames(15))
        let read = try await ReadPictures(of: edit)
        for picture in read.pictures {
            let time = picture.time
            let source: CMTime =
                if time < frames(5) {
                    CMTimeMultiply(time, multiplier: 3)
                } else if time < frames(20) {
                    frames(15) + (time - frames(5))
                } else {
                    frames(30) + CMTimeMultiply(time - frames(20), multiplier: 3)
                }
            #expect(picture.index == Int(source.convertScale(25, method: .roundTowardNegativeInfinity).value))
        }
        #expect(read.pictures.count == 60)
    }

    @Test("a part of a composition is that part of the whole")
    func readsParts() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        for start in [Int64(0), 30, 7, 52] { try await track.append("h264-bframes.mp4", frameRange(start, start + 12)) }
        let whole = try await ReadPictures(of: edit)
        for (start, end) in [(Int64(3), Int64(9)), (11, 13), (12, 25), (40, 48)] {
            let part = try await ReadPictures(of: edit, in: frameRange(start, end))
            #expect(part.pictures == whole.pictures.filter { $0.time >= frames(start) && $0.time < frames(end) })
        }
    }

    @Test("sources of other rates keep their own times")
    func mixesRates() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        let ntsc = CMTimeRange(
            start: CMTime(value: 1001 * 10, timescale: 30000),
            duration: CMTime(value: 1001 * 5, timescale: 30000)
        )
        try await track.append("ntsc-29.97.mp4", ntsc)
        try await track.append("h264-bframes.mp4", frameRange(20, 23))
        let fast = CMTimeRange(
            start: CMTime(value: 1001 * 8, timescale: 60000),
            duration: CMTime(value: 1001 * 4, timescale: 60000)
        )
        try await track.append("ntsc-59.94.mp4", fast)
        let read = try await ReadPictures(of: edit)
        #expect(read.pictures.map(\.index) == Array(10..<15) + Array(20..<23) + Array(8..<12))
        let first = (0..<5).map { CMTime(value: 1001 * $0, timescale: 30000) }
        let second = (0..<3).map { ntsc.duration + frames($0) }
        let third = (0..<4).map { ntsc.duration + frames(3) + CMTime(value: 1001 * $0, timescale: 60000) }
        #expect(read.pictures.map(\.time) == first + second + third)
    }

    @Test("the image generator shows the picture that a reader shows at the same time")
    func drawsWhatIsRead() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(10, 17))
        try await track.append("hevc.mp4", frameRange(50, 53))
        track.insertEmptyTimeRange(frameRange(4, 8))
        edit.scaleTimeRange(frameRange(0, 4), toDuration: frames(6))
        let read = try await ReadPictures(of: edit)
        let generator = AVAssetImageGenerator(asset: edit)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        for picture in read.pictures {
            let (image, time) = try await generator.image(at: picture.time)
            #expect(time == picture.time)
            #expect(image.barcode == picture.index)
        }
        // The gap is black.
        let (black, _) = try await generator.image(at: frames(8))
        #expect(black.isBlack)
    }

    @Test("five hundred sources leave eight files open at most")
    func opensFewFiles() async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        let names = ["h264-bframes.mp4", "hevc.mp4", "vp9.mp4", "h264-no-bframes.mp4", "ntsc-29.97.mp4"]
        // Copies, which no other test has open meanwhile, and of which each is a file of its own.
        let folder = TemporaryFolder()
        for number in 0..<500 {
            let start = Int64(number % 40)
            let copy = URL(filePath: folder.path("\(number).mp4"))
            try FileManager.default.copyItem(at: SampleMedia.url(names[number % 5]), to: copy)
            let clip = AVURLAsset(url: copy)
            let pictures = try #require(try await clip.loadTracks(withMediaType: .video).first)
            try track.insertTimeRange(frameRange(start, start + 1), of: pictures, at: .invalid)
        }
        let asset = edit
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: source, outputSettings: [:])
        reader.add(output)
        try reader.start()
        let before = try OpenFiles.count(in: folder)
        var most = 0
        var count = 0
        while output.copyNextSampleBuffer() != nil {
            count += 1
            if count % 16 == 0 { most = max(most, try OpenFiles.count(in: folder)) }
        }
        #expect(reader.status == .completed)
        #expect(count >= 500)
        #expect(most - before <= 8, "\(most - before) more files are open than at the beginning")
    }
}

extension CGImage {
    fileprivate var barcode: Int? { PictureBarcode.index(of: self, codedSize: (320, 180)) }
}
