internal import AssetKitMedia
internal import CTargets

/// The part of a terminal that pictures are drawn on as sixels, the graphics of DEC's VT340: bands of six rows of pixels.
struct SixelArea: Hashable {
    let columns: Int
    let rows: Int
    private let cellWidth: Int
    private let cellHeight: Int

    /// Whether there is what makes them.
    static var isThere: Bool { ak_sixel_is_there() != 0 }

    /// nil where the terminal does not tell how large its cells are.
    init?(_ grid: TerminalGrid) {
        guard grid.width >= grid.columns, grid.height >= grid.rows, grid.columns > 0, grid.rows > 0 else { return nil }
        (columns, rows) = (grid.columns, grid.rows)
        (cellWidth, cellHeight) = (grid.width / columns, grid.height / rows)
        guard height > 0 else { return nil }
    }

    var width: Int { columns * cellWidth }

    /// Of whole bands: a last one that is cut short would reach into the rows below.
    var height: Int { rows * cellHeight / 6 * 6 }

    /// The text that draws a picture in the middle, in 256 colours; nil where there is no memory for that.
    func text(_ picture: CVPixelBuffer) -> [UInt8]? {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
        // One that was made for another size, as while the terminal is made smaller.
        let (wide, high) = (
            min(CVPixelBufferGetWidth(picture), width), min(CVPixelBufferGetHeight(picture), height)
        )
        let left = (columns - (wide + cellWidth - 1) / cellWidth) / 2
        let top = (rows - ((high + 5) / 6 * 6 + cellHeight - 1) / cellHeight) / 2
        let text = Text(Array("\u{1B}[\(max(0, top) + 1);\(max(0, left) + 1)H".utf8))
        let isDone = ak_sixel_encode(
            base,
            CVPixelBufferGetBytesPerRow(picture),
            CInt(clamping: wide),
            CInt(clamping: high),
            { bytes, count, context in
                guard let bytes, let context else { return }
                let text = Unmanaged<Text>.fromOpaque(context).takeUnretainedValue()
                text.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            },
            Unmanaged.passUnretained(text).toOpaque()
        )
        return isDone == 0 ? nil : text.bytes
    }

    /// What C appends to, one piece after the other.
    private final class Text {
        var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }
}
