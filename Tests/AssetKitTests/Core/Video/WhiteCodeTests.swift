import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("White and opaque, to the code")
struct WhiteCodeTests {
    private func bytes(_ image: CGImage) -> [[UInt8]] {
        image.withPixels { span in
            span.withUnsafeBytes { bytes in
                (0..<image.height).map { row in
                    Array(bytes[row * image.bytesPerRow..<row * image.bytesPerRow + image.width * 4])
                }
            }
        }
    }

    @Test("a picture of 10 bits that is turned keeps its codes", arguments: [64, 502, 940])
    func turned(code: Int) throws {
        let frame = try ComposedPictures.flat("yuv420p10le", 32, 16, [code, 512, 512])
        var description = PictureDescription()
        description.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 16, ty: 0)
        let request = PictureRequest(
            output: .pixelBuffer(PixelBufferRequest(formats: [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange])),
            appliesTransform: true
        )
        let buffer = try PictureConverter(request, description).pixelBuffer(frame)
        #expect(buffer.width == 16 && buffer.height == 32)
        let found = buffer.akWithPlane(0) { span in
            span.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 8, as: UInt16.self) >> 6) }
        }
        #expect(found.map { abs($0 - code) <= 1 } == true, "\(String(describing: found))")
    }

    @Test(
        "greys of full range are as bright in images, and those of video lie between its black and its white",
        arguments: ["yuv420p", "yuv422p", "yuv444p", "yuvj420p", "yuvj444p", "gray", "gbrp"],
        [true, false]
    )
    func greys(format: String, isFullRange: Bool) throws {
        let isRGB = format == "gbrp"
        let isFull = isFullRange || isRGB || format.hasPrefix("yuvj")
        let color = PictureColor(matrix: isRGB ? 0 : 1, isFullRange: isFull)
        let frame = try ComposedPictures.frame(format, 256, 8, color: color) { plane, column, _ in
            plane == 0 || isRGB ? column : 128
        }
        let image = try PictureConverter(PictureRequest()).image(frame)
        let wanted = (0..<256).map { code in
            isFull ? code : min(max(Int((Double(code - 16) * 255 / 219).rounded()), 0), 255)
        }
        for row in bytes(image) {
            for component in 0..<3 { #expect((0..<256).map { Int(row[$0 * 4 + component]) } == wanted) }
        }
    }

    @Test("greys with alpha are as bright in images, of 16 bits too", arguments: ["ya8", "ya16le", "ya16be"])
    func greysWithAlpha(format: String) throws {
        let color = PictureColor(matrix: 1, isFullRange: true)
        let frame = try ComposedPictures.frame(format, 256, 8, color: color) { _, column, _ in
            let code = column % 2 == 1 ? 255 : column / 2
            guard format != "ya8" else { return code }
            let deep = UInt16(code) * 257
            return Int(format == "ya16be" ? deep.bigEndian : deep)
        }
        let image = try PictureConverter(PictureRequest()).image(frame)
        for row in bytes(image) {
            for component in 0..<3 { #expect((0..<256).map { Int(row[$0 * 4 + component]) } == Array(0..<256)) }
        }
    }

    @Test("an image of red, green and blue has the same numbers, and its white is white")
    func components() throws {
        let frame = try ComposedPictures.frame("rgb24", 96, 4, color: .sRGB) { _, column, _ in min(column, 255) }
        let image = try PictureConverter(PictureRequest()).image(frame)
        for row in bytes(image) {
            for column in 0..<96 {
                for part in 0..<3 {
                    let (found, wanted) = (Int(row[column * 4 + part]), min(column * 3 + part, 255))
                    #expect(wanted == 255 ? found == 255 : abs(found - wanted) <= 1)
                }
            }
        }
    }

    @Test(
        "alpha of 8 bits stays what it is, in planes of every kind",
        arguments: ["yuva420p", "yuva422p", "yuva444p", "gbrap"]
    )
    func alpha(format: String) throws {
        let frame = try ComposedPictures.frame(format, 256, 8) { plane, column, _ in plane == 3 ? column : 128 }
        let image = try PictureConverter(PictureRequest()).image(frame)
        let wanted: [UInt8] = Array(0...255)
        for row in bytes(image) {
            let alpha: [UInt8] = stride(from: 3, to: row.count, by: 4).map { row[$0] }
            #expect(alpha == wanted)
        }
    }

    @Test(
        "what is opaque stays so in another size, and white stays white",
        arguments: ["yuva420p", "yuva444p", "gbrap"]
    )
    func scaled(format: String) throws {
        let isRGB = format == "gbrap"
        let white = isRGB ? [255, 255, 255, 255] : [235, 128, 128, 255]
        let frame = try ComposedPictures.flat(format, 64, 64, white)
        let image = try PictureConverter(PictureRequest(maximumSize: CGSize(width: 40, height: 40))).image(frame)
        #expect(image.width == 40)
        let all: [UInt8] = bytes(image).flatMap { $0 }
        #expect(Set(all) == [255])
    }
}
