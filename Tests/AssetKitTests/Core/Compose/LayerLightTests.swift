import AssetKitBase
import AssetKitCore
import Foundation
import TestSupport
import Testing

@testable import AssetKitFFmpeg
@testable import AssetKitSources

/// Layers whose light differs from that of the composition, beside exact arithmetic of the standards.
@Suite("Compositor of pictures, light and colours")
struct LayerLightTests {
    private typealias Pictures = ComposedPictures

    private static let standard = PictureColor(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    private static let perceptual = PictureColor(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    private static let hybrid = PictureColor(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    private static let wide = PictureColor(primaries: 9, transfer: 14, matrix: 9, isFullRange: false)
    private static let cinema = PictureColor(primaries: 12, transfer: 13, matrix: 1, isFullRange: false)

    /// Codes of video range for red, green and blue within 0…1: ITU-T H.273.
    private static func codes(_ rgb: [Double], _ color: PictureColor, depth: Int) -> [Int] {
        let (red, blue) = color.matrix == 9 ? (0.2627, 0.0593) : (0.2126, 0.0722)
        let luma = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
        let unit = Double(1 << (depth - 8))
        return [
            16 + 219 * luma, 128 + 224 * (rgb[2] - luma) / (2 - 2 * blue), 128 + 224 * (rgb[0] - luma) / (2 - 2 * red),
        ].map { Int(($0 * unit).rounded()) }
    }

    /// cd/m² on a screen, of the primaries of BT.2020 where `isWide`, else of BT.709.
    private struct Light {
        var rgb: [Double]
        var isWide: Bool

        /// Chromaticities, worked out from nothing but the coordinates of the primaries and of D65.
        private static func toXYZ(isWide: Bool) -> [[Double]] {
            let points =
                isWide
                ? [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)] : [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
            let columns = points.map { [$0.0 / $0.1, 1, (1 - $0.0 - $0.1) / $0.1] }
            let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
            let matrix = (0..<3).map { row in (0..<3).map { columns[$0][row] } }
            let gains = solve(matrix, white)
            return matrix.map { row in zip(row, gains).map { $0 * $1 } }
        }

        private static func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
            func determinant(_ m: [[Double]]) -> Double {
                m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                    + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
            }
            return (0..<3).map { column in
                let replaced = (0..<3).map { row in
                    (0..<3).map { $0 == column ? v[row] : m[row][$0] }
                }
                return determinant(replaced) / determinant(m)
            }
        }

        func converted(toWide: Bool) -> [Double] {
            guard toWide != isWide else { return rgb }
            let xyz = Self.toXYZ(isWide: isWide).map { zip($0, rgb).reduce(0) { $0 + $1.0 * $1.1 } }
            return Self.solve(Self.toXYZ(isWide: toWide), xyz)
        }

        /// By SMPTE ST 2084.
        var perceptual: [Double] {
            converted(toWide: true).map { light in
                let power = pow(max(light, 0) / 10000, 2610.0 / 16384)
                return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
            }
        }

        /// By ITU-R BT.2100 on a screen of 1,000 cd/m².
        var hybrid: [Double] {
            let rgb = converted(toWide: true).map { max($0, 0) / 1000 }
            let luminance = 0.2627 * rgb[0] + 0.6780 * rgb[1] + 0.0593 * rgb[2]
            return rgb.map { light in
                let scene = luminance > 0 ? light * pow(luminance, -0.2 / 1.2) : 0
                return scene <= 1.0 / 12
                    ? (3 * scene).squareRoot() : 0.17883277 * log(12 * min(scene, 1) - 0.28466892) + 0.55991073
            }
        }

        /// By sRGB, with white at 203 cd/m².
        var standard: [Double] {
            converted(toWide: false).map { light in
                let share = min(max(light / 203, 0), 1)
                return share <= 0.0031308 ? share * 12.92 : 1.055 * pow(share, 1 / 2.4) - 0.055
            }
        }

        init(_ rgb: [Double], isWide: Bool) { (self.rgb, self.isWide) = (rgb, isWide) }

        /// The light of sRGB's numbers.
        init(standard numbers: [Double]) {
            rgb = numbers.map { 203 * ($0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)) }
            isWide = false
        }
    }

    /// A picture of one colour as the only layer of a composition whose light is another one.
    private func compose(
        _ codes: [Int],
        _ source: PictureColor,
        sourceFormat: String,
        into target: PictureColor,
        format: String,
        layer: ResolvedLayer = ResolvedLayer(trackID: 1),
        over background: LayerProgram.Color = .black
    ) throws -> [Int] {
        let frame = try Pictures.frame(sourceFormat, 32, 32, color: source) { plane, _, _ in codes[plane] }
        let model = try Pictures.frame(format, 32, 32, color: target) { _, _, _ in 0 }
        let output = PictureCompositor.Output(like: model, PictureDescription(), width: 32, height: 32, color: target)
        let result = try PictureCompositor(output).compose(
            [layer],
            of: [1: try Pictures.picture(frame)],
            over: background
        )
        #expect(result.color.transfer == target.transfer && result.color.primaries == target.primaries)
        return (0..<3).map { Pictures.code(result, $0, 9, 9) }
    }

    private static let colors: [[Double]] = [
        [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [0.1, 0.1, 0.1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.8, 0.3, 0.1],
        [0.05, 0.4, 0.35],
    ]

    @Test(
        "a common picture in a high dynamic range has its white at 203 cd/m² and keeps its colours",
        arguments: colors
    )
    func standardIntoHigh(numbers: [Double]) throws {
        let stored = Self.codes(numbers, Self.standard, depth: 10)
        for (target, wanted) in [
            (Self.perceptual, Light(standard: numbers).perceptual), (Self.hybrid, Light(standard: numbers).hybrid),
        ] {
            let exact = Self.codes(wanted, target, depth: 10)
            let found = try compose(
                stored,
                Self.standard,
                sourceFormat: "yuv422p10le",
                into: target,
                format: "yuv420p10le"
            )
            // The picture's own codes are rounded to 1/876, which is up to two codes of dark light.
            #expect(zip(found, exact).allSatisfy { abs($0 - $1) <= 2 }, "\(found) for \(exact)")
        }
    }

    @Test("white is 58 % of the perceptual quantiser's numbers and 75 % of hybrid log-gamma's, as ITU-R BT.2408 has it")
    func referenceWhite() throws {
        for (target, code) in [(Self.perceptual, 64 + Int((876 * 0.5806).rounded())), (Self.hybrid, 64 + 657)] {
            let found = try compose(
                [235, 128, 128],
                Self.standard,
                sourceFormat: "yuv420p",
                into: target,
                format: "yuv420p10le"
            )
            #expect(abs(found[0] - code) <= 1 && found[1...] == [512, 512], "\(found)")
        }
    }

    @Test("a background and a layer of red, green, blue and alpha are those of a common screen as well")
    func background() throws {
        let colors = LayerProgram.Color(red: 1, green: 0.5, blue: 0.25)
        let wanted = Self.codes(Light(standard: [1, 0.5, 0.25]).perceptual, Self.perceptual, depth: 10)
        let hidden = try compose(
            [64, 512, 512],
            Self.perceptual,
            sourceFormat: "yuv420p10le",
            into: Self.perceptual,
            format: "yuv420p10le",
            layer: ResolvedLayer(trackID: 1, opacity: 0),
            over: colors
        )
        #expect(zip(hidden, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(hidden) for \(wanted)")
    }

    @Test("half of white is half as much of it, straight and premultiplied", arguments: [false, true])
    func alpha(isPremultiplied: Bool) throws {
        let frame = try Pictures.frame("gbrap", 32, 32, color: .sRGB) { plane, _, _ in
            plane == 3 ? 128 : isPremultiplied ? 128 : 255
        }
        var description = PictureDescription()
        description.isPremultiplied = isPremultiplied
        let model = try Pictures.frame("yuv420p10le", 32, 32, color: Self.perceptual) { _, _, _ in 0 }
        let output = PictureCompositor.Output(
            like: model,
            PictureDescription(),
            width: 32,
            height: 32,
            color: Self.perceptual
        )
        let picture = try LayerPicture(frame, description)
        let result = try PictureCompositor(output).compose([ResolvedLayer(trackID: 1)], of: [1: picture], over: .black)
        let white = Self.codes(Light(standard: [1, 1, 1]).perceptual, Self.perceptual, depth: 10)[0]
        let wanted = 64 + Double(white - 64) * 128 / 255
        #expect(abs(Double(Pictures.code(result, 0, 9, 9)) - wanted) <= 2)
    }

    @Test("light of one high dynamic range is the same light in the other", arguments: [1.0, 10, 100, 203, 600, 1000])
    func betweenCurves(luminance: Double) throws {
        // Hybrid log-gamma has no numbers for colours that are as bright as its white.
        for tint in luminance < 700 ? [[1, 1, 1], [1, 0.5, 0.2], [0.2, 0.6, 1]] : [[1, 1, 1]] {
            let light = Light(tint.map { $0 * luminance }, isWide: true)
            let (perceptual, hybrid) = (
                Self.codes(light.perceptual, Self.perceptual, depth: 10),
                Self.codes(light.hybrid, Self.hybrid, depth: 10)
            )
            let became = try compose(
                perceptual,
                Self.perceptual,
                sourceFormat: "yuv444p10le",
                into: Self.hybrid,
                format: "yuv444p10le"
            )
            #expect(zip(became, hybrid).allSatisfy { abs($0 - $1) <= 3 }, "\(became) for \(hybrid)")
            let back = try compose(
                hybrid,
                Self.hybrid,
                sourceFormat: "yuv444p10le",
                into: Self.perceptual,
                format: "yuv444p10le"
            )
            #expect(zip(back, perceptual).allSatisfy { abs($0 - $1) <= 4 }, "\(back) for \(perceptual)")
        }
    }

    @Test("colours of a common picture stay the same in a composition of wider ones", arguments: colors)
    func standardIntoWide(numbers: [Double]) throws {
        let light = Light(standard: numbers)
        let wide = light.converted(toWide: true).map { light in
            let share = min(max(light / 203, 0), 1)
            return share <= 0.0031308 ? share * 12.92 : 1.055 * pow(share, 1 / 2.4) - 0.055
        }
        let stored = Self.codes(numbers, Self.standard, depth: 10)
        let exact = Self.codes(wide, Self.wide, depth: 10)
        let found = try compose(
            stored,
            Self.standard,
            sourceFormat: "yuv444p10le",
            into: Self.wide,
            format: "yuv444p10le"
        )
        #expect(zip(found, exact).allSatisfy { abs($0 - $1) <= 2 }, "\(found) for \(exact)")
        // And grey does in digital cinema's.
        if Set(numbers).count == 1 {
            let grey = try compose(
                stored,
                Self.standard,
                sourceFormat: "yuv444p10le",
                into: Self.cinema,
                format: "yuv444p10le"
            )
            #expect(zip(grey, stored).allSatisfy { abs($0 - $1) <= 1 }, "\(grey) for \(stored)")
        }
    }

    @Test("bright light of a perceptual quantiser becomes white of hybrid log-gamma, not another colour")
    func tooBright() throws {
        let light = Light([8000, 8000, 8000], isWide: true)
        let found = try compose(
            Self.codes(light.perceptual, Self.perceptual, depth: 10),
            Self.perceptual,
            sourceFormat: "yuv420p10le",
            into: Self.hybrid,
            format: "yuv420p10le"
        )
        #expect(abs(found[0] - 940) <= 1 && found[1...].allSatisfy { abs($0 - 512) <= 1 }, "\(found)")
    }

    @Test("a picture of the output's own light keeps its codes")
    func same() throws {
        for color in [Self.perceptual, Self.hybrid, Self.wide] {
            let codes = [700, 400, 600]
            #expect(
                try compose(codes, color, sourceFormat: "yuv420p10le", into: color, format: "yuv420p10le") == codes
            )
        }
    }

    @Test("libzimg brings a test picture to the same light", .enabled(if: Oracle.isThere))
    func zimg() throws {
        let folder = TemporaryFolder()
        let (common, bright) = (folder.path("common.yuv"), folder.path("bright.yuv"))
        let stored = "m=bt709:r=limited:p=bt709:t=iec61966-2-1"
        let graph =
            "testsrc2=s=64x48,format=gbrp,zscale=min=gbr:rin=full:pin=bt709:tin=iec61966-2-1:\(stored),"
            + "format=yuv444p10le,split[a][b];[b]zscale=min=bt709:rin=limited:pin=bt709:tin=iec61966-2-1:"
            + "m=2020_ncl:p=bt2020:r=limited:t=smpte2084:npl=203,format=yuv444p10le[c]"
        let raw = ["-frames:v", "1", "-f", "rawvideo"]
        try Oracle.run(["-filter_complex", graph, "-map", "[a]"] + raw + [common, "-map", "[c]"] + raw + [bright])
        func codes(_ path: String) throws -> [Int] {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        }
        let (given, wanted) = (try codes(common), try codes(bright))
        let target = Self.perceptual
        let frame = try Pictures.frame("yuv444p10le", 64, 48, color: Self.standard) { given[$0 * 3072 + $2 * 64 + $1] }
        let output = PictureCompositor.Output(like: frame, PictureDescription(), width: 64, height: 48, color: target)
        let result = try PictureCompositor(output).compose(
            [ResolvedLayer(trackID: 1)],
            of: [1: try Pictures.picture(frame)],
            over: .black
        )
        let found = (0..<3).flatMap { Pictures.codes(result, $0).flatMap { $0 } }
        let errors = zip(found, wanted).map { abs($0 - $1) }
        #expect(errors.max() ?? 99 <= 4, "the worst is \(errors.max() ?? -1) codes off")
        #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 0.6)
    }
}
