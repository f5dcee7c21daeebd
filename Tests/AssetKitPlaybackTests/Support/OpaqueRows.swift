import AssetKit
import Foundation

extension CVPixelBuffer {
    /// The bytes of a plane as wide as its pixels, row by row.
    func rows(ofPlane plane: Int) -> [UInt8] {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(self, plane) else { return [] }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(self, plane)
        let count = CVPixelBufferGetWidth(self) * (CVPixelBufferGetPlaneCount(self) == 0 ? 4 : 1)
        return (0..<CVPixelBufferGetHeightOfPlane(self, plane)).flatMap { row in
            UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: count)
        }
    }

    /// Those of red, green, blue and nothing.
    var opaqueRows: [UInt8] { rows(ofPlane: 0).opaque }
}

extension CGImage {
    var opaqueRows: [UInt8] {
        let (bytesPerRow, count) = (bytesPerRow, width * 4)
        let rows = withPixels { span in
            span.withUnsafeBytes { bytes in
                (0..<height).flatMap { row in bytes[row * bytesPerRow..<row * bytesPerRow + count] }
            }
        }
        return rows.opaque
    }
}

extension [UInt8] {
    /// The same with every fourth byte at its highest.
    fileprivate var opaque: [UInt8] {
        var result = self
        for place in stride(from: 3, to: count, by: 4) { result[place] = 255 }
        return result
    }
}
