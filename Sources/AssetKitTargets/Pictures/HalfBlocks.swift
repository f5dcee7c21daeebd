internal import AssetKitMedia

/// Pictures as text: each character cell is two pixels, one above the other, in 24-bit colours.
struct HalfBlocks: Hashable {
    let columns: Int
    let rows: Int

    /// The text that draws a picture in the middle, from the top left corner of the terminal on. What does not fit is left out.
    func text(_ picture: CVPixelBuffer) -> [UInt8] {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return [] }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        let left = (columns - width) / 2
        // Of whole cells, so that rows stay together.
        let top = (rows * 2 - height) / 4 * 2
        func pixel(_ column: Int, _ row: Int) -> UInt32 {
            let (column, row) = (column - left, row - top)
            guard column >= 0, column < width, row >= 0, row < height else { return 0 }
            return (base + row * bytesPerRow + column * 4).loadUnaligned(as: UInt32.self) & 0xFF_FFFF
        }
        var text: [UInt8] = []
        text.reserveCapacity(columns * rows * 24)
        for row in 0..<rows {
            text.append(contentsOf: "\u{1B}[\(row + 1);1H".utf8)
            // Colours are told where they change.
            var (above, below): (UInt32?, UInt32?) = (nil, nil)
            for column in 0..<columns {
                let (upper, lower) = (pixel(column, row * 2), pixel(column, row * 2 + 1))
                if upper != above { text.append(color: upper, code: "38") }
                if lower != below { text.append(color: lower, code: "48") }
                (above, below) = (upper, lower)
                text.append(contentsOf: [0xE2, 0x96, 0x80])  // ▀
            }
        }
        text.append(contentsOf: "\u{1B}[0m".utf8)
        return text
    }
}

extension [UInt8] {
    fileprivate mutating func append(color: UInt32, code: StaticString) {
        append(contentsOf: [0x1B, 0x5B])
        code.withUTF8Buffer { append(contentsOf: $0) }
        append(contentsOf: [0x3B, 0x32])
        for shift: UInt32 in [16, 8, 0] {
            let part = color >> shift & 0xFF
            append(0x3B)
            if part >= 100 { append(UInt8(0x30 + part / 100)) }
            if part >= 10 { append(UInt8(0x30 + part / 10 % 10)) }
            append(UInt8(0x30 + part % 10))
        }
        append(0x6D)
    }
}
