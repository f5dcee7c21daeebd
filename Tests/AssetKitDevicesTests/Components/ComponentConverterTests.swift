import AssetKitBase
import Testing

@Suite("4:2:0 of red, green and blue")
struct ComponentConverterTests {
    /// How far a code may be from exact arithmetic.
    private static let most = 0.502

    @Test(
        "each code is the nearest, of random pictures of all orders and odd sizes, with all kinds of vectors",
        arguments: [ComponentConverter.Order.bgra, .rgba, .argb, .abgr, .rgb, .bgr],
        [(1, 1), (2, 2), (3, 5), (17, 9), (64, 4), (257, 3), (516, 6), (1023, 2)]
    )
    func nearest(_ order: ComponentConverter.Order, _ size: (width: Int, height: Int)) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var picture = RandomPicture(size.width, size.height, order, seed: seed)
        for kind in ConversionKind.all {
            let exact = picture.exact(kind)
            for vectors in PlaneScaler.Vectors.allCases {
                for isInterleaved in [true, false] {
                    let codes = picture.converted(kind, isInterleaved: isInterleaved, vectors)
                    #expect(codes.count == exact.count)
                    let worst = zip(codes, exact).map { abs(Double($0) - $1) }.max() ?? 1
                    #expect(worst <= Self.most, "seed \(seed), \(kind), \(vectors)")
                }
            }
        }
    }

    @Test("white, black and grey have no colour and the codes that belong to them")
    func greys() {
        for kind in ConversionKind.all {
            for level in 0...255 {
                var picture = RandomPicture(4, 2, .bgra, seed: 0)
                picture.pixels = picture.pixels.map { _ in UInt8(level) }
                let codes = picture.converted(kind, isInterleaved: true, .avx2)
                let luma = kind.isFullRange ? Double(level) : 16 + 219 * Double(level) / 255
                #expect(codes.prefix(8).allSatisfy { Double($0) == luma.rounded() })
                #expect(codes.dropFirst(8).allSatisfy { $0 == 128 })
            }
        }
    }

    @Test("nothing is written beside the picture")
    func borders() {
        var picture = RandomPicture(33, 7, .bgra, seed: 5)
        for isInterleaved in [true, false] {
            _ = picture.converted(ConversionKind.all[0], isInterleaved: isInterleaved, .avx2)
            #expect(picture.isBorderWhole)
        }
    }
}

/// What colours become.
struct ConversionKind: CustomStringConvertible {
    let red: Double
    let blue: Double
    let isFullRange: Bool
    let isCentred: Bool

    static let all = [
        ConversionKind(red: 0.2126, blue: 0.0722, isFullRange: false, isCentred: false),
        ConversionKind(red: 0.2126, blue: 0.0722, isFullRange: true, isCentred: true),
        ConversionKind(red: 0.299, blue: 0.114, isFullRange: false, isCentred: true),
        ConversionKind(red: 0.2627, blue: 0.0593, isFullRange: true, isCentred: false),
    ]

    var converter: ComponentConverter {
        ComponentConverter(red: red, blue: blue, isFullRange: isFullRange, isCentred: isCentred)
    }

    var description: String { "\(red), \(blue)\(isFullRange ? ", full range" : "")\(isCentred ? ", centred" : "")" }
}

/// A picture of random pixels, and what becomes of it: all luma, all of blue's difference, all of red's.
struct RandomPicture {
    private static let mark: UInt8 = 0xA7
    private static let padding = 13

    let width: Int
    let height: Int
    let order: ComponentConverter.Order
    var pixels: [UInt8]
    private(set) var isBorderWhole = true

