/// Turns a plane of pixels by quarters of a turn, and mirrors it.
package enum PlaneTurn {
    /// Fills `target` with `source` turned clockwise by `quarters` quarters and then, perhaps, mirrored. Both are rows of elements of
    /// 1, 2, 3, 4 or 8 bytes; `width` and `height` are those of the source, in elements.
    package static func turn(
        _ source: UnsafeRawBufferPointer,
        sourceRowBytes: Int,
        width: Int,
        height: Int,
        elementSize: Int,
        quarters: Int,
        isMirrored: Bool,
        into target: UnsafeMutableRawBufferPointer,
        targetRowBytes: Int
    ) {
        let place = Place(
            width: width,
            height: height,
            quarters: quarters & 3,
            isMirrored: isMirrored,
            elementSize: elementSize,
            rowBytes: targetRowBytes
        )
        switch elementSize {
        case 1: move(source, sourceRowBytes, place, target, as: UInt8.self)
        case 2: move(source, sourceRowBytes, place, target, as: UInt16.self)
        case 4: move(source, sourceRowBytes, place, target, as: UInt32.self)
        case 8: move(source, sourceRowBytes, place, target, as: UInt64.self)
        default: moveBytes(source, sourceRowBytes, place, target)
        }
    }

    /// Where elements go: from `start`, by a step for each column and one for each row.
    private struct Place {
        let width: Int
        let height: Int
        let elementSize: Int
        let start: Int
        let columnStep: Int
        let rowStep: Int

        init(width: Int, height: Int, quarters: Int, isMirrored: Bool, elementSize: Int, rowBytes: Int) {
            (self.width, self.height, self.elementSize) = (width, height, elementSize)
            func offset(_ column: Int, _ row: Int) -> Int {
                var (x, y) =
                    switch quarters {
                    case 1: (height - 1 - row, column)
                    case 2: (width - 1 - column, height - 1 - row)
                    case 3: (row, width - 1 - column)
                    default: (column, row)
                    }
                if isMirrored { x = (quarters & 1 == 1 ? height : width) - 1 - x }
                y = y * rowBytes
                return y + x * elementSize
            }
            start = offset(0, 0)
            columnStep = width > 1 ? offset(1, 0) - start : 0
            rowStep = height > 1 ? offset(0, 1) - start : 0
        }
    }

    /// In squares that stay in the processor's cache, because columns become rows.
    private static func blocks(_ place: Place, _ body: (Range<Int>, Range<Int>) -> Void) {
        let side = 32
        for row in stride(from: 0, to: place.height, by: side) {
            for column in stride(from: 0, to: place.width, by: side) {
                body(column..<min(column + side, place.width), row..<min(row + side, place.height))
            }
        }
    }

    private static func move<Element: BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer,
        _ sourceRowBytes: Int,
        _ place: Place,
        _ target: UnsafeMutableRawBufferPointer,
        as type: Element.Type
    ) {
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        blocks(place) { columns, rows in
            for row in rows {
                var read = from + row * sourceRowBytes + columns.lowerBound * place.elementSize
                var write = to + place.start + row * place.rowStep + columns.lowerBound * place.columnStep
                for _ in columns {
                    write.storeBytes(of: read.loadUnaligned(as: type), as: type)
                    read += place.elementSize
                    write += place.columnStep
                }
            }
        }
    }

    private static func moveBytes(
        _ source: UnsafeRawBufferPointer,
        _ sourceRowBytes: Int,
        _ place: Place,
        _ target: UnsafeMutableRawBufferPointer
    ) {
        blocks(place) { columns, rows in
            for row in rows {
                for column in columns {
                    let from = row * sourceRowBytes + column * place.elementSize
                    let to = place.start + row * place.rowStep + column * place.columnStep
                    for byte in 0..<place.elementSize { target[to + byte] = source[from + byte] }
                }
            }
        }
    }
}
