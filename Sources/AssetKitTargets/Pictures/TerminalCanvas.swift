internal import AssetKitMedia

/// How pictures are drawn in a terminal of a size.
enum TerminalCanvas: Hashable {
    case blocks(HalfBlocks)
    case sixels(SixelArea)

    /// Sixels need to know how large a cell is; without that there are blocks.
    init(_ drawing: AKTerminalTarget.Drawing, _ grid: TerminalGrid) {
        if drawing == .sixels, let area = SixelArea(grid) {
            self = .sixels(area)
        } else {
            self = .blocks(HalfBlocks(columns: grid.columns, rows: grid.rows))
        }
    }

    var size: (width: Int, height: Int) {
        switch self {
        case .blocks(let blocks): (blocks.columns, blocks.rows * 2)
        case .sixels(let area): (area.width, area.height)
        }
    }

    var rows: Int {
        switch self {
        case .blocks(let blocks): blocks.rows
        case .sixels(let area): area.rows
        }
    }

    /// What draws a picture in the middle; nil where there is no memory for that.
    func text(_ picture: CVPixelBuffer) -> [UInt8]? {
        switch self {
        case .blocks(let blocks): blocks.text(picture)
        case .sixels(let area): area.text(picture)
        }
    }

    /// What leaves nothing of pictures.
    var clearing: [UInt8] { (1...rows).flatMap { Array("\u{1B}[\($0);1H\u{1B}[2K".utf8) } }
}
