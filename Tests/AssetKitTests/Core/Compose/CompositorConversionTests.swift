import AssetKitBase
import AssetKitCore
import Foundation
import Testing

@testable import AssetKitFFmpeg
@testable import AssetKitSources

@Suite("Compositor of pictures, conversions")
struct CompositorConversionTests {
    private typealias Pictures = ComposedPictures

    private func compose(
        _ picture: LayerPicture,
        _ layer: ResolvedLayer = ResolvedLayer(trackID: 1),
        like frame: borrowing Frame
    ) throws -> Frame {
        let output = Pictures.compositor(like: frame, frame.width, frame.height).output
        let below = try Pictures.picture(frame)
        let layers = [ResolvedLayer(trackID: 2), layer]
        return try PictureCompositor(output).compose(layers, of: [1: picture, 2: below], over: .black)
    }

    @Test(
        "alpha shows as much of what is below as it says, straight and premultiplied",
        arguments: [0, 64, 128, 255],
        [1, 0.6]
    )
    func alpha(alpha: Int, opacity: Double) throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [60, 110, 140])
        let share = Double(alpha) / 255
        for isPremultiplied in [false, true] {
            let codes = [200, 90, 180]
            let zeros = [16, 128, 128]
            let stored = zip(codes, zeros).map { code, zero in
                isPremultiplied ? Int((Double(zero) + share * Double(code - zero)).rounded()) : code
            }
            let layer = try Pictures.flat("yuva420p", 32, 32, stored + [alpha])
            var description = PictureDescription()
            description.isPremultiplied = isPremultiplied
            let result = try compose(
                LayerPicture(layer, description),
                ResolvedLayer(trackID: 1, opacity: opacity),
                like: frame
            )
            for (plane, under) in [60, 110, 140].enumerated() {
                let exact = share * opacity * Double(codes[plane]) + (1 - share * opacity) * Double(under)
                let found = Double(Pictures.code(result, plane, 5, 5))
                #expect(abs(found - exact) <= 1, "plane \(plane), premultiplied: \(isPremultiplied)")
            }
        }
    }

    @Test("what a transparent picture has where it does not show does not bleed into its edges")
    func bleeding() throws {
        let frame = try Pictures.flat("yuv420p", 64, 64, [50, 128, 128])
        // White shows on the left; on the right there is black that does not.
        let layer = try Pictures.frame("yuva420p", 64, 64) { plane, x, _ in
            switch plane {
            case 0: x < 32 ? 235 : 16
            case 3: x < 32 ? 255 : 0
            default: 128
            }
        }
        let turn = CGAffineTransform(rotationAngle: 0.05)
        let result = try compose(Pictures.picture(layer), ResolvedLayer(trackID: 1, transform: turn), like: frame)
        let row = Pictures.codes(result, 0)[32]
        #expect(row.allSatisfy { $0 >= 49 })
    }

    @Test(
        "pictures of red, green, blue and alpha become the output's",
        arguments: ["rgba", "bgra", "gbrap", "rgba64le"]
    )
    func colors(format: String) throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [16, 128, 128])
        let source = try Frame(width: 32, height: 32, formatNamed: "rgba")
        for row in 0..<32 {
            source.withRow(row, ofPlane: 0) { bytes in
                for column in 0..<32 {
                    for (place, code) in [255, 0, 0, 128].enumerated() { bytes[column * 4 + place] = UInt8(code) }
                }
            }
        }
        source.setColor(.sRGB)
        let layer = try Frame(width: 32, height: 32, formatNamed: format)
        layer.setColor(.sRGB)
        try Scaler(.exact).scale(source, into: layer)
        let result = try compose(Pictures.picture(layer), like: frame)
        // Half of red, in BT.709, over black.
        for (plane, code) in [63, 102, 240].enumerated() {
            let zero = plane == 0 ? 16.0 : 128
            let exact = zero + (Double(code) - zero) * 128 / 255
            #expect(abs(Double(Pictures.code(result, plane, 8, 8)) - exact) <= 2)
        }
    }

    @Test(
        "another depth, another sampling and another matrix are converted, and grey stays grey",
        arguments: ["yuv420p10le", "yuv422p", "yuv444p12le", "nv12", "p010le", "yuv411p"]
    )
    func formats(format: String) throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [16, 128, 128])
        let wide = try Pictures.flat("yuv420p", 32, 32, [126, 128, 128])
        let layer = try Frame(width: 32, height: 32, formatNamed: format)
        var color = Pictures.color
        color.matrix = 6
        layer.setColor(color)
        try Scaler(.exact).scale(wide, into: layer)
        layer.setColor(color)
        let result = try compose(Pictures.picture(layer), ResolvedLayer(trackID: 1, opacity: 0.999), like: frame)
        for (plane, code) in [126, 128, 128].enumerated() {
            #expect(abs(Pictures.code(result, plane, 8, 8) - code) <= 1)
        }
    }

    @Test("grey pictures of either range keep their light", arguments: [false, true])
    func grey(isFullRange: Bool) throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [16, 128, 128])
        var color = Pictures.color
        color.isFullRange = isFullRange
        let layer = try Pictures.frame("gray", 32, 32, color: color) { _, _, _ in isFullRange ? 128 : 126 }
        let result = try compose(Pictures.picture(layer), like: frame)
        for (plane, code) in [126, 128, 128].enumerated() {
            #expect(abs(Pictures.code(result, plane, 8, 8) - code) <= 1)
        }
    }

    @Test("a picture that becomes much smaller is the mean of what it was")
    func shrunk() throws {
        let frame = try Pictures.flat("yuv420p", 64, 64, [16, 128, 128])
        let lines = try Pictures.frame("yuv420p", 640, 640) { plane, x, _ in plane > 0 ? 128 : x % 2 == 0 ? 16 : 216 }
        for scale in [0.1, 0.0834, 0.31] {
            let layer = ResolvedLayer(trackID: 1, transform: CGAffineTransform(scaleX: scale, y: scale))
            let result = try compose(Pictures.picture(lines), layer, like: frame)
            for x in 4..<12 { #expect(abs(Pictures.code(result, 0, x, 8) - 116) <= 6) }
        }
    }

    @Test("a picture that shows for long is converted once")
    func kept() throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [16, 128, 128])
        let still = try Pictures.picture(Pictures.flat("yuv444p", 64, 64, [100, 128, 128]))
        let compositor = Pictures.compositor(like: frame, 32, 32)
        for step in 0..<5 {
            let layer = ResolvedLayer(
                trackID: 1,
                opacity: Double(step + 1) / 6,
                transform: CGAffineTransform(scaleX: 0.5, y: 0.5)
            )
            _ = try compositor.compose([layer], of: [1: still], over: .black)
        }
        #expect(compositor.counts == PictureCompositor.Counts(composed: 5, converted: 1))
    }

    @Test("a high dynamic range becomes the standard one of the output")
    func dynamicRange() throws {
        let frame = try Pictures.flat("yuv420p", 32, 32, [16, 128, 128])
        // The numbers of 203 cd/m² by the perceptual quantiser.
        let bright = try Pictures.frame(
            "yuv420p10le",
            32,
            32,
            color: PictureColor(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        ) { plane, _, _ in plane == 0 ? 573 : 512 }
        let result = try compose(Pictures.picture(bright), like: frame)
        let found = (0..<3).map { Pictures.code(result, $0, 8, 8) }
        // 82 % of the numbers, as stills show it.
        #expect(abs(found[0] - (16 + 219 * 82 / 100)) <= 4 && found[1...].allSatisfy { abs($0 - 128) <= 1 })
    }

    @Test("the output's planes are those of the first picture, or what comes nearest and can have alpha")
    func outputs() throws {
        let wanted = [
            "yuv420p": "yuv420p", "yuvj420p": "yuv420p", "nv12": "yuv420p", "gray": "yuv420p", "rgba": "yuv444p",
            "yuv422p10le": "yuv422p10le", "p010le": "yuv420p10le", "yuva444p12le": "yuv444p12le",
            "yuv420p12le": "yuv420p16le", "gbrp10le": "yuv444p10le", "uyvy422": "yuv422p", "yuv410p": "yuv420p",
        ]
        for (source, target) in wanted {
            let frame = try Frame(width: 16, height: 16, formatNamed: source)
            let example = try Frame(width: 16, height: 16, formatNamed: target)
            let format = PlaneFormat(nearestTo: frame, isFullRange: false)
            let expected = PlaneFormat(of: example, isFullRange: false)
            #expect(expected.map(format.hasSamePlanes(as:)) == true, "\(source)")
            #expect(format.withAlpha?.opaque == format)
        }
    }
}
