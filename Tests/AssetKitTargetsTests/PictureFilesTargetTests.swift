import AssetKitBase
import AssetKitFFmpeg
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import TestSupport
import Testing

@Suite("Files of pictures")
struct PictureFilesTargetTests {
    private let folder = TemporaryFolder()

    private func show(_ target: AKPictureFilesTarget, seed: UInt8) throws {
        try target.present(TestPicture.make(width: 61, height: 40, seed: seed), itemTime: .zero, hostTime: 0)
    }

    @Test("are counted from 1, and hold every pixel")
    func pixels() throws {
        let target = try AKPictureFilesTarget(pattern: folder.file("a%03d.png").path)
        #expect(target.wish == AKVideoTargetWish(isExact: true))
        try target.open(CGSize(width: 61, height: 40)) { _ in }
        for seed in UInt8(1)...3 { try show(target, seed: seed) }
        #expect(target.count == 3)
        #expect(folder.names == ["a001.png", "a002.png", "a003.png"])
        let image = try #require(CGImage(akData: Data(contentsOf: folder.file("a002.png"))))
        #expect((image.width, image.height) == (61, 40))
        let picture = try #require(try image.pixelBuffer())
        var wrong = 0
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        for row in 0..<40 {
            for column in 0..<61 {
                let place = row * CVPixelBufferGetBytesPerRow(picture) + column * 4
                let pixel = CVPixelBufferGetBaseAddress(picture)?.load(fromByteOffset: place, as: UInt32.self)
                if pixel != TestPicture.pixel(column, row, 2) { wrong += 1 }
            }
        }
        CVPixelBufferUnlockBaseAddress(picture, .readOnly)
        #expect(wrong == 0)
    }

    @Test(
        "are JPEG and WebP by their ending",
        arguments: [("a%d.jpg", "FFD8"), ("%d.JPEG", "FFD8"), ("a%%%d.webp", "5249")]
    )
    func kinds(name: String, magic: String) throws {
        let target = try AKPictureFilesTarget(pattern: folder.url.path + "/" + name)
        try show(target, seed: 1)
        let made = try #require(folder.names.first)
        #expect(made == name.replacing("%d", with: "1").replacing("%%", with: "%"))
        let data = try Data(contentsOf: folder.file(made))
        #expect(data.prefix(2).map { String(format: "%02X", $0) }.joined() == magic)
    }

    @Test("need one place for their numbers, and an ending that is known")
    func patterns() throws {
        for pattern in ["a.png", "a%d%d.png", "a%s.png", "a%5d.png", "a%", "a%%d.png"] {
            let error = #expect(throws: AVError.self) { try AKPictureFilesTarget(pattern: pattern) }
            #expect(
                error?.description
                    == "pictures cannot be written to '\(pattern)': it needs one place for their numbers, such as %05d"
            )
        }
        let error = #expect(throws: AVError.self) { try AKPictureFilesTarget(pattern: "a%d.gif") }
        #expect(error?.description.hasSuffix("names end with .png, .jpg, .jpeg or .webp") == true)
    }

    @Test("replace nothing unless they are told to, and are named when they cannot be written")
    func failures() throws {
        try Data("old".utf8).write(to: folder.file("1.png"))
        let careful = try AKPictureFilesTarget(pattern: folder.file("%d.png").path)
        let error = #expect(throws: AVError.self) { try show(careful, seed: 1) }
        #expect(
            error?.description == "cannot write '\(folder.file("1.png").path)': there is a file of that name already"
        )
        try show(AKPictureFilesTarget(pattern: folder.file("%d.png").path, overwrites: true), seed: 1)
        #expect(try Data(contentsOf: folder.file("1.png")).count > 100)
        let lost = try AKPictureFilesTarget(pattern: folder.file("no/%d.png").path)
        let reason = #expect(throws: AVError.self) { try show(lost, seed: 1) }
        #expect(reason?.description == "cannot write '\(folder.file("no/1.png").path)': No such file or directory")
    }
}
