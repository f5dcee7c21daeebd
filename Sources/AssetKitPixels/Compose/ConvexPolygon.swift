/// A convex polygon of a few corners, without memory of its own.
struct ConvexPolygon: Sendable, Hashable {
    // A parallelogram that is cut along four lines has eight corners at most; rounding may find one more.
    private static let most = 16
    private var xs = SIMD16<Double>(repeating: 0)
    private var ys = SIMD16<Double>(repeating: 0)
    private(set) var count = 0

    /// What is cut: at columns, or at rows.
    enum Axis { case columns, rows }

    init() {}

    init(_ corners: [SIMD2<Double>]) {
        for corner in corners { append(corner) }
    }

    subscript(_ index: Int) -> SIMD2<Double> { SIMD2(xs[index], ys[index]) }

    private mutating func append(_ corner: SIMD2<Double>) {
        guard count < Self.most else { return }
        (xs[count], ys[count]) = (corner.x, corner.y)
        count += 1
    }

    /// From its least to its largest place along an axis.
    func extent(_ axis: Axis) -> ClosedRange<Double> {
        var (low, high) = (Double.infinity, -Double.infinity)
        for index in 0..<count {
            let place = axis == .columns ? xs[index] : ys[index]
            (low, high) = (min(low, place), max(high, place))
        }
        return low <= high ? low...high : 0...0
    }

    /// What of it lies between two lines.
    func cut(_ axis: Axis, from low: Double, to high: Double) -> ConvexPolygon {
        cut(axis, at: low, sign: 1).cut(axis, at: high, sign: -1)
    }

    private func cut(_ axis: Axis, at line: Double, sign: Double) -> ConvexPolygon {
        var result = ConvexPolygon()
        guard count > 0 else { return result }
        var before = self[count - 1]
        var wasIn = sign * ((axis == .columns ? before.x : before.y) - line)
        for index in 0..<count {
            let corner = self[index]
            let isIn = sign * ((axis == .columns ? corner.x : corner.y) - line)
            if (wasIn < 0) != (isIn < 0) { result.append(before + (corner - before) * (wasIn / (wasIn - isIn))) }
            if isIn >= 0 { result.append(corner) }
            (before, wasIn) = (corner, isIn)
        }
        return result
    }

    var area: Double {
        guard count > 2 else { return 0 }
        var twice = 0.0
        let first = self[0]
        for index in 2..<count {
            let (one, other) = (self[index - 1] - first, self[index] - first)
            twice += one.x * other.y - one.y * other.x
        }
        return abs(twice) / 2
    }

    /// From where to where it goes at a row's line; nil where it does not get there.
    func crossing(_ y: Double) -> ClosedRange<Double>? {
        var (left, right) = (Double.infinity, -Double.infinity)
        for index in 0..<count {
            let (from, to) = (self[index], self[index + 1 == count ? 0 : index + 1])
            guard min(from.y, to.y) <= y, y <= max(from.y, to.y) else { continue }
            guard from.y != to.y else {
                (left, right) = (min(left, from.x, to.x), max(right, from.x, to.x))
                continue
            }
            let x = from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
            (left, right) = (min(left, x), max(right, x))
        }
        return left <= right ? left...right : nil
    }
}
