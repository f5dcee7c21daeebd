import Foundation

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

/// Reads the index that every picture of the sample media spells in its top left corner: sixteen blocks of 16x16 pixels,
/// block n is bit n, white is 1. `SampleMedia/README.md` describes them.
enum PictureBarcode {
    private static let blockSize = 16
    private static let middle = 126

    /// The index of a picture; nil for a pixel format that is not read here.
    ///
    /// `codedSize` is the size that the picture had when it was coded, where it has been scaled since.
    static func index(of picture: CVPixelBuffer, codedSize: (width: Int, height: Int)? = nil) -> Int? {
        let width = CVPixelBufferGetWidth(picture), height = CVPixelBufferGetHeight(picture)
        let size = codedSize ?? (width, height)
        let found = picture.akWithPlane(0) { span in
            span.withUnsafeBytes { bytes in
                spell { x, y in
                    let column = min(x * width / size.width, width - 1), row = min(y * height / size.height, height - 1)
                    return brightness(of: picture, bytes, column: column, row: row)
                }
            }
        }
        return found.flatMap { $0 }
    }

    /// The index of an image; nil for a layout that is not read here.
    ///
    /// `codedSize` is the size that the picture had when it was coded. `transform` leads from coded pixels to those of the
    /// picture as it is shown, which has `displaySize` then (the coded size where nothing is said); the image may be that
    /// picture scaled.
    static func index(
        of image: CGImage,
        codedSize: (width: Int, height: Int),
        transform: CGAffineTransform = .identity,
        displaySize: CGSize? = nil
    ) -> Int? {
        guard let layout = image.layout else { return nil }
        let shown = displaySize ?? CGSize(width: codedSize.width, height: codedSize.height)
        return image.withPixels { span in
            span.withUnsafeBytes { bytes in
                spell { x, y in
                    let place = CGPoint(x: CGFloat(x), y: CGFloat(y)).applying(transform)
                    let column = Int(place.x * CGFloat(image.width) / shown.width)
                    let row = Int(place.y * CGFloat(image.height) / shown.height)
                    guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return nil }
                    return Int(bytes[row * image.bytesPerRow + column * layout.bytesPerPixel + layout.green])
                }
            }
        }
    }

    /// Puts the bits together from the brightness, within 0 to 255, of the middles of the blocks.
    private static func spell(_ brightness: (_ x: Int, _ y: Int) -> Int?) -> Int? {
        var index = 0
        for bit in 0..<16 {
            guard let value = brightness(bit * blockSize + blockSize / 2, blockSize / 2) else { return nil }
            if value > middle { index |= 1 << bit }
        }
        return index
    }

    private static func brightness(
        of picture: CVPixelBuffer,
        _ bytes: UnsafeRawBufferPointer,
        column: Int,
        row: Int
    ) -> Int? {
        let format = picture.format
        guard let plane = format.planes.first else { return nil }
        let start = row * CVPixelBufferGetBytesPerRow(picture)
        func byte(_ place: Int) -> Int { Int(bytes[start + place]) }
        switch format.type {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA: return byte(column * 4 + 1)
        case kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR: return byte(column * 4 + 2)
        case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: return byte(column * 3 + 1)
        case kCVPixelFormatType_64RGBALE: return byte(column * 8 + 3)
        case kCVPixelFormatType_422YpCbCr8: return byte(column * 2 + 1)
        case kCVPixelFormatType_422YpCbCr8_yuvs: return byte(column * 2)
        case _ where plane.bytesPerBlock == 1 && plane.blockWidth == 1: return byte(column)
        // Little endian, with the value at the top of the two bytes.
        case _ where plane.bytesPerBlock == 2 && plane.blockWidth == 1: return byte(column * 2 + 1)
        default: return nil
        }
    }
}
