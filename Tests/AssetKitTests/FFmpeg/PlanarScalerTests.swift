import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("FFmpeg, scaling in planes")
struct PlanarScalerTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let from: (width: Int, height: Int)
        let to: (width: Int, height: Int)
        var testDescription: String { "\(from.width) x \(from.height) to \(to.width) x \(to.height)" }

        static let all = [
            Change(from: (480, 270), to: (320, 180)), Change(from: (320, 180), to: (480, 270)),
            Change(from: (480, 270), to: (118, 270)), Change(from: (333, 171), to: (201, 95)),
            Change(from: (64, 48), to: (63, 49)), Change(from: (200, 200), to: (97, 331)),
        ]
    }

    static let formats = [
        "yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p12le", "yuv444p16le", "gray", "gray12le",
        "yuva420p",
    ]

    // MARK: Pictures

    /// A picture whose samples are what `value` says for a component and a place, from 0 to 1.
    private func picture(
        _ format: String,
        _ size: (width: Int, height: Int),
        isFullRange: Bool = false,
        _ value: (_ component: Int, _ x: Double, _ y: Double) -> Double
    ) throws -> Frame {
        let frame = try Frame(width: size.width, height: size.height, formatNamed: format)
        frame.setColor(PictureColor(matrix: 1, isFullRange: isFullRange))
        frame.settleChromaLocation(isFullRange: isFullRange)
        let peak = Double((1 << frame.bitDepth) - 1)
        let isDeep = frame.bitDepth > 8
        for (plane, shape) in frame.planeShapes.enumerated() {
            let place = PlanePlace(frame, plane)
            for row in 0..<shape.rowCount {
                frame.withRow(row, ofPlane: plane) { bytes in
                    for column in 0..<(isDeep ? shape.byteCount / 2 : shape.byteCount) {
                        let code = (value(plane, place.x(column), place.y(row)) * peak).rounded()
                        if isDeep {
                            bytes.storeBytes(of: UInt16(code), toByteOffset: column * 2, as: UInt16.self)
                        } else {
                            bytes[column] = UInt8(code)
                        }
                    }
                }
            }
        }
        return frame
    }

    /// Where the samples of a plane lie, in pixels.
    private struct PlanePlace {
        private let columns: Double
        private let rows: Double
        private let left: Double

        init(_ frame: borrowing Frame, _ plane: Int) {
            let shapes = frame.planeShapes
            let size = frame.bitDepth > 8 ? 2 : 1
            let isWide = shapes[plane].byteCount / size == frame.width
            columns = isWide ? 1 : 2
            rows = shapes[plane].rowCount == frame.height ? 1 : 2
            left = isWide || frame.color.isFullRange != true ? 0 : 0.5
        }

        func x(_ column: Int) -> Double { Double(column) * columns + left }
        func y(_ row: Int) -> Double { Double(row) * rows + (rows - 1) / 2 }
    }

    private func samples(_ frame: borrowing Frame, _ plane: Int) -> [[Int]] {
        let shape = frame.planeShapes[plane]
        let isDeep = frame.bitDepth > 8
        return (0..<shape.rowCount).map { row in
            frame.withRow(row, ofPlane: plane) { bytes in
                guard isDeep else { return bytes.prefix(shape.byteCount).map(Int.init) }
                return (0..<(shape.byteCount / 2)).map {
                    Int(bytes.load(fromByteOffset: $0 * 2, as: UInt16.self))
                }
            }
        }
    }

    private func empty(_ format: String, _ size: (width: Int, height: Int), isFullRange: Bool = false) throws -> Frame {
        try picture(format, size, isFullRange: isFullRange) { _, _, _ in 0 }
    }

    /// Rings that become narrower: every direction, and most frequencies up to those that a half size still shows.
    private static func rings(_ component: Int, _ x: Double, _ y: Double) -> Double {
        0.5 + 0.45 * cos((x * x + y * y) * .pi / 1400 + Double(component))
    }

    // MARK: What comes out

    @Test("a ramp stays the same ramp: nothing moves", arguments: Change.all, [false, true])
    func ramps(change: Change, isFullRange: Bool) throws {
        for format in ["yuv420p16le", "yuv422p16le", "yuv444p16le", "gray16le"] {
            let slope = 1 / Double(change.from.width + change.from.height + 8)
            let source = try picture(format, change.from, isFullRange: isFullRange) { _, x, y in (x + y + 2) * slope }
            let target = try empty(format, change.to, isFullRange: isFullRange)
            let scaler = Scaler(.fast)
            try scaler.scale(source, into: target)
            let scale = (
                x: Double(change.from.width) / Double(change.to.width),
                y: Double(change.from.height) / Double(change.to.height)
            )
            for plane in target.planeShapes.indices {
                let place = PlanePlace(target, plane)
                let found = samples(target, plane)
                // Near the edges there is nothing to go on with.
                let margin = 4
                for row in margin..<(found.count - margin) {
                    for column in margin..<(found[row].count - margin) {
                        let x = (place.x(column) + 0.5) * scale.x - 0.5
                        let y = (place.y(row) + 0.5) * scale.y - 0.5
                        let expected = (x + y + 2) * slope * 65535
                        let miss = (Double(found[row][column]) - expected) / (slope * 65535)
                        // The kernel itself moves a ramp by a few hundredths of a pixel, back and forth.
                        try #require(abs(miss) <= 0.1, "\(format) \(plane) \(row) \(column): \(miss) pixels")
                    }
                }
            }
        }
    }

    @Test("pictures are those of libswscale's slow and exact way", arguments: formats, Change.all)
    func likeness(format: String, change: Change) throws {
        let source = try picture(format, change.from, Self.rings)
        let fast = try empty(format, change.to)
        let exact = try empty(format, change.to)
        try Scaler(.fast).scale(source, into: fast)
        try Scaler(.exact).scale(source, into: exact)
        let peak = Double((1 << source.bitDepth) - 1)
        let sides = [change.from.width, change.from.height, change.to.width, change.to.height]
        let isEven = sides.allSatisfy { $0 % 2 == 0 }
        for plane in source.planeShapes.indices {
            // Of odd sizes libswscale moves shared colour a little; the ramps above show that ours stays.
            let isShared = source.planeShapes[plane].byteCount != source.planeShapes[0].byteCount
            guard isEven || !isShared else { continue }
            var (sum, count) = (0.0, 0.0)
            let pairs = zip(samples(fast, plane), samples(exact, plane))
            // The last samples are not those of the picture alone: the one mirrors at edges, the other repeats.
            for (first, second) in pairs.dropFirst(4).dropLast(4) {
                for (a, b) in zip(first, second).dropFirst(4).dropLast(4) {
                    sum += Double((a - b) * (a - b))
                    count += 1
                }
            }
            let decibels = 10 * log10(peak * peak * count / max(sum, 1e-9))
            #expect(decibels >= 55, "plane \(plane): \(decibels) dB")
        }
    }

    @Test("shared colour may be shared by more or fewer pixels afterwards")
    func subsampling() throws {
        for (from, to) in [("yuv420p", "yuv444p"), ("yuv444p", "yuv420p"), ("yuv422p", "yuv420p")] {
            let source = try picture(from, (96, 64)) { _, x, y in (x + y) / 200 }
            let target = try empty(to, (96, 64))
            try Scaler(.fast).scale(source, into: target)
            let place = PlanePlace(target, 1)
            let found = samples(target, 1)
            for row in 3..<(found.count - 3) {
                for column in 3..<(found[row].count - 3) {
                    let expected = (place.x(column) + place.y(row)) / 200 * 255
                    #expect(abs(Double(found[row][column]) - expected) <= 1.6)
                }
            }
        }
    }

    // MARK: Sameness

    @Test("every processor's instructions give the same numbers", arguments: [8, 10, 12, 16])
    func processors(depth: Int) throws {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var state = seed
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        for change in Change.all {
            let rowBytes = 1024
            let scaling = PlaneScaler.Scaling(
                depth: depth,
                sourceWidth: change.from.width,
                sourceHeight: change.from.height,
                targetWidth: change.to.width,
                targetHeight: change.to.height,
                left: -0.25,
                top: 0.125,
                width: Double(change.from.width),
                height: Double(change.from.height) - 0.5
            )
            let source = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes * 512, alignment: 64)
            defer { source.deallocate() }
            for place in 0..<(source.count / 2) {
                let value = depth == 8 ? UInt16(next() & 0xffff) : UInt16(next() & ((1 << UInt64(depth)) - 1))
                source.storeBytes(of: value, toByteOffset: place * 2, as: UInt16.self)
            }
            var first: [UInt8]?
            for vectors in PlaneScaler.Vectors.allCases {
                let target = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes * 512, alignment: 64)
                defer { target.deallocate() }
                target.initializeMemory(as: UInt8.self, repeating: 0)
                let scaler = try #require(PlaneScaler(scaling, vectors: vectors))
                let (from, to) = (try #require(source.baseAddress), try #require(target.baseAddress))
                let answer = scaler.scale(from, bytesPerRow: rowBytes, into: to, targetBytesPerRow: rowBytes)
                #expect(answer == 0)
                let width = change.to.width * (depth > 8 ? 2 : 1)
                let made = (0..<change.to.height).flatMap { Array(target[($0 * rowBytes)...].prefix(width)) }
                #expect(first == nil || first == made, "\(vectors) at \(change.testDescription), seed \(seed)")
                first = first ?? made
            }
        }
    }

    @Test("parts that begin anywhere are scaled like pictures of their own")
    func parts() throws {
        let whole = try picture("yuv420p", (200, 120), Self.rings)
        let part = PixelRect(x: 6, y: 10, width: 150, height: 90)
        let view = try whole.view(of: part)
        let copy = try empty("yuv420p", (part.width, part.height))
        try copy.copyRows(of: view)
        let first = try empty("yuv420p", (75, 60))
        let second = try empty("yuv420p", (75, 60))
        try Scaler(.fast).scale(view, into: first)
        try Scaler(.fast).scale(copy, into: second)
        for plane in 0..<3 { #expect(samples(first, plane) == samples(second, plane)) }
    }

    @Test("where numbers change their meaning, or there are too few of them, libswscale goes on")
    func others() throws {
        let source = try picture("yuv420p", (64, 48)) { _, _, _ in 0.5 }
        let full = try empty("yuv420p", (32, 24), isFullRange: true)
        try Scaler(.fast).scale(source, into: full)
        #expect(abs(samples(full, 0)[12][16] - 130) <= 1)
        let deep = try empty("yuv420p10le", (32, 24))
        try Scaler(.fast).scale(source, into: deep)
        #expect(abs(samples(deep, 0)[12][16] - 512) <= 3)
        let tiny = try picture("yuv420p", (2, 2)) { _, _, _ in 0.5 }
        let large = try empty("yuv420p", (32, 24))
        try Scaler(.fast).scale(tiny, into: large)
        #expect(samples(large, 0).allSatisfy { $0.allSatisfy { abs($0 - 128) <= 1 } })
    }
}
