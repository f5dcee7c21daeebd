/// Reads a plane at places between its samples: each is the mean of the four around it, by their distance.
struct PlaneSampler {
    private let plane: PixelPlane
    private let map: PlaneMap
    // What may be looked at; beyond it its edge goes on.
    private let columns: ClosedRange<Int>
    private let rows: ClosedRange<Int>
    private let steps: PlaneMap.WholeSteps?

    /// `map`: from places of the target to those of the plane. `columns`, `rows`: the part of the plane that may be looked at.
    init(_ plane: PixelPlane, _ map: PlaneMap, columns: Range<Int>, rows: Range<Int>) {
        precondition(!columns.isEmpty && columns.lowerBound >= 0 && columns.upperBound <= plane.width, "no columns")
        precondition(!rows.isEmpty && rows.lowerBound >= 0 && rows.upperBound <= plane.height, "no rows")
        (self.plane, self.map) = (plane, map)
        self.columns = columns.lowerBound...columns.upperBound - 1
        self.rows = rows.lowerBound...rows.upperBound - 1
        steps = map.wholeSteps
    }

    /// The numbers for a part of a row of the target.
    func read(row: Int, _ span: Range<Int>, into numbers: UnsafeMutablePointer<Float>) {
        if let place = wholePlace(row: row, span) {
            SampleRow.read(place.start, step: place.step, isDeep: plane.isDeep, into: numbers, span.count)
        } else if plane.isDeep {
            interpolate(UInt16.self, walk(row: row, span), numbers, span.count)
        } else {
            interpolate(UInt8.self, walk(row: row, span), numbers, span.count)
        }
    }

    /// Where the samples for a part of a row lie, and how many bytes are between them; nil where they lie between samples, or
    /// beyond what may be looked at.
    func wholePlace(row: Int, _ span: Range<Int>) -> (start: UnsafeMutableRawPointer, step: Int)? {
        guard let steps else { return nil }
        func place(_ column: Int) -> (x: Int, y: Int) {
            (steps.x + column * steps.a + row * steps.c, steps.y + column * steps.b + row * steps.d)
        }
        let (first, last) = (place(span.lowerBound), place(span.upperBound - 1))
        guard columns.contains(first.x), columns.contains(last.x), rows.contains(first.y), rows.contains(last.y) else {
            return nil
        }
        let size = plane.bytesPerSample
        return (plane.row(first.y) + first.x * size, steps.a * size + steps.b * plane.bytesPerRow)
    }

    /// A way through the plane: places with 32 bits behind the point.
    private struct Walk {
        var x: Int64
        var y: Int64
        var stepX: Int64
        var stepY: Int64
    }

    private func walk(row: Int, _ span: Range<Int>) -> Walk {
        func fixed(_ number: Double) -> Int64 { Int64(min(max(number, -1e9), 1e9) * 4_294_967_296) }
        let first = map(SIMD2(Double(span.lowerBound) + 0.5, Double(row) + 0.5)) - 0.5
        return Walk(x: fixed(first.x), y: fixed(first.y), stepX: fixed(map.a), stepY: fixed(map.b))
    }

    private func interpolate<Sample: FixedWidthInteger & UnsignedInteger>(
        _: Sample.Type,
        _ walk: Walk,
        _ numbers: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        if walk.stepY == 0 { return interpolateAlongRow(Sample.self, walk, numbers, count) }
        var (x, y) = (walk.x, walk.y)
        for column in 0..<count {
            let (above, below) = (self.row(y, Sample.self), self.row(y &+ Self.one, Sample.self))
            let (left, right) = (self.column(x), self.column(x &+ Self.one))
            let (across, along) = (Self.fraction(x), Self.fraction(y))
            let top = Self.between(above[left], above[right], across)
            let bottom = Self.between(below[left], below[right], across)
            numbers[column] = top + (bottom - top) * along
            x &+= walk.stepX
            y &+= walk.stepY
        }
    }

    private func interpolateAlongRow<Sample: FixedWidthInteger & UnsignedInteger>(
        _: Sample.Type,
        _ walk: Walk,
        _ numbers: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let (above, below) = (row(walk.y, Sample.self), row(walk.y &+ Self.one, Sample.self))
        let along = Self.fraction(walk.y)
        var x = walk.x
        for column in 0..<count {
            let (left, right, across) = (self.column(x), self.column(x &+ Self.one), Self.fraction(x))
            let top = Self.between(above[left], above[right], across)
            let bottom = Self.between(below[left], below[right], across)
            numbers[column] = top + (bottom - top) * along
            x &+= walk.stepX
        }
    }

    private static let one: Int64 = 1 << 32

    @inline(__always)
    private static func fraction(_ place: Int64) -> Float {
        Float(Int32(truncatingIfNeeded: (place &>> 8) & 0xff_ffff)) * (1 / 16_777_216)
    }

    @inline(__always)
    private static func between<Sample: FixedWidthInteger & UnsignedInteger>(
        _ first: Sample,
        _ second: Sample,
        _ place: Float
    ) -> Float {
        let (first, second) = (Float(Int32(truncatingIfNeeded: first)), Float(Int32(truncatingIfNeeded: second)))
        return first + (second - first) * place
    }

    @inline(__always)
    private func column(_ place: Int64) -> Int {
        min(max(Int(truncatingIfNeeded: place &>> 32), columns.lowerBound), columns.upperBound)
    }

    @inline(__always)
    private func row<Sample>(_ place: Int64, _: Sample.Type) -> UnsafePointer<Sample> {
        let row = min(max(Int(truncatingIfNeeded: place &>> 32), rows.lowerBound), rows.upperBound)
        return UnsafePointer(plane.row(row).assumingMemoryBound(to: Sample.self))
    }
}
