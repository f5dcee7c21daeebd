import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("Pictures, part, shape and turn")
struct PictureGeometryTests {
    /// One of the eight turns, and where the four corners (red, green, blue, white; clockwise from the top left) go.
    struct Turn: Sendable, CustomTestStringConvertible {
        let name: String
        let transform: [Double]
        let corners: [Int]
        var testDescription: String { name }

        static let all = [
            Turn(name: "none", transform: [1, 0, 0, 1], corners: [0, 1, 2, 3]),
            Turn(name: "90", transform: [0, 1, -1, 0], corners: [3, 0, 1, 2]),
            Turn(name: "180", transform: [-1, 0, 0, -1], corners: [2, 3, 0, 1]),
            Turn(name: "270", transform: [0, -1, 1, 0], corners: [1, 2, 3, 0]),
            Turn(name: "mirrored", transform: [-1, 0, 0, 1], corners: [1, 0, 3, 2]),
            Turn(name: "flipped", transform: [1, 0, 0, -1], corners: [3, 2, 1, 0]),
            Turn(name: "transposed", transform: [0, 1, 1, 0], corners: [0, 3, 2, 1]),
            Turn(name: "transversed", transform: [0, -1, -1, 0], corners: [2, 1, 0, 3]),
        ]

        var description: PictureDescription {
            var result = PictureDescription()
            result.transform = CGAffineTransform(
                a: transform[0],
                b: transform[1],
                c: transform[2],
                d: transform[3],
                tx: 12,
                ty: -7
            )
            return result
        }
    }

    private static let colors = [Patch(255, 0, 0), Patch(0, 255, 0), Patch(0, 0, 255), Patch(255, 255, 255)]

    /// Black, with a marker in each corner.
    private func marked(_ width: Int, _ height: Int, marker: Int) throws -> Frame {
        let storage = Storage.highDefinition
        let codes = (Self.colors + [Patch(0, 0, 0)]).map { storage.codes($0, depth: 8, isFullRange: false) }
        return try Pictures.frame(
            .planar444,
            width: width,
            height: height,
            color: storage.color(isFullRange: false)
        ) { x, y, plane in
            let (left, right, top, bottom) = (x < marker, x >= width - marker, y < marker, y >= height - marker)
            switch (left, right, top, bottom) {
            case (true, _, true, _): return codes[0][plane]
            case (_, true, true, _): return codes[1][plane]
            case (_, true, _, true): return codes[2][plane]
            case (true, _, _, true): return codes[3][plane]
            default: return codes[4][plane]
            }
        }
    }

    private func isNear(_ found: [Int], _ patch: Patch) -> Bool {
        zip(found, [patch.red, patch.green, patch.blue]).allSatisfy { abs($0 - Int($1)) <= 3 }
    }

    @Test("each turn moves every corner to its place, exactly", arguments: Turn.all)
    func turns(turn: Turn) throws {
        let frame = try marked(37, 22, marker: 1)
        var request = PictureRequest()
        request.appliesTransform = true
        let image = try PictureConverter(request, turn.description).image(frame)
        let isSideways = turn.transform[0] == 0
        #expect(image.width == (isSideways ? 22 : 37))
        #expect(image.height == (isSideways ? 37 : 22))
        let (right, bottom) = (image.width - 1, image.height - 1)
        for (place, corner) in [(0, 0), (right, 0), (right, bottom), (0, bottom)].enumerated() {
            let found = image.components(corner.0, corner.1)
            #expect(isNear(found, Self.colors[turn.corners[place]]), "corner \(place) is \(found)")
        }
        // The markers are one pixel: nothing has leaked to their neighbours.
        #expect(isNear(image.components(1, 1), Patch(0, 0, 0)))
        #expect(isNear(image.components(right - 1, bottom - 1), Patch(0, 0, 0)))
    }

    @Test("pixel buffers are turned too", arguments: Turn.all)
    func turnedBuffers(turn: Turn) throws {
        let frame = try marked(64, 32, marker: 8)
        var request = PictureRequest(output: .pixelBuffer(PixelBufferRequest(formats: [kCVPixelFormatType_32BGRA])))
        request.appliesTransform = true
        let buffer = try PictureConverter(request, turn.description).pixelBuffer(frame)
        let (right, bottom) = (buffer.width - 4, buffer.height - 4)
        for (place, corner) in [(3, 3), (right, 3), (right, bottom), (3, bottom)].enumerated() {
            let pixel = SampleReader.pixel(of: buffer, corner.0, corner.1)
            #expect(isNear([pixel.red, pixel.green, pixel.blue], Self.colors[turn.corners[place]]))
        }
    }

    @Test("the turn is left out unless it is asked for, and a slant always is")
    func noTurn() throws {
        let frame = try marked(32, 16, marker: 4)
        let plain = try PictureConverter(PictureRequest(), Turn.all[1].description).image(frame)
        #expect(plain.width == 32)
        #expect(PictureTurn(CGAffineTransform(rotationAngle: 0.3)) == .none)
        #expect(PictureTurn(CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)).swapsSides)
        #expect(PictureTurn(CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)) == .none)
        #expect(PictureTurn(CGAffineTransform(a: .nan, b: 1, c: -1, d: 0, tx: 0, ty: 0)) == .none)
        #expect(PictureTurn(CGAffineTransform(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0)) == .none)
    }

