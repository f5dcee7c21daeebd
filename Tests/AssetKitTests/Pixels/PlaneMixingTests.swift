import AssetKitPixels
import TestSupport
import Testing

@Suite("Planes, mixing")
struct PlaneMixingTests {
    static let sizes = [(1, 1), (2, 1), (1, 7), (17, 3), (33, 5), (64, 2), (127, 9)]

    /// The largest error: of rounding the sum, and of rounding the weight.
    private func bound(_ depth: Int, _ difference: Int) -> Double {
        0.5 + Double(abs(difference)) / (depth > 8 ? 131_072 : 512) + 1e-9
    }

    @Test("a mix is the weighted sum, rounded to the nearest code", arguments: [8, 9, 10, 12, 16])
    func mix(depth: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for (width, height) in Self.sizes {
            for weight in [0, 0.25, 1.0 / 3, 0.5, 0.999, 1, Double.random(in: 0...1, using: &generator)] {
                let over = TestPlane(random: width, height, depth: depth, using: &generator)
                let under = TestPlane(random: width, height, depth: depth, using: &generator)
                let target = TestPlane(width, height, depth: depth)
                target.plane.mix(over.plane, onto: under.plane, weight: weight)
                for ((one, other), code) in zip(zip(over.codes, under.codes), target.codes) {
                    let exact = weight * Double(one) + (1 - weight) * Double(other)
                    #expect(abs(Double(code) - exact) <= bound(depth, one - other), "seed \(seed)")
                }
                let inPlace = under.copy()
                inPlace.plane.mix(over.plane, onto: inPlace.plane, weight: weight)
                #expect(inPlace.codes == target.codes && target.isIntact && inPlace.isIntact, "seed \(seed)")
            }
        }
    }

    @Test("the largest codes do not overflow, and equal codes stay", arguments: [8, 10, 16])
    func extremes(depth: Int) {
        let peak = (1 << depth) - 1
        let (full, empty) = (TestPlane(40, 2, depth: depth) { _, _ in peak }, TestPlane(40, 2, depth: depth))
        for step in 0...64 {
            let target = TestPlane(40, 2, depth: depth)
            target.plane.mix(full.plane, onto: full.plane, weight: Double(step) / 64)
            #expect(target.codes.allSatisfy { $0 == peak })
            target.plane.mix(empty.plane, onto: full.plane, weight: Double(step) / 64)
            #expect(target.codes.allSatisfy { abs(Double($0) - Double(peak) * Double(64 - step) / 64) <= 0.5 })
        }
    }

    @Test("a fill and a copy reach every sample and nothing else", arguments: [8, 10, 16])
    func fillAndCopy(depth: Int) {
        for (width, height) in Self.sizes {
            let plane = TestPlane(width, height, depth: depth) { _, _ in 1 }
            plane.plane.fill(with: 200)
            #expect(plane.codes.allSatisfy { $0 == 200 } && plane.isIntact)
            let other = TestPlane(width, height, depth: depth)
            other.plane.copy(plane.plane)
            #expect(other.codes == plane.codes && other.isIntact)
        }
    }

    @Test("a part is the same memory")
    func part() {
        let plane = TestPlane(5, 4, depth: 10) { _, _ in 1 }
        plane.plane.part(columns: 1..<4, rows: 2..<4).fill(with: 9)
        #expect(plane.codes.count { $0 == 9 } == 6 && plane[1, 2] == 9 && plane[3, 3] == 9 && plane.isIntact)
    }

    @Test("blocks of alpha become their means, at odd edges too", arguments: [8, 12])
    func averages(depth: Int) {
        let source = TestPlane(5, 3, depth: depth) { $0 * 10 + $1 * 3 }
        for (columns, rows) in [(1, 1), (1, 0), (0, 1), (0, 0), (2, 0)] {
            let (width, height) = (-(-5 >> columns), -(-3 >> rows))
            let target = TestPlane(width, height, depth: depth)
            target.plane.average(source.plane, columnShift: columns, rowShift: rows)
            for row in 0..<height {
                for column in 0..<width {
                    let xs = column << columns..<min((column + 1) << columns, 5)
                    let ys = row << rows..<min((row + 1) << rows, 3)
                    let all = xs.flatMap { x in ys.map { source[x, $0] } }
                    let exact = Double(all.reduce(0, +)) / Double(all.count)
                    #expect(abs(Double(target[column, row]) - exact) <= 0.5)
                }
            }
            #expect(target.isIntact)
        }
    }
}
