import AssetKitMedia
import Foundation
import Testing

/// Pictures whose pixels can be told apart.
enum TestPicture {
    /// Blue tells the column, green the row, red the seed.
    static func make(width: Int, height: Int, seed: UInt8 = 0) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        let picture = try #require(made)
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(picture))
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        for row in 0..<height {
            let pixels = (base + row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
            for column in 0..<width { pixels[column] = pixel(column, row, seed) }
        }
        return picture
    }

    static func pixel(_ column: Int, _ row: Int, _ seed: UInt8) -> UInt32 {
        0xFF00_0000 | UInt32(seed) << 16 | UInt32(row * 3 & 0xFF) << 8 | UInt32(column & 0xFF)
    }
}
