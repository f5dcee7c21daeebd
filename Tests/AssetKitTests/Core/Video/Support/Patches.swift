import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitFFmpeg

/// A flat colour as it is meant: sRGB numbers.
struct Patch: Sendable, CustomTestStringConvertible {
    let red: Double
    let green: Double
    let blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    var testDescription: String { "\(Int(red)) \(Int(green)) \(Int(blue))" }

    static let all = [
        Patch(0, 0, 0), Patch(255, 255, 255), Patch(128, 128, 128), Patch(191, 0, 0), Patch(0, 191, 0),
        Patch(0, 0, 191), Patch(200, 120, 40), Patch(30, 90, 160), Patch(250, 128, 114), Patch(12, 14, 20),
    ]

    /// Linear light of BT.709's primaries.
    var light: [Double] {
        [red, green, blue].map { $0 / 255 }.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    /// The numbers within 0…1 of the same colour in BT.2020's primaries, by the matrix of ITU-R BT.2087.
    var wide: [Double] {
        let matrix = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
        return matrix.map { row in
            let value = zip(row, light).map(*).reduce(0, +)
            return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        }
    }
}

/// A way to store colours.
struct Storage: Sendable, CustomTestStringConvertible {
    let name: String
    /// Numbers of ITU-T H.273.
    let primaries: Int32
    let transfer: Int32
    let matrix: Int32
    /// The weights of red and blue.
    let weights: (red: Double, blue: Double)
    var testDescription: String { name }

    static let all = [
        Storage(name: "BT.601, 525 lines", primaries: 6, transfer: 6, matrix: 6, weights: (0.299, 0.114)),
        Storage(name: "BT.601, 625 lines", primaries: 5, transfer: 6, matrix: 5, weights: (0.299, 0.114)),
        Storage(name: "BT.709", primaries: 1, transfer: 1, matrix: 1, weights: (0.2126, 0.0722)),
        Storage(name: "BT.2020", primaries: 9, transfer: 14, matrix: 9, weights: (0.2627, 0.0593)),
        Storage(name: "BT.2020 matrix alone", primaries: 2, transfer: 2, matrix: 9, weights: (0.2627, 0.0593)),
    ]

    static let highDefinition = all[2]

    /// Codes by the equations of ITU-T H.273.
    func codes(_ numbers: [Double], depth: Int, isFullRange: Bool) -> [Int] {
        let (red, green, blue) = (numbers[0], numbers[1], numbers[2])
        let luma = weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue
        let difference = ((blue - luma) / (2 * (1 - weights.blue)), (red - luma) / (2 * (1 - weights.red)))
        let unit = Double(1 << (depth - 8))
        let peak = Double(1 << depth) - 1
        let (height, width, black) = isFullRange ? (peak, peak, 0) : (219 * unit, 224 * unit, 16 * unit)
        let codes = [
            black + height * luma, 128 * unit + width * difference.0, 128 * unit + width * difference.1,
        ]
        return codes.map { Int(min(max($0, 0), peak).rounded()) }
    }

    func codes(_ patch: Patch, depth: Int, isFullRange: Bool) -> [Int] {
        let numbers = primaries == 9 ? patch.wide : [patch.red / 255, patch.green / 255, patch.blue / 255]
        return codes(numbers, depth: depth, isFullRange: isFullRange)
    }

    /// The colours that codes of so many bits can hold within three steps of sRGB. At the edge of BT.709's colours a step
    /// of 8 bits in BT.2020 is up to twenty of sRGB near black.
    func patches(depth: Int) -> [Patch] {
        primaries == 9 && depth == 8 ? Patch.all.filter { $0.red > 0 || $0.green == $0.blue } : Patch.all
    }

    func color(isFullRange: Bool) -> PictureColor {
        PictureColor(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    }
}

/// Makes decoded pictures of codes.
enum Pictures {
    /// The layouts that decoders give.
    enum Layout: String, Sendable, CaseIterable {
        case planar420, planar422, planar444, planar420Deep, planar422Deep, planar444Deep

        var depth: Int { rawValue.hasSuffix("Deep") ? 10 : 8 }
        var isNarrow: Bool { !rawValue.hasPrefix("planar444") }
        var isLow: Bool { rawValue.hasPrefix("planar420") }
    }

    /// A picture whose codes `code` gives by column, row and component.
    static func frame(
        _ layout: Layout,
        width: Int,
        height: Int,
        color: PictureColor,
        code: (Int, Int, Int) -> Int
    ) throws -> Frame {
        let frame = try Frame(named: layout, width: width, height: height)
        for plane in 0..<3 {
            let across = plane > 0 && layout.isNarrow ? 2 : 1
            let along = plane > 0 && layout.isLow ? 2 : 1
            for row in 0..<((height + along - 1) / along) {
                frame.withRow(row, ofPlane: plane) { bytes in
                    for column in 0..<((width + across - 1) / across) {
                        let value = code(column * across, row * along, plane)
                        if layout.depth > 8 {
                            bytes.storeBytes(of: UInt16(value), toByteOffset: column * 2, as: UInt16.self)
                        } else {
                            bytes.storeBytes(of: UInt8(value), toByteOffset: column, as: UInt8.self)
                        }
                    }
                }
            }
        }
        frame.setColor(color)
        return frame
    }

    /// A flat picture.
    static func flat(
        _ codes: [Int],
        _ layout: Layout,
        _ color: PictureColor,
        width: Int = 64,
        height: Int = 48
    ) throws -> Frame {
        try frame(layout, width: width, height: height, color: color) { _, _, plane in codes[plane] }
    }
}

extension Frame {
    fileprivate init(named layout: Pictures.Layout, width: Int, height: Int) throws {
        let name =
            switch layout {
            case .planar420: "yuv420p"
            case .planar422: "yuv422p"
            case .planar444: "yuv444p"
            case .planar420Deep: "yuv420p10le"
            case .planar422Deep: "yuv422p10le"
            case .planar444Deep: "yuv444p10le"
            }
        try self.init(width: width, height: height, formatNamed: name)
    }
}

extension CGImage {
    /// The 8-bit components of a pixel: red, green, blue.
    func components(_ x: Int, _ y: Int) -> [Int] {
        let size = bitsPerPixel / 8
        return withPixels { span in
            (0..<3).map { Int(span.unsafeLoad(fromByteOffset: y * bytesPerRow + x * size + $0, as: UInt8.self)) }
        }
    }

    /// How far the components of the pixel in the middle are from a colour.
    func distance(to patch: Patch) -> Int {
        let found = components(width / 2, height / 2)
        let wanted = [patch.red, patch.green, patch.blue].map { Int($0.rounded()) }
        return zip(found, wanted).map { abs($0 - $1) }.max() ?? 255
    }
}
