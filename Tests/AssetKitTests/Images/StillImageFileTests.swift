import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Stills of image files", .enabled(if: Oracle.isThere, "ffmpeg makes the files"))
struct StillImageFileTests {
    private let folder = TemporaryFolder()

    /// Picture 0 of a sample as an image file.
    private func image(_ name: String) throws -> String {
        let path = folder.path(name)
        try Oracle.run(["-i", SampleMedia.url("h264-bframes.mp4").path, "-frames:v", "1", "-update", "1", path])
        return path
    }

    private func generator(_ asset: AVAsset) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    @Test("an image shows its picture at any time", arguments: ["jpg", "png", "webp", "gif", "tiff", "bmp"])
    func anyTime(ending: String) async throws {
        let asset = AVURLAsset(url: URL(filePath: try image("still.\(ending)")))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(track.akDetails.video?.isStillImage == true)
        var count = 0
        for await result in generator(asset).images(for: [0, 3, 500].map { CMTime(value: $0, timescale: 100) }) {
            #expect(PictureBarcode.index(of: try result.image, codedSize: (320, 180)) == 0)
            #expect(try result.actualTime == .zero)
            count += 1
        }
        #expect(count == 3)
    }

    @Test("pictures that move are none of these, and a time past the end names the length")
    func moving() async throws {
        let path = folder.path("moving.gif")
        try Oracle.run(["-i", SampleMedia.url("h264-bframes.mp4").path, "-r", "5", "-t", "1", path])
        for (file, length) in [(path, "1.0 s"), (SampleMedia.url("h264-bframes.mp4").path, "3.0 s")] {
            let asset = AVURLAsset(url: URL(filePath: file))
            let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
            #expect(track.akDetails.video?.isStillImage == false)
            let error = await #expect(throws: AVError.self) {
                try await generator(asset).image(at: CMTime(value: 500, timescale: 1))
            }
            #expect(
                error?.localizedDescription.contains("it is \(length) long") == true,
                "\(String(describing: error))"
            )
        }
    }

    /// A block of Exif with nothing but an orientation.
    private func exif(_ number: UInt8) -> [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, number, 0, 0, 0, 0, 0, 0]
    }

    @Test("a picture is turned and mirrored as its Exif says", arguments: 1...8 as ClosedRange<UInt8>)
    func orientation(number: UInt8) async throws {
        var data = try Data(contentsOf: URL(filePath: try image("turned.jpg")))
        let block = Array("Exif\0\0".utf8) + exif(number)
        data.insert(contentsOf: [0xff, 0xe1, 0, UInt8(block.count + 2)] + block, at: 2)
        let path = folder.path("turned-\(number).jpg")
        try data.write(to: URL(filePath: path))
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let rotations: [UInt8: Int] = [1: 0, 3: 180, 6: 90, 8: 270]
        if let rotation = rotations[number] { #expect(track.akDetails.video?.rotation == rotation) }
        let image = try await generator(asset).image(at: .zero).image
        let size = number > 4 ? (180, 320) : (320, 180)
        #expect((image.width, image.height) == size)
        let transform = try await track.load(.preferredTransform)
        let index = PictureBarcode.index(
            of: image,
            codedSize: (320, 180),
            transform: transform,
            displaySize: CGSize(width: size.0, height: size.1)
        )
        #expect(index == 0)
        // What ffmpeg makes of it is the same picture.
        guard number != 1 else { return }
        let witness = folder.path("witness-\(number).png")
        try Oracle.run(["-i", path, "-frames:v", "1", "-update", "1", witness])
        let other = try #require(CGImage(akData: try Data(contentsOf: URL(filePath: witness))))
        #expect((other.width, other.height) == size)
    }

    @Test("an orientation is found in PNG, WebP and TIFF, and in nothing that is damaged")
    func places() throws {
        var png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 26]
        png += Array("eXIf".utf8)
        png += exif(6)
        var webp = Array("RIFF....WEBPEXIF".utf8)
        webp += [26, 0, 0, 0]
        webp += exif(3)
        for (bytes, number) in [(png, 6), (webp, 3), (exif(8), 8)] {
            let window = try ByteWindow(AKDataSource(Data(bytes)))
            #expect(ExifOrientation(bytes, in: window)?.number == number)
            for count in stride(from: 4, to: bytes.count - 8, by: 3) {
                let part = try ByteWindow(AKDataSource(Data(bytes.prefix(count))))
                #expect(ExifOrientation(Array(bytes.prefix(count)), in: part) == nil)
            }
        }
        #expect(ExifOrientation(block: exif(9)[...]) == nil)
    }
}
