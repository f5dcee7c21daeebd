extension PixelPlane {
    /// Becomes the means of the blocks of another plane that share a sample: of `1 << columnShift` by `1 << rowShift` samples,
    /// of which its last column and row may lack some.
    package func average(_ other: PixelPlane, columnShift: Int, rowShift: Int) {
        precondition(depth == other.depth, "planes of one depth")
        precondition(
            width == -(-other.width >> columnShift) && height == -(-other.height >> rowShift),
            "a plane of blocks"
        )
        for row in 0..<height {
            let lines = row << rowShift..<min((row + 1) << rowShift, other.height)
            if isDeep {
                average(UInt16.self, other, lines, columnShift, row)
            } else {
                average(UInt8.self, other, lines, columnShift, row)
            }
        }
    }

    private func average<Sample: FixedWidthInteger & UnsignedInteger>(
        _: Sample.Type,
        _ other: PixelPlane,
        _ lines: Range<Int>,
        _ columnShift: Int,
        _ row: Int
    ) {
        let target = self.row(row).assumingMemoryBound(to: Sample.self)
        for column in 0..<width {
            let columns = column << columnShift..<min((column + 1) << columnShift, other.width)
            var sum: UInt32 = 0
            for line in lines {
                let source = other.row(line).assumingMemoryBound(to: Sample.self)
                for place in columns { sum &+= UInt32(source[place]) }
            }
            let count = UInt32(lines.count * columns.count)
            target[column] = Sample(truncatingIfNeeded: (sum + count / 2) / count)
        }
    }
}
