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
        #expect((buffer.width, buffer.height) == (16, 32))
        let found = buffer.akWithPlane(0) { span in
            span.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 8, as: UInt16.self) >> 6) }
        }
        #expect(found.map { abs($0 - code) <= 1 } == true, "\(String(describing: found))")
    }

    @Test("an image of red, green, blue and alpha has the same numbers")
    func components() throws {
        let frame = try ComposedPictures.frame("rgba", 64, 4, color: .sRGB) { _, column, _ in column }
        let image = try PictureConverter(PictureRequest()).image(frame)
        #expect(bytes(image).allSatisfy { $0 == (0...255).map { UInt8($0) } })
    }

    @Test(
        "alpha of 8 bits stays what it is, in planes of every kind",
        arguments: ["yuva420p", "yuva422p", "yuva444p", "gbrap"]
    )
    func alpha(format: String) throws {
        let frame = try ComposedPictures.frame(format, 256, 8) { plane, column, _ in plane == 3 ? column : 128 }
        let image = try PictureConverter(PictureRequest()).image(frame)
        for row in bytes(image) {
            #expect((0..<256).map { row[$0 * 4 + 3] } == (0...255).map { UInt8($0) })
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
        #expect(bytes(image).allSatisfy { $0.allSatisfy { $0 == 255 } })
    }
}
