import AssetKitPixels

/// What laying one plane over another is, worked out sample by sample in double precision.
struct ReferenceLayer {
    var samples: TestPlane
    var alpha: TestPlane?
    /// The code that stands for nothing, where samples are multiplied with alpha.
    var zero: Int?
    var opacity = 1.0
    /// From the layer to the target.
    var map: PlaneMap
    var columns: Range<Int>
    var rows: Range<Int>

    var layer: PlaneLayer? {
        guard let inverse = map.inverse else { return nil }
        var kind = PlaneLayer.Alpha.opaque
        if let alpha { kind = zero.map { .premultiplied(alpha.plane, zero: $0) } ?? .straight(alpha.plane) }
        return PlaneLayer(
            samples: samples.plane,
            alpha: kind,
            opacity: opacity,
            map: inverse,
            quad: quad,
            columns: columns,
            rows: rows
        )
    }

    var quad: PlaneQuad {
        PlaneQuad(
            map,
            x: Double(columns.lowerBound)...Double(columns.upperBound),
            y: Double(rows.lowerBound)...Double(rows.upperBound)
        )
    }

    /// What a sample of the target becomes, where it was `under`.
    func value(_ column: Int, _ row: Int, over under: Double, peak: Double) -> Double {
        guard let inverse = map.inverse else { return under }
        let covered = coverage(column, row) * opacity
        let place = inverse(SIMD2(Double(column) + 0.5, Double(row) + 0.5)) - 0.5
        let sample = interpolated(samples, place)
        let share = covered * (alpha.map { interpolated($0, place) / Double((1 << $0.depth) - 1) } ?? 1)
        guard let zero = zero.map(Double.init) else { return under + share * (sample - under) }
        return min(max(zero + covered * (sample - zero) + (1 - share) * (under - zero), 0), peak)
    }

    private func interpolated(_ plane: TestPlane, _ place: SIMD2<Double>) -> Double {
        let (x, y) = (place.x.rounded(.down), place.y.rounded(.down))
        let (across, along) = (place.x - x, place.y - y)
        func code(_ column: Int, _ row: Int) -> Double { plane.clamped(Int(x) + column, Int(y) + row, columns, rows) }
        return (code(0, 0) * (1 - across) + code(1, 0) * across) * (1 - along)
            + (code(0, 1) * (1 - across) + code(1, 1) * across) * along
    }

    /// How much of a sample lies in the layer: a square that is cut along the layer's four sides.
    func coverage(_ column: Int, _ row: Int) -> Double {
        let (left, top) = (Double(column), Double(row))
        var polygon = [
            SIMD2(left, top), SIMD2(left + 1, top), SIMD2(left + 1, top + 1), SIMD2(left, top + 1),
        ]
        let (x, y) = (
            (Double(columns.lowerBound), Double(columns.upperBound)), (Double(rows.lowerBound), Double(rows.upperBound))
        )
        let corners = [SIMD2(x.0, y.0), SIMD2(x.1, y.0), SIMD2(x.1, y.1), SIMD2(x.0, y.1)].map { map($0) }
        let sign = map.a * map.d - map.b * map.c < 0 ? -1.0 : 1.0
        for (index, from) in corners.enumerated() {
            let side = corners[(index + 1) % 4] - from
            polygon = Self.cut(polygon) { sign * (side.x * ($0.y - from.y) - side.y * ($0.x - from.x)) }
        }
        return Self.area(polygon)
    }

    private static func cut(_ polygon: [SIMD2<Double>], _ inside: (SIMD2<Double>) -> Double) -> [SIMD2<Double>] {
        var result: [SIMD2<Double>] = []
        for (index, point) in polygon.enumerated() {
            let next = polygon[(index + 1) % polygon.count]
            let (here, there) = (inside(point), inside(next))
            if here >= 0 { result.append(point) }
            if (here < 0) != (there < 0) { result.append(point + (next - point) * (here / (here - there))) }
        }
        return result
    }

    private static func area(_ polygon: [SIMD2<Double>]) -> Double {
        let twice = polygon.indices.reduce(0.0) { sum, index in
            let (one, other) = (polygon[index], polygon[(index + 1) % polygon.count])
            return sum + one.x * other.y - one.y * other.x
        }
        return abs(twice) / 2
    }
}
