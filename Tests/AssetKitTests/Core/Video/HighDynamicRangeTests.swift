import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Pictures, high dynamic range")
struct HighDynamicRangeTests {
    enum Curve: Int32, Sendable, CaseIterable {
        case perceptualQuantizer = 16
        case hybridLogGamma = 18

        /// The number of grey light on a screen of 1,000 cd/m² or more, within 0…1: ITU-R BT.2100.
        func number(_ luminance: Double) -> Double {
            switch self {
            case .perceptualQuantizer:
                let power = pow(luminance / 10000, 0.1593017578125)
                return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
            case .hybridLogGamma:
                let scene = pow(luminance / 1000, 1 / 1.2)
                return scene <= 1.0 / 12
                    ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
            }
        }

        var brightest: Double { self == .perceptualQuantizer ? 10000 : 1000 }
        var color: PictureColor { PictureColor(primaries: 9, transfer: rawValue, matrix: 9, isFullRange: false) }
    }

    private static let storage = Storage.all[3]

    /// Columns of grey or tinted light, from black to the brightest.
    private func ramp(_ curve: Curve, _ luminances: [Double], tint: [Double] = [1, 1, 1]) throws -> Frame {
        let columns = luminances.map { luminance in
            Self.storage.codes(tint.map { curve.number($0 * luminance) }, depth: 10, isFullRange: false)
        }
        return try Pictures.frame(.planar444Deep, width: columns.count, height: 16, color: curve.color) { x, _, plane in
            columns[x][plane]
        }
    }

    private func luminances(_ curve: Curve) -> [Double] {
        (0..<400).map { curve.brightest * pow(Double($0) / 399, 3) }
    }

    @Test("grey ramps stay grey and monotonic", arguments: Curve.allCases)
    func ramps(curve: Curve) throws {
        let image = try PictureConverter(PictureRequest()).image(ramp(curve, luminances(curve)))
        var last = -1
        for x in 0..<400 {
            let pixel = image.components(x, 8)
            #expect((pixel.max() ?? 0) - (pixel.min() ?? 0) <= 2, "\(pixel) is not grey")
            #expect(pixel[1] >= last)
            last = pixel[1]
        }
        #expect(image.components(0, 8) == [0, 0, 0])
        #expect(last >= 254)
    }

    @Test("reference white has its place, and brighter light stays apart", arguments: Curve.allCases)
    func anchors(curve: Curve) throws {
        for peak in [nil, 1000, 4000.0] {
            var description = PictureDescription()
            description.peakLuminance = peak
            let frame = try ramp(curve, [100, 100, 203, 203, 400, 400, 1000, 1000])
            let image = try PictureConverter(PictureRequest(), description).image(frame)
            let found = [0, 2, 4, 6].map { Double(image.components($0, 8)[1]) / 255 }
            #expect((0.75...0.95).contains(found[1]), "203 cd/m² became \(found[1])")
            #expect(found[1] - found[0] > 0.1)
            #expect(found[2] - found[1] > 0.05)
            #expect(found[3] - found[2] > 0.03, "\(found)")
        }
    }

    @Test("coloured ramps keep their order of components, and get no darker", arguments: Curve.allCases)
    func tints(curve: Curve) throws {
        for tint in [[1, 0.25, 0.1], [0.1, 0.3, 1], [0.2, 1, 0.4], [1.0, 0.8, 0.1]] {
            let image = try PictureConverter(PictureRequest()).image(ramp(curve, luminances(curve), tint: tint))
            var last = -1
            let order = [0, 1, 2].sorted { tint[$0] < tint[$1] }
            for x in 0..<400 {
                let pixel = image.components(x, 8)
                let sum = pixel.reduce(0, +)
                // Codes of 10 bits are rounded, each component for itself.
                #expect(sum >= last - 4)
                last = max(last, sum)
                #expect(pixel[order[0]] <= pixel[order[1]] + 3 && pixel[order[1]] <= pixel[order[2]] + 3, "\(pixel)")
            }
        }
    }

    @Test("a range that is kept comes in 16 bits with its space", arguments: Curve.allCases)
    func kept(curve: Curve) throws {
        var request = PictureRequest()
        request.dynamicRange = .matchSource
        let image = try PictureConverter(request).image(ramp(curve, Array(repeating: 203, count: 32)))
        let isQuantizer = curve == .perceptualQuantizer
        #expect(image.colorSpace?.name == (isQuantizer ? CGColorSpace.itur_2100_PQ : CGColorSpace.itur_2100_HLG))
        #expect(image.bitsPerComponent == 16)
        let number = image.withPixels { $0.unsafeLoad(fromByteOffset: 4 * image.bytesPerRow + 80, as: UInt16.self) }
        #expect(abs(Double(number) / 65535 - curve.number(203)) < 0.002)
    }

    @Test("10-bit buffers keep the range and say so; 8-bit ones of standard range are worked out")
    func buffers() throws {
        let frame = try ramp(.perceptualQuantizer, Array(repeating: 203, count: 32))
        let deep = PixelBufferRequest(formats: [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange])
        var request = PictureRequest(output: .pixelBuffer(deep), dynamicRange: .matchSource)
        let kept = try PictureConverter(request).pixelBuffer(frame)
        let transfer = CVBufferCopyAttachment(kept, kCVImageBufferTransferFunctionKey, nil) as? String
        #expect(transfer == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
        let code = kept.akWithPlane(0) { $0.unsafeLoad(fromByteOffset: 20, as: UInt16.self) } ?? 0
        #expect(abs(Double(code >> 6) - (64 + 876 * Curve.perceptualQuantizer.number(203))) <= 1)
        request.dynamicRange = .forceStandard
        request.output = .pixelBuffer(PixelBufferRequest(formats: [kCVPixelFormatType_32BGRA]))
        let standard = try PictureConverter(request).pixelBuffer(frame)
        let primaries = CVBufferCopyAttachment(standard, kCVImageBufferColorPrimariesKey, nil) as? String
        #expect(primaries == kCVImageBufferColorPrimaries_ITU_R_709_2)
        let image = try PictureConverter(PictureRequest()).image(frame)
        let pixel = SampleReader.pixel(of: standard, 16, 8)
        #expect(abs(pixel.green - image.components(16, 8)[1]) <= 2)
    }
}
