import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("Pictures, colour to the number")
struct PictureColorTests {
    @Test(
        "flat colours come out as the same sRGB, however they are stored",
        arguments: Storage.all,
        Pictures.Layout.allCases
    )
    func images(storage: Storage, layout: Pictures.Layout) throws {
        for isFullRange in [false, true] {
            let color = storage.color(isFullRange: isFullRange)
            let converter = PictureConverter(PictureRequest())
            for patch in storage.patches(depth: layout.depth) {
                let codes = storage.codes(patch, depth: layout.depth, isFullRange: isFullRange)
                let image = try converter.image(Pictures.flat(codes, layout, color))
                #expect(image.width == 64)
                #expect(image.height == 48)
                #expect(image.colorSpace?.name == CGColorSpace.sRGB)
                #expect(image.distance(to: patch) <= 3, "\(patch), full \(isFullRange): \(image.components(32, 24))")
            }
            #expect(converter.counts.converted == storage.patches(depth: layout.depth).count)
        }
    }

    @Test("the files of an image say the same when they are read again", arguments: Storage.all)
    func files(storage: Storage) throws {
        for (size, isFullRange) in [((64, 48), false), ((720, 560), true)] {
            let color = storage.color(isFullRange: isFullRange)
            let converter = PictureConverter(PictureRequest())
            // Large pictures differ in how JPEG shares colour, and take long.
            let patches = storage.patches(depth: 8)
            for patch in size.0 > 512 ? patches.filter({ $0.red == 191 }) : patches {
                let codes = storage.codes(patch, depth: 8, isFullRange: isFullRange)
                let frame = try Pictures.flat(codes, .planar420, color, width: size.0, height: size.1)
                let image = try converter.image(frame)
                let files = [image.akPNGData(), image.akJPEGData(), image.akWebPData()]
                for (index, data) in files.enumerated() {
                    let again = try #require(data.flatMap { CGImage(akData: $0) })
                    #expect(again.distance(to: patch) <= 3, "\(patch) in file \(index): \(again.components(32, 24))")
                }
            }
        }
    }

    @Test("what the track says of colour counts more than what the pictures say")
    func description() throws {
        let patch = Patch(191, 20, 20)
        let storage = Storage.highDefinition
        let codes = storage.codes(patch, depth: 8, isFullRange: true)
        let mistaken = PictureColor(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)
        var facts = VideoFacts()
        (facts.primaries, facts.transfer, facts.matrix, facts.range) = ("bt709", "bt709", "bt709", "pc")
        let converter = PictureConverter(PictureRequest(), PictureDescription(facts))
        #expect(try converter.image(Pictures.flat(codes, .planar420, mistaken)).distance(to: patch) <= 2)
    }

    @Test("pictures that say nothing are BT.601 when small and BT.709 when large")
    func guesses() throws {
        let patch = Patch(191, 0, 0)
        for (width, height, storage) in [(720, 576, Storage.all[1]), (1280, 720, Storage.highDefinition)] {
            let codes = storage.codes(patch, depth: 8, isFullRange: false)
            let frame = try Pictures.flat(codes, .planar420, PictureColor(), width: width, height: height)
            var request = PictureRequest()
            request.maximumSize = CGSize(width: 160, height: 0)
            #expect(try PictureConverter(request).image(frame).distance(to: patch) <= 2)
        }
    }

    @Test("pictures of red, green and blue keep their numbers", arguments: ["rgb24", "bgra", "gbrp", "gbrp10le"])
    func rgb(format: String) throws {
        for patch in Patch.all {
            let source = try Pictures.flat(
                Storage.highDefinition.codes(patch, depth: 8, isFullRange: false),
                .planar444,
                Storage.highDefinition.color(isFullRange: false)
            )
            let frame = try Frame(width: 64, height: 48, formatNamed: format)
            try Scaler(.exact).scale(source, into: frame)
            let image = try PictureConverter(PictureRequest()).image(frame)
            #expect(image.distance(to: patch) <= 3, "\(patch): \(image.components(32, 24))")
        }
    }

    @Test("grey pictures keep their range", arguments: [false, true])
    func grey(isFullRange: Bool) throws {
        for value in [0, 40, 128, 255] {
            let frame = try Frame(width: 32, height: 32, formatNamed: "gray")
            let code = isFullRange ? value : 16 + (value * 219 + 127) / 255
            for row in 0..<32 {
                frame.withRow(row, ofPlane: 0) { bytes in for x in 0..<32 { bytes[x] = UInt8(code) } }
            }
            frame.setColor(PictureColor(isFullRange: isFullRange))
            let patch = Patch(Double(value), Double(value), Double(value))
            #expect(try PictureConverter(PictureRequest()).image(frame).distance(to: patch) <= 1)
        }
    }
}