    @Test("a picture fits inside the largest size and is never enlarged")
    func fitting() throws {
        func size(_ width: Double, _ height: Double, turned: Bool = false) throws -> [Int] {
            var request = PictureRequest()
            request.maximumSize = CGSize(width: width, height: height)
            request.appliesTransform = turned
            let description = turned ? Turn.all[1].description : PictureDescription()
            let image = try PictureConverter(request, description).image(marked(192, 108, marker: 8))
            return [image.width, image.height]
        }
        #expect(try size(0, 0) == [192, 108])
        #expect(try size(96, 0) == [96, 54])
        #expect(try size(0, 54) == [96, 54])
        #expect(try size(96, 20) == [36, 20])
        #expect(try size(1000, 1000) == [192, 108])
        #expect(try size(96, 0, turned: true) == [96, 171])
        #expect(try size(1, 1) == [1, 1])
        #expect(try size(.nan, -5) == [192, 108])
        #expect(try size(.infinity, 54) == [96, 54])
    }

    @Test("wide pixels widen the picture, tall ones narrow it, and encoded pixels stay as they are")
    func pixelAspect() throws {
        func size(_ horizontal: Int, _ vertical: Int, _ aperture: PictureRequest.Aperture) throws -> [Int] {
            var request = PictureRequest()
            request.aperture = aperture
            var description = PictureDescription()
            description.pixelAspect = .init(horizontal: horizontal, vertical: vertical)
            let image = try PictureConverter(request, description).image(marked(72, 48, marker: 4))
            let last = image.components(image.width - 1, 0)
            #expect(isNear(last, Self.colors[1]), "\(last)")
            return [image.width, image.height]
        }
        #expect(try size(4, 3, .clean) == [96, 48])
        #expect(try size(8, 9, .production) == [64, 48])
        #expect(try size(4, 3, .encoded) == [72, 48])
        // Nonsense counts as square.
        #expect(try size(1, 100_000, .clean) == [72, 48])
        #expect(try size(0, 1, .clean) == [72, 48])
        #expect(try size(-4, 3, .clean) == [72, 48])
    }

    @Test("the clean part is cut out at its pixel, also where colour is shared", arguments: Pictures.Layout.allCases)
    func cleanAperture(layout: Pictures.Layout) throws {
        // Left of 21 red, else blue; the clean part begins at an odd pixel.
        let storage = Storage.highDefinition
        let (red, blue) = (Patch(191, 0, 0), Patch(0, 0, 191))
        let codes = [red, blue].map { storage.codes($0, depth: layout.depth, isFullRange: false) }
        let frame = try Pictures.frame(
            layout,
            width: 64,
            height: 48,
            color: storage.color(isFullRange: false)
        ) { x, _, plane in codes[x < 20 ? 0 : 1][plane] }
        var description = PictureDescription()
        (description.codedWidth, description.codedHeight) = (64, 48)
        description.cleanAperture = CGRect(x: 13, y: 5, width: 30, height: 28)
        let converter = PictureConverter(PictureRequest(), description)
        let image = try converter.image(frame)
        #expect(image.width == 30 && image.height == 28)
        #expect(isNear(image.components(3, 10), red))
        #expect(isNear(image.components(11, 10), blue))
        // The same pixels as in the whole picture.
        var request = PictureRequest()
        request.aperture = .production
        let whole = try PictureConverter(request, description).image(frame)
        #expect(whole.width == 64 && whole.height == 48)
        for x in 1..<29 {
            let (part, all) = (image.components(x, 10), whole.components(x + 13, 15))
            #expect(zip(part, all).allSatisfy { abs($0 - $1) <= 2 }, "column \(x): \(part) is not \(all)")
        }
    }

    @Test("a clean part of pictures of another size, or outside of them, says nothing")
    func strangeAperture() throws {
        let frame = try marked(64, 48, marker: 4)
        func size(_ clean: CGRect, codedWidth: Int = 64) throws -> [Int] {
            var description = PictureDescription()
            (description.codedWidth, description.codedHeight) = (codedWidth, 48)
            description.cleanAperture = clean
            let image = try PictureConverter(PictureRequest(), description).image(frame)
            return [image.width, image.height]
        }
        #expect(try size(CGRect(x: 2, y: 2, width: 10, height: 10), codedWidth: 80) == [64, 48])
        #expect(try size(CGRect(x: 70, y: 0, width: 10, height: 10)) == [64, 48])
        #expect(try size(CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10)) == [64, 48])
        #expect(try size(CGRect(x: -1e300, y: 0, width: 1e301, height: 24)) == [64, 24])
        #expect(try size(CGRect(x: 60, y: 40, width: 10, height: 10)) == [4, 8])
    }
}
