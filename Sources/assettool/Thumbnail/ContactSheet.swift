import AssetKit

/// One picture made of many: cells of one size on a grid, filled row by row.
struct ContactSheet {
    let grid: SheetGrid
    let cellWidth: Int
    let cellHeight: Int
    /// Pixels between two cells, and around all of them.
    let gap: Int
    private let context: CGContext
    private(set) var times: [CMTime] = []

    /// More pixels than this are a mistake, and no viewer opens them.
    static let pixelLimit = 134_217_728

    /// An empty sheet with cells of the size of its first picture. Throws where it would be too large.
    init(_ grid: SheetGrid, cellWidth: Int, cellHeight: Int, gap: Int) throws(WorkError) {
        let width = grid.columns * (cellWidth + gap) + gap
        let height = grid.rows * (cellHeight + gap) + gap
        guard max(width, height) <= PictureSize.limit, width * height <= Self.pixelLimit,
            let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: space,
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
            )
        else {
            throw WorkError(message: "a sheet of \(width) x \(height) pixels is too large; give a smaller --size")
        }
        (self.grid, self.gap, self.context) = (grid, gap, context)
        (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
        context.setFillColor(gray: 0.07, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    }

    var isFull: Bool { times.count == grid.cellCount }

    /// Where a cell is, from the top left corner.
    func cell(_ index: Int) -> (x: Int, y: Int) {
        (gap + index % grid.columns * (cellWidth + gap), gap + index / grid.columns * (cellHeight + gap))
    }

    /// Draws the next picture into its cell, and its time where that is wanted.
    mutating func add(_ picture: Picture, showsTime: Bool) {
        let place = cell(times.count)
        let (image, bottom) = (picture.image, context.height - place.y - cellHeight)
        let size = PictureSize(width: cellWidth, height: cellHeight).fitted(width: image.width, height: image.height)
        // Pixels that keep their size are copied as they are.
        context.interpolationQuality = size == (image.width, image.height) ? .none : .default
        context.draw(
            image,
            in: CGRect(
                x: place.x + (cellWidth - size.width) / 2,
                y: bottom + (cellHeight - size.height) / 2,
                width: size.width,
                height: size.height
            )
        )
        if showsTime { label(picture.time, x: place.x, y: bottom) }
        times.append(picture.time)
    }

    /// The sheet, without the rows that nothing came to.
    func image() -> CGImage? {
        let used = grid.trimmed(to: times.count)
        let width = used.columns * (cellWidth + gap) + gap
        let height = used.rows * (cellHeight + gap) + gap
        return context.makeImage()?.cropping(to: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// Writes a time into the lower right corner of a cell, light on dark, where there is room for it.
    private func label(_ time: CMTime, x: Int, y: Int) {
        let text = Self.text(of: time)
        let square = max(1, cellHeight / 90)
        let (width, height) = ((TimeGlyphs.width(of: text) + 4) * square, (TimeGlyphs.height + 4) * square)
        guard width <= cellWidth, height <= cellHeight else { return }
        let left = x + cellWidth - width
        context.setFillColor(gray: 0, alpha: 0.6)
        context.fill(CGRect(x: left, y: y, width: width, height: height))
        context.setFillColor(gray: 1, alpha: 1)
        TimeGlyphs.draw(
            text,
            in: context,
            at: CGPoint(x: left + 2 * square, y: y + 2 * square),
            square: CGFloat(square)
        )
    }

    /// `0:12:34.567`.
    static func text(of time: CMTime) -> String {
        let text = OutputPattern.timeText(time).replacing("-", with: ":")
        return text.hasPrefix("0") ? String(text.dropFirst()) : text
    }
}
