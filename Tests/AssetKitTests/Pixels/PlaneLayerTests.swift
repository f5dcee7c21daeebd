import AssetKitPixels
import Foundation
import TestSupport
import Testing

@Suite("Planes, layers")
struct PlaneLayerTests {
    enum Kind: CaseIterable, Sendable { case opaque, straight, premultiplied }

    private static let turns = [
        PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0), PlaneMap(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0),
        PlaneMap(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0), PlaneMap(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0),
        PlaneMap(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0), PlaneMap(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0),
        PlaneMap(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0), PlaneMap(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0),
    ]

    private func turned(_ angle: Double, _ scale: Double, _ tx: Double, _ ty: Double) -> PlaneMap {
        let (sine, cosine) = (sin(angle) * scale, cos(angle) * scale)
        return PlaneMap(a: cosine, b: sine, c: -sine, d: cosine, tx: tx, ty: ty)
    }

    private func randomMap(_ generator: inout SeededGenerator) -> PlaneMap {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return turned(number(-4...4), number(0.1...3), number(-20...50), number(-20...50))
        case 1:
            return PlaneMap(
                a: number(0.1...3),
                b: 0,
                c: 0,
                d: number(0.1...3),
                tx: number(-20...40),
                ty: number(-9...9)
            )
        case 2:
            let whole = number(-20...40).rounded()
            return Self.turns[Int.random(in: 0..<8, using: &generator)]
                .then(PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: whole, ty: number(-5...40).rounded()))
        default:
            return PlaneMap(
                a: number(-2...2),
                b: number(-2...2),
                c: number(-2...2),
                d: number(-2...2),
                tx: number(-10...40),
                ty: number(-10...40)
            )
        }
    }

    private func randomPart(_ count: Int, _ generator: inout SeededGenerator) -> Range<Int> {
        guard Bool.random(using: &generator) else { return 0..<count }
        let start = Int.random(in: 0..<count, using: &generator)
        return start..<Int.random(in: start + 1...count, using: &generator)
    }

    @Test(
        "any map, size, crop, opacity and alpha agrees with double precision",
        arguments: [8, 10, 12, 16],
        Kind.allCases
    )
    func reference(depth: Int, kind: Kind) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        // Half a code of rounding, and a little for numbers of 24 bits between codes of 16. Opaque layers whose samples lie
        // between no others have weights that are rounded too.
        let weightError = kind == .opaque ? 0.5 * Double(1 << depth) / (depth > 8 ? 65536 : 256) : 0
        let bound = 0.52 + (depth > 12 ? 0.23 : 0) + weightError
        for _ in 0..<80 {
            func side() -> Int { Int.random(in: 1...40, using: &generator) }
            let samples = TestPlane(random: side(), side(), depth: depth, using: &generator)
            var reference = ReferenceLayer(
                samples: samples,
                map: randomMap(&generator),
                columns: randomPart(samples.width, &generator),
                rows: randomPart(samples.height, &generator)
            )
            reference.opacity = Bool.random(using: &generator) ? 1 : Double.random(in: 0...1, using: &generator)
            if kind != .opaque {
                reference.alpha = TestPlane(
                    random: samples.width,
                    samples.height,
                    depth: depth,
                    using: &generator
                )
            }
            if kind == .premultiplied { reference.zero = 16 << (depth - 8) }
            let target = TestPlane(random: side(), side(), depth: depth, using: &generator)
            let before = target.copy()
            let layer = try #require(reference.layer)
            layer.lay(over: target.plane)
            for row in 0..<target.height {
                for column in 0..<target.width {
                    let under = Double(before[column, row])
                    let exact = reference.value(column, row, over: under, peak: Double((1 << depth) - 1))
                    let error = abs(Double(target[column, row]) - exact)
                    #expect(
                        error <= bound,
                        "seed \(seed): \(reference.map), \(column), \(row)"
                    )
                }
            }
            #expect(target.isIntact && samples.isIntact, "seed \(seed)")
        }
    }

    @Test("turns and mirrors by whole samples only move samples", arguments: [8, 10])
    func wholeTurns(depth: Int) throws {
        for map in Self.turns {
            let samples = TestPlane(5, 3, depth: depth) { $0 + $1 * 16 + 1 }
            let sides = map.a == 0 ? (3, 5) : (5, 3)
            let moved = map.then(
                PlaneMap(
                    a: 1,
                    b: 0,
                    c: 0,
                    d: 1,
                    tx: map.a + map.c < 0 ? Double(sides.0) : 0,
                    ty: map.b + map.d < 0 ? Double(sides.1) : 0
                )
            )
            let target = TestPlane(sides.0, sides.1, depth: depth)
            let reference = ReferenceLayer(samples: samples, map: moved, columns: 0..<5, rows: 0..<3)
            try #require(reference.layer).lay(over: target.plane)
            for row in 0..<3 {
                for column in 0..<5 {
                    let place = moved(SIMD2(Double(column) + 0.5, Double(row) + 0.5))
                    #expect(target[Int(place.x), Int(place.y)] == samples[column, row])
                }
            }
        }
    }

    @Test("the identity is a copy, and what lies outside changes nothing")
    func outside() throws {
        let samples = TestPlane(9, 7, depth: 8) { $0 * 9 + $1 }
        let target = TestPlane(9, 7, depth: 8) { _, _ in 99 }
        for (x, y) in [(9.0, 0.0), (-9, 0), (0, 7), (0, -7), (1e7, 1e7), (-1e30, 0), (4.5, 90)] {
            let map = PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
            try #require(ReferenceLayer(samples: samples, map: map, columns: 0..<9, rows: 0..<7).layer).lay(
                over: target.plane
            )
            #expect(target.codes.allSatisfy { $0 == 99 })
        }
        let whole = ReferenceLayer(samples: samples, map: .identity, columns: 0..<9, rows: 0..<7)
        try #require(whole.layer).lay(over: target.plane)
        #expect(target.codes == samples.codes)
    }

    @Test("layers as thin as nothing, or as large as everything, do no harm")
    func extremes() throws {
        let samples = TestPlane(9, 7, depth: 10) { $0 * 9 + $1 }
        for scale in [1e-12, 1e-6, 1e6, 1e12] {
            for map in [turned(0.3, scale, 3, 3), turned(0, scale, 3, 3)] {
                let target = TestPlane(9, 7, depth: 10) { _, _ in 50 }
                let reference = ReferenceLayer(samples: samples, map: map, columns: 0..<9, rows: 0..<7)
                guard let layer = reference.layer else { continue }
                layer.lay(over: target.plane)
                #expect(target.isIntact && target.codes.allSatisfy { $0 <= 86 })
            }
        }
        #expect(PlaneMap(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
        #expect(PlaneMap(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
    }

    @Test("what a layer covers adds up to its area")
    func area() throws {
        let white = TestPlane(20, 10, depth: 16) { _, _ in 60_000 }
        for angle in stride(from: 0.0, to: 6.3, by: 0.37) {
            let target = TestPlane(80, 80, depth: 16)
            let reference = ReferenceLayer(
                samples: white,
                map: turned(angle, 1.7, 40, 40),
                columns: 0..<20,
                rows: 0..<10
            )
            try #require(reference.layer).lay(over: target.plane)
            let sum = target.codes.reduce(0.0) { $0 + Double($1) / 60_000 }
            #expect(abs(sum - 200 * 1.7 * 1.7) < 0.01)
        }
    }

    @Test("the middle of a mark goes where its map leads", arguments: [0, 0.1, 0.7, 1.9, 3.0])
    func marks(angle: Double) throws {
        let mark = (x: 14.0, y: 11.0)
        let samples = TestPlane(40, 30, depth: 8) { x, y in (10..<18).contains(x) && (8..<14).contains(y) ? 235 : 16 }
        let map = turned(angle, 1.31, 60.4, 58.7)
        let target = TestPlane(130, 130, depth: 8) { _, _ in 16 }
        try #require(ReferenceLayer(samples: samples, map: map, columns: 0..<40, rows: 0..<30).layer).lay(
            over: target.plane
        )
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<130 {
            for column in 0..<130 {
                let light = Double(target[column, row] - 16)
                (sum, x, y) = (sum + light, x + light * (Double(column) + 0.5), y + light * (Double(row) + 0.5))
            }
        }
        let wanted = map(SIMD2(mark.x, mark.y))
        // Enlarged edges are made of few samples: their middle is off by up to a tenth.
        #expect(abs(x / sum - wanted.x) < 0.1 && abs(y / sum - wanted.y) < 0.1)
    }

    @Test("what covers all of a plane is told from what leaves a corner free")
    func covering() {
        func quad(_ map: PlaneMap) -> PlaneQuad { PlaneQuad(map, x: 0...20, y: 0...10) }
        #expect(quad(.identity).covers(width: 20, height: 10))
        #expect(!quad(.identity).covers(width: 21, height: 10))
        #expect(!quad(PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: 0.01, ty: 0)).covers(width: 20, height: 10))
        #expect(!quad(turned(0.01, 1, 0, 0)).covers(width: 20, height: 10))
        #expect(quad(turned(0.1, 3, -10, -10)).covers(width: 20, height: 10))
        #expect(quad(PlaneMap(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 10)).covers(width: 20, height: 10))
        #expect(!quad(PlaneMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 20)).covers(width: 20, height: 10))
    }
}
