/// A map of the plane that keeps straight lines straight, in samples: `x' = a·x + c·y + tx` and `y' = b·x + d·y + ty`.
/// Whole numbers are the edges of samples.
package struct PlaneMap: Sendable, Hashable {
    package var a: Double
    package var b: Double
    package var c: Double
    package var d: Double
    package var tx: Double
    package var ty: Double

    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    package static let identity = PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    package func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }

    /// This one first, and then another.
    package func then(_ other: PlaneMap) -> PlaneMap {
        let (origin, right, down) = (other(self(.zero)), other(self(SIMD2(1, 0))), other(self(SIMD2(0, 1))))
        let (x, y) = (right - origin, down - origin)
        return PlaneMap(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// What undoes it; nil where nothing does.
    package var inverse: PlaneMap? {
        let area = a * d - b * c
        guard area != 0, area.isFinite else { return nil }
        let (a, b, c, d) = (self.d / area, -self.b / area, -self.c / area, self.a / area)
        let result = PlaneMap(a: a, b: b, c: c, d: d, tx: -(a * tx + c * ty), ty: -(b * tx + d * ty))
        let all = [a, b, c, d, result.tx, result.ty]
        return all.allSatisfy(\.isFinite) ? result : nil
    }

    /// The eight turns and mirrors by whole samples, which put samples where there are some.
    var wholeSteps: WholeSteps? { WholeSteps(self) }

    /// Where samples come from, in whole samples.
    struct WholeSteps {
        let a: Int
        let b: Int
        let c: Int
        let d: Int
        /// Where the first one comes from.
        let x: Int
        let y: Int

        init?(_ map: PlaneMap) {
            // Sums of fractions end beside whole numbers; a thousandth of a code is the most that it changes.
            func whole(_ number: Double) -> Int? {
                let nearest = number.rounded()
                return abs(number - nearest) < 1e-7 && abs(nearest) < 1e9 ? Int(nearest) : nil
            }
            let first = map(SIMD2(0.5, 0.5)) - 0.5
            guard let a = whole(map.a), let b = whole(map.b), let c = whole(map.c), let d = whole(map.d),
                let x = whole(first.x), let y = whole(first.y), abs(a) + abs(b) == 1, abs(c) + abs(d) == 1,
                abs(a * d - b * c) == 1
            else { return nil }
            (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
        }
    }
}
