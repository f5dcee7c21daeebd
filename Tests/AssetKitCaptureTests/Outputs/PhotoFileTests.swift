import AssetKitBase
import AssetKitMedia
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Files of photos")
struct PhotoFileTests {
    /// 2 x 1 pixels; what stands between the headers and the end is no picture.
    private static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0]
    private static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0xD9]

    @Test("a directory of tags is laid out byte for byte as TIFF 6.0 has it")
    func layout() {
        var block = ExifBlock()
        block.file = [0x0112: .short([6]), 0x010F: .text("Maker")]
        #expect(
            block.bytes == [
                0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 2,
                0x01, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38,
                0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
                0, 0, 0, 0,
                0x4D, 0x61, 0x6B, 0x65, 0x72, 0,
            ]
        )
    }

    @Test("dictionaries of Image I/O become tags, and what nobody knows is left out")
    func tags() {
        let block = ExifBlock([
            kCGImagePropertyOrientation: 8,
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifExposureTime: 0.004, kCGImagePropertyExifISOSpeedRatings: [400],
                kCGImagePropertyExifExposureBiasValue: -1.5, kCGImagePropertyExifExifVersion: [2, 3, 2], "Whatever": 1,
            ] as [String: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 48.5, kCGImagePropertyGPSLatitudeRef: "N",
            ] as [String: Any],
        ])
        #expect(block.file == [0x0112: .short([8])])
        #expect(
            block.exposure == [
                0x829A: .ratio([ExifBlock.Ratio(numerator: 1, denominator: 250)]), 0x8827: .short([400]),
                0x9204: .signedRatio([ExifBlock.SignedRatio(numerator: -1500, denominator: 1000)]),
                0x9000: .bytes(Array("2320".utf8)),
            ]
        )
        #expect(block.place[0x0001] == .text("N") && block.place.count == 3)
        let ratios = [48, 30, 0].map { UInt32($0) }.enumerated().map { place, number in
            ExifBlock.Ratio(numerator: number, denominator: place == 2 ? 1000 : 1)
        }
        #expect(block.place[0x0002] == .ratio(ratios))
    }

    @Test("a time is written with its milliseconds and its distance from Greenwich")
    func times() throws {
        let zone = try #require(TimeZone(secondsFromGMT: -(9 * 3600 + 30 * 60)))
        let texts = PhotoFacts.texts(of: Date(timeIntervalSince1970: 1_000_000_000.25), zone)
        #expect(texts == ("2001:09:08 16:16:40", "250", "-09:30"))
    }

    @Test("a camera's file gets tags of ours in place of its own, and the tables that its stream leaves out")
    func patching() throws {
        let old: [UInt8] = [0xFF, 0xE1, 0, 10] + Array("Exif\0\0".utf8) + [1, 2]
        let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x68, 0x69]
        let bytes: [UInt8] = [0xFF, 0xD8] + old + comment + Self.frame + Self.scan + [0, 0, 0]
        let file = try #require(JPEGFile(Data(bytes)))
        #expect(file.width == 2 && file.height == 1)
        let made = [UInt8](file.data(exif: Array("Exif\0\0".utf8) + [9]))
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 9] + Array("Exif\0\0".utf8) + [9]
        #expect(made == head + comment + Self.frame + StandardHuffmanTables.segment + Self.scan)
        #expect(StandardHuffmanTables.segment.count == 420 && StandardHuffmanTables.segment[2...3] == [0x01, 0xA2])
        // A second time nothing changes: the tables are there.
        let again = try #require(JPEGFile(Data(made)))
        #expect([UInt8](again.data(exif: Array("Exif\0\0".utf8) + [9])) == made)
    }

    @Test(
        "what is no JPEG file is refused",
        arguments: [
            [], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xC0, 0, 200], [0xFF, 0xD8, 0xFF, 0xDA, 0, 8], [1, 2, 3, 4, 5, 6],
        ]
    )
    func refusing(bytes: [UInt8]) { #expect(JPEGFile(Data(bytes)) == nil) }

    @Test("a file that was cut off anywhere is taken as far as it goes, or refused")
    func truncation() {
        // With a small picture, whose end is not the file's.
        let small: [UInt8] = [0xFF, 0xE1, 0, 12] + Array("Exif\0\0".utf8) + [0xFF, 0xD8, 0xFF, 0xD9]
        let bytes: [UInt8] = [0xFF, 0xD8] + small + Self.frame + Self.scan
        let readable = (0...bytes.count).filter { JPEGFile(Data(bytes.prefix($0))) != nil }
        let headers = 2 + small.count + Self.frame.count
        #expect(readable == Array(headers + 4...bytes.count))
        #expect(
            readable.allSatisfy {
                JPEGFile(Data(bytes.prefix($0)))?.data(exif: nil).starts(with: [0xFF, 0xD8]) == true
            }
        )
    }

    @Test("a block that is too large for a segment goes without its small picture")
    func size() throws {
        let bytes: [UInt8] = [0xFF, 0xD8] + Self.frame + Self.scan
        let file = try #require(JPEGFile(Data(bytes)))
        let metadata: [String: Any] = [kCGImagePropertyOrientation: 1]
        let plain = PhotoMaker.data(file, metadata)
        #expect(PhotoMaker.data(file, metadata, Array(repeating: 0, count: 70_000)) == plain)
        #expect(PhotoMaker.data(file, metadata, Array(repeating: 0, count: 1000)).count > plain.count + 1000)
    }
}
