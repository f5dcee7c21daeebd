/// A parallelogram in a plane, in samples: where a layer's picture comes to lie.
package struct PlaneQuad: Sendable, Hashable {
    private let corners: ConvexPolygon

    /// What a rectangle becomes.
    package init(_ map: PlaneMap, x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let places = [
            SIMD2(x.lowerBound, y.lowerBound), SIMD2(x.upperBound, y.lowerBound), SIMD2(x.upperBound, y.upperBound),
            SIMD2(x.lowerBound, y.upperBound),
        ]
        corners = ConvexPolygon(places.map { Self.settled(map($0)) })
    }

    /// Sums of fractions end beside whole numbers, and would make an edge where there is none.
    private static func settled(_ point: SIMD2<Double>) -> SIMD2<Double> {
        func settled(_ number: Double) -> Double {
            let nearest = number.rounded()
            return abs(number - nearest) < 1e-7 ? nearest : number
        }
        return SIMD2(settled(point.x), settled(point.y))
    }

    /// The columns of a plane that some of it lies in.
    package func columns(of width: Int) -> Range<Int> { Self.samples(corners.extent(.columns), width) }

    /// The rows of a plane that some of it lies in.
    package func rows(of height: Int) -> Range<Int> { Self.samples(corners.extent(.rows), height) }

    /// Whether each sample of a plane lies in it entirely.
    package func covers(width: Int, height: Int) -> Bool {
        let (right, bottom) = (Double(width), Double(height))
        guard let above = corners.crossing(0), let below = corners.crossing(bottom) else { return false }
        return max(above.lowerBound, below.lowerBound) <= 0 && min(above.upperBound, below.upperBound) >= right
    }

    /// The part of a plane that it fills exactly: where it is a rectangle whose edges are those of samples.
    func wholePart(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
        for index in 0..<4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            guard from.x == from.x.rounded(), from.y == from.y.rounded(), from.x == to.x || from.y == to.y else {
                return nil
            }
        }
        return (columns(of: width), rows(of: height))
    }

    /// How much of each sample of a row lies in it, from 0 to 1, for the samples of which some does: the first number is that
    /// of the first of them.
    func coverage(ofRow row: Int, width: Int, into shares: UnsafeMutablePointer<Float>) -> Range<Int> {
        let strip = corners.cut(.rows, from: Double(row), to: Double(row + 1))
        guard strip.count > 2 else { return 0..<0 }
        let span = Self.samples(strip.extent(.columns), width)
        let inner = innerColumns(row).clamped(to: span)
        let place = shares - span.lowerBound
        func write(_ columns: Range<Int>) {
            for column in columns {
                let part = strip.cut(.columns, from: Double(column), to: Double(column + 1))
                place[column] = Float(min(part.area, 1))
            }
        }
        guard !inner.isEmpty else {
            write(span)
            return span
        }
        write(span.lowerBound..<inner.lowerBound)
        for column in inner { place[column] = 1 }
        write(inner.upperBound..<span.upperBound)
        return span
    }

    /// Columns whose samples lie in it with all four corners.
    private func innerColumns(_ row: Int) -> Range<Int> {
        guard let above = corners.crossing(Double(row)), let below = corners.crossing(Double(row + 1)) else {
            return 0..<0
        }
        let first = Self.whole(max(above.lowerBound, below.lowerBound).rounded(.up))
        let end = Self.whole(min(above.upperBound, below.upperBound).rounded(.down))
        return first < end ? first..<end : 0..<0
    }

    private static func samples(_ extent: ClosedRange<Double>, _ count: Int) -> Range<Int> {
        let (low, high) = (whole(extent.lowerBound.rounded(.down)), whole(extent.upperBound.rounded(.up)))
        return (low..<max(low, high)).clamped(to: 0..<count)
    }

    private static func whole(_ number: Double) -> Int { number.isNaN ? 0 : Int(min(max(number, -1e9), 1e9)) }
}