    init(_ width: Int, _ height: Int, _ order: ComponentConverter.Order, seed: UInt64) {
        (self.width, self.height, self.order) = (width, height, order)
        var state = seed
        pixels = (0..<width * height * order.pixelSize).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            // The ends more often than the rest.
            return mixed & 3 == 0 ? (mixed & 4 == 0 ? 0 : 255) : UInt8(truncatingIfNeeded: mixed >> 40)
        }
    }

    private var chromaWidth: Int { (width + 1) / 2 }
    private var chromaHeight: Int { (height + 1) / 2 }

    private func value(_ column: Int, _ row: Int, _ byte: Int) -> Double {
        let (column, row) = (min(max(column, 0), width - 1), min(row, height - 1))
        return Double(pixels[(row * width + column) * order.pixelSize + byte])
    }

    func exact(_ kind: ConversionKind) -> [Double] {
        let green = 1 - kind.red - kind.blue
        let (lumaScale, chromaScale, black) =
            kind.isFullRange ? (1.0, 1.0, 0.0) : (219.0 / 255, 224.0 / 255, 16.0)
        func luma(_ red: Double, _ blue: Double, _ middle: Double) -> Double {
            kind.red * red + green * middle + kind.blue * blue
        }
        let all = (0..<height).flatMap { row in
            (0..<width).map { column in
                black + lumaScale
                    * luma(
                        value(column, row, order.red),
                        value(column, row, order.blue),
                        value(column, row, order.green)
                    )
            }
        }
        let weights: [(place: Int, weight: Double)] =
            kind.isCentred ? [(0, 0.5), (1, 0.5)] : [(-1, 0.25), (0, 0.5), (1, 0.25)]
        func mean(_ column: Int, _ row: Int, _ byte: Int) -> Double {
            weights.reduce(0) { sum, each in
                let column = 2 * column + each.place
                return sum + each.weight * (value(column, 2 * row, byte) + value(column, 2 * row + 1, byte)) / 2
            }
        }
        func difference(_ row: Int, _ column: Int, ofRed: Bool) -> Double {
            let (red, blue) = (mean(column, row, order.red), mean(column, row, order.blue))
            let gray = luma(red, blue, mean(column, row, order.green))
            let whole = ofRed ? (red - gray) / (2 * (1 - kind.red)) : (blue - gray) / (2 * (1 - kind.blue))
            return min(128 + chromaScale * whole, 255)
        }
        let places = (0..<chromaHeight).flatMap { row in (0..<chromaWidth).map { (row, $0) } }
        return all + places.map { difference($0, $1, ofRed: false) } + places.map { difference($0, $1, ofRed: true) }
    }

    mutating func converted(
        _ kind: ConversionKind,
        isInterleaved: Bool,
        _ vectors: PlaneScaler.Vectors
    ) -> [UInt8] {
        let (stride, step) = (width + Self.padding, isInterleaved ? 2 : 1)
        let chromaStride = chromaWidth * step + Self.padding
        var luma = [UInt8](repeating: Self.mark, count: stride * height)
        var first = [UInt8](repeating: Self.mark, count: chromaStride * chromaHeight)
        var second = first
        luma.withUnsafeMutableBytes { luma in
            first.withUnsafeMutableBytes { first in
                second.withUnsafeMutableBytes { second in
                    guard let luma = luma.baseAddress, let blue = first.baseAddress, let other = second.baseAddress
                    else { return }
                    let target = ComponentConverter.Target(
                        luma: luma,
                        lumaStride: stride,
                        blue: blue,
                        red: isInterleaved ? blue + 1 : other,
                        chromaStride: chromaStride,
                        isInterleaved: isInterleaved
                    )
                    pixels.withUnsafeBytes { pixels in
                        guard let pixels = pixels.baseAddress else { return }
                        kind.converter.convert(
                            pixels,
                            stride: width * order.pixelSize,
                            order,
                            width: width,
                            height: height,
                            into: target,
                            vectors: vectors
                        )
                    }
                }
            }
        }
        let borders =
            (0..<height).map { luma[($0 * stride + width)..<(($0 + 1) * stride)] }
            + (0..<chromaHeight).map { first[($0 * chromaStride + chromaWidth * step)..<(($0 + 1) * chromaStride)] }
        isBorderWhole = borders.allSatisfy { $0.allSatisfy { $0 == Self.mark } }
        let codes = (0..<height).flatMap { luma[($0 * stride)..<($0 * stride + width)] }
        func plane(_ bytes: [UInt8], _ start: Int) -> [UInt8] {
            (0..<chromaHeight).flatMap { row in
                (0..<chromaWidth).map { bytes[row * chromaStride + $0 * step + start] }
            }
        }
        return codes + plane(first, 0) + (isInterleaved ? plane(first, 1) : plane(second, 0))
    }
}

extension ComponentConverter.Order {
    fileprivate static let argb = ComponentConverter.Order(4, red: 1, green: 2, blue: 3)
    fileprivate static let abgr = ComponentConverter.Order(4, red: 3, green: 2, blue: 1)
    fileprivate static let bgr = ComponentConverter.Order(3, red: 2, green: 1, blue: 0)
}
