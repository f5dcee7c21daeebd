import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation

/// The number in an image of a synthetic camera; nil where there is none.
func pictureNumber(_ image: CGImage?) -> Int? {
    guard let image else { return nil }
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, image.width, image.height, kCVPixelFormatType_32BGRA, nil, &made)
    guard let buffer = made else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    let target = CVPixelBufferGetBaseAddress(buffer)
    let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
    let step = image.bitsPerPixel / 8
    image.withPixels { span in
        span.withUnsafeBytes { pixels in
            for row in 0..<image.height {
                for column in 0..<image.width {
                    // The second component is green, whichever comes first.
                    let value = pixels[row * image.bytesPerRow + column * step + min(1, step - 1)]
                    target?.storeBytes(of: value, toByteOffset: row * bytesPerRow + column * 4 + 1, as: UInt8.self)
                }
            }
        }
    }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    return AKSyntheticPicture.number(in: buffer)
}
