import AssetKitPixels
import Testing

@testable import AssetKitMedia

/// The loops over pixels are compiled with other flags than what calls them: here the same sums are made by this module's.
@Suite("Pixel rows")
struct PixelRowTests {
    private static let count = 301
    private static let codes: [[UInt16]] = (0..<3).map { plane in
        (0..<count).map { UInt16(truncatingIfNeeded: ($0 &* 7919 &+ plane &* 104_729) & 0xffff) }
    }
    private static let matrix = CodeMatrix(
        SIMD3(repeating: 1 / 56064),
        SIMD3(0, -0.1873 / 57344, 1.8556 / 57344),
        SIMD3(1.5748 / 57344, -0.4681 / 57344, 0),
        offset: SIMD3(-0.86, 0.26, -1.0)
    )

    private static func withCodes(_ body: (CodeRow) -> Void) {
        var (one, two, three) = (codes[0], codes[1], codes[2])
        one.withUnsafeMutableBytes { first in
            two.withUnsafeMutableBytes { second in
                three.withUnsafeMutableBytes { third in
                    guard let first = first.baseAddress, let second = second.baseAddress, let third = third.baseAddress
                    else { return }
                    body(CodeRow(first, second, third, count: count))
                }
            }
        }
    }

    /// One component of the colour at a place, worked out here.
    private static func component(_ place: Int, _ component: Int) -> Float {
        let (x, y, z) = (Float(codes[0][place]), Float(codes[1][place]), Float(codes[2][place]))
        return matrix.first[component] * x + matrix.second[component] * y + matrix.third[component] * z
            + matrix.offset[component]
    }

    private static func light(_ row: ColorRow) -> [[UInt32]] {
        [row.red, row.green, row.blue].map { numbers in (0..<count).map { numbers[$0].bitPattern } }
    }

    @Test("red, green and blue of codes are the same to the last bit")
    func matrix() {
        var found: [[UInt32]] = []
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * Self.count) { memory in
            guard let base = memory.baseAddress else { return }
            let row = ColorRow(base, count: Self.count)
            Self.withCodes { Self.matrix.apply($0, into: row) }
            found = Self.light(row)
        }
        #expect(found == (0..<3).map { part in (0..<Self.count).map { Self.component($0, part).bitPattern } })
    }

    @Test("light with a tone curve and other primaries is the same to the last bit")
    func rendering() {
        let table = (0..<LightRendering.tableSize).map { Float($0) * Float($0) / 400_000 }
        let tone = ToneCurve(peak: 1000, white: 203)
        let primaries = (
            red: SIMD3<Float>(1.660491, -0.124550, -0.018151), green: SIMD3<Float>(-0.587641, 1.132900, -0.100579),
            blue: SIMD3<Float>(-0.072850, -0.008349, 1.118730)
        )
        let rendering = LightRendering(light: table, primaries: primaries, tone: tone, hybridPeak: nil)
        var (found, wanted): ([[UInt32]], [[UInt32]]) = ([], [[], [], []])
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * Self.count) { memory in
            guard let base = memory.baseAddress else { return }
            let row = ColorRow(base, count: Self.count)
            Self.withCodes { Self.matrix.apply($0, into: row) }
            rendering.apply(to: row)
            found = Self.light(row)
        }
        for place in 0..<Self.count {
            var color = SIMD3<Float>()
            for part in 0..<3 {
                let number = min(max(Self.component(place, part), 0), 1)
                color[part] = table[Int(number * Float(LightRendering.tableSize - 1) + 0.5)]
            }
            let brightest = max(color.x, color.y, color.z)
            let gain: Float = brightest > 0 ? tone(brightest) / brightest : 1
            let dimmed = color * gain
            var changed = SIMD3<Float>()
            for part in 0..<3 {
                changed[part] =
                    primaries.red[part] * dimmed.x + primaries.green[part] * dimmed.y + primaries.blue[part] * dimmed.z
            }
            let (low, high) = (min(changed.x, changed.y, changed.z), max(changed.x, changed.y, changed.z))
            let brightness = changed.x * 0.2126 + changed.y * 0.7152 + changed.z * 0.0722
            let grey = min(max(brightness, 0), 1)
            let share = min(low < 0 ? grey / (grey - low) : 1, high > 1 ? (1 - grey) / (high - grey) : 1)
            for part in 0..<3 { wanted[part].append((grey + (changed[part] - grey) * share).bitPattern) }
        }
        #expect(found == wanted)
    }

    @Test("pixels of 8 and of 16 bits are the same")
    func pixels() {
        var bytes = [UInt32](repeating: 0, count: Self.count), words = [UInt64](repeating: 0, count: Self.count)
        Self.withCodes { row in
            bytes.withUnsafeMutableBufferPointer { Self.matrix.writeBytes(row, $0.baseAddress!) }
            words.withUnsafeMutableBufferPointer { Self.matrix.writeWords(row, $0.baseAddress!, highest: .max) }
        }
        for place in 0..<Self.count {
            let deep = (0..<3).map { UInt64(min(max(Self.component(place, $0), 0), 1) * 65535 + 0.5) }
            #expect(words[place] == deep[0] | deep[1] << 16 | deep[2] << 32 | 0xffff << 48)
            for part in 0..<3 {
                let byte = Int(bytes[place] >> (8 * UInt32(part)) & 0xff)
                #expect(abs(Float(byte) - min(max(Self.component(place, part), 0), 1) * 255) <= 0.501)
            }
        }
    }

    @Test("samples that lie apart are gathered")
    func gathering() {
        let source = (0..<24).map { UInt16($0) << 6 }
        for step in 1...3 {
            var target = [UInt16](repeating: 0, count: 8)
            source.withUnsafeBufferPointer { from in
                target.withUnsafeMutableBufferPointer {
                    PixelRows.gather(from.baseAddress!, $0.baseAddress!, 8, step: step, shift: 6)
                }
            }
            #expect(target == (0..<8).map { UInt16($0 * step) })
        }
    }
}
