internal import AssetKitBase
package import AssetKitMedia
package import AssetKitFFmpeg
internal import CDevices
package import Foundation

/// Finds codes in pictures, as far as libzbar is installed. Not Sendable: one worker owns it.
package final class CodeReader {
    /// A kind of code.
    package enum Kind: Int32, CaseIterable, Sendable {
        case ean8 = 8
        case upce = 9
        case ean13 = 13
        case interleaved2of5 = 25
        case codabar = 38
        case code39 = 39
        case qr = 64
        case code93 = 93
        case code128 = 128
    }

    /// A code that was found, with the pixels where it is.
    package struct Code: Hashable, Sendable {
        package var kind: Kind
        package var text: String
        /// Of QR its corners: the upper left one of an upright code first, then down. Of bars the corners of what was seen.
        package var corners: [CGPoint]

        /// The smallest upright rectangle around the corners.
        package var bounds: CGRect {
            let (columns, rows) = (corners.map(\.x), corners.map(\.y))
            guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
            else {
                return .zero
            }
            return CGRect(x: left, y: top, width: right - left, height: bottom - top)
        }
    }

    /// Whether codes can be read at all; if not, why not as half a sentence.
    package static var obstacle: String? {
        ak_codes_can_be_read() != 0 ? nil : "libzbar is not installed (Debian's package libzbar0)"
    }

    private let reader: OpaquePointer
    private let scaler = Scaler()
    private let pool = PicturePool()

    /// Makes a reader that looks for some kinds; nil where ``obstacle`` says why.
    package init?(_ kinds: Set<Kind>) {
        guard let made = ak_code_reader_create() else { return nil }
        reader = made
        for kind in kinds { ak_code_reader_look_for(made, kind.rawValue, 1) }
    }

    deinit { ak_code_reader_free(reader) }

    /// What is in a picture, or in a part of it. Points count from the picture's upper left corner.
    package func codes(in picture: CVPixelBuffer, region: PixelRect? = nil) throws -> [Code] {
        let region = region ?? PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        guard let grey = pool.picture(kCVPixelFormatType_OneComponent8, width: region.width, height: region.height)
        else {
            throw AVError(.outOfMemory, "there is no memory for a picture")
        }
        let frame = try Frame(lending: picture, forWriting: false)
        try scaler.scale(frame.view(of: region), into: grey, chromaShift: frame.chromaShift(of: region))
        let found = scan(Self.rows(of: grey), width: region.width, height: region.height)
        return found.map { code in
            var moved = code
            moved.corners = code.corners.map { CGPoint(x: $0.x + CGFloat(region.x), y: $0.y + CGFloat(region.y)) }
            return moved
        }
    }

    /// The pixels without what is between rows.
    private static func rows(of grey: CVPixelBuffer) -> [UInt8] {
        guard grey.lock(readOnly: true) == kCVReturnSuccess else { return [] }
        defer { _ = grey.unlock(readOnly: true) }
        let (memory, bytesPerRow) = (grey.storage.memory(ofPlane: 0), grey.storage.bytesPerRow(ofPlane: 0))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(grey.width * grey.height)
        for row in 0..<grey.height { pixels += memory[row * bytesPerRow..<row * bytesPerRow + grey.width] }
        return pixels
    }

    private func scan(_ pixels: [UInt8], width: Int, height: Int) -> [Code] {
        guard pixels.count == width * height, width > 0, height > 0 else { return [] }
        var found: [Code] = []
        withUnsafeMutablePointer(to: &found) { list in
            _ = ak_code_reader_scan(reader, pixels, Int32(clamping: width), Int32(clamping: height), list) {
                list,
                code in
                guard let list, let code = code?.pointee, let kind = Kind(rawValue: code.kind), let text = code.text
                else {
                    return
                }
                let bytes = UnsafeRawBufferPointer(start: text, count: code.text_length)
                let numbers = UnsafeBufferPointer(start: code.points, count: 2 * Int(code.point_count))
                let points = stride(from: 0, to: numbers.count, by: 2).map { index in
                    CGPoint(x: CGFloat(numbers[index]), y: CGFloat(numbers[index + 1]))
                }
                list.assumingMemoryBound(to: [Code].self).pointee.append(
                    Code(kind: kind, text: String(decoding: bytes, as: UTF8.self), points)
                )
            }
        }
        return found
    }
}

extension CodeReader.Code {
    fileprivate init(kind: CodeReader.Kind, text: String, _ points: [CGPoint]) {
        self.init(kind: kind, text: text, corners: points)
        guard kind != .qr || points.count != 4 else { return }
        // Lines across bars met them here and there: what they span is what is known.
        let box = bounds
        corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
            CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.maxX, y: box.minY),
        ]
    }
}
