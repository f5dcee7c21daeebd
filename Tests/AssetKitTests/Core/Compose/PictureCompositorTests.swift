import AssetKitBase
import AssetKitCore
import Foundation
import Testing

@testable import AssetKitFFmpeg
@testable import AssetKitSources

@Suite("Compositor of pictures")
struct PictureCompositorTests {
    private typealias Pictures = ComposedPictures

    @Test("a single picture that stays as it is, is handed on without a copy")
    func untouched() throws {
        let frame = try Pictures.flat("yuv420p", 64, 48, [100, 90, 160])
        let compositor = Pictures.compositor(like: frame, 64, 48)
        let below = try Pictures.picture(Pictures.flat("yuv420p", 64, 48, [1, 2, 3]))
        let pictures: [Int32: LayerPicture] = [1: try Pictures.picture(frame), 2: below]
        let result = try compositor.compose(
            [ResolvedLayer(trackID: 2), ResolvedLayer(trackID: 1)],
            of: pictures,
            over: .black
        )
        let same = result.withPlane(0) { $0.baseAddress } == frame.withPlane(0) { $0.baseAddress }
        #expect(same)
        #expect(compositor.counts == PictureCompositor.Counts(handedOn: 1))
    }

    @Test("frame k of a dissolve of N has the weight k / N", arguments: ["yuv420p", "yuv422p10le", "yuv444p12le"])
    func dissolve(format: String) throws {
        let scale = format.contains("10") ? 4 : format.contains("12") ? 16 : 1
        let (first, second) = ([40, 100, 200].map { $0 * scale }, [220, 180, 60].map { $0 * scale })
        let frame = try Pictures.flat(format, 62, 34, first)
        let pictures: [Int32: LayerPicture] = [
            1: try Pictures.picture(frame), 2: try Pictures.picture(Pictures.flat(format, 62, 34, second)),
        ]
        let compositor = Pictures.compositor(like: frame, 62, 34)
        for k in 0...12 {
            let weight = Double(k) / 12
            let layers = [ResolvedLayer(trackID: 1), ResolvedLayer(trackID: 2, opacity: weight)]
            let result = try compositor.compose(layers, of: pictures, over: .black)
            for plane in 0..<3 {
                let exact = Double(first[plane]) * (1 - weight) + Double(second[plane]) * weight
                let bound = 0.5 + (scale == 1 ? Double(abs(first[plane] - second[plane])) / 256 : 0.1)
                for code in Pictures.codes(result, plane).joined() {
                    #expect(abs(Double(code) - exact) <= bound)
                }
            }
        }
    }

    @Test("where nothing shows is the background, in the output's own codes")
    func background() throws {
        let red = LayerProgram.Color(red: 1, green: 0, blue: 0)
        let cases: [(String, Bool, LayerProgram.Color, [Int])] = [
            ("yuv420p", false, .black, [16, 128, 128]), ("yuv422p10le", false, .black, [64, 512, 512]),
            ("yuv420p", true, .black, [0, 128, 128]), ("yuv420p", false, red, [63, 102, 240]),
        ]
        for (format, isFullRange, color, codes) in cases {
            let frame = try Pictures.flat(format, 5, 3, [1, 1, 1])
            var wish = Pictures.color
            wish.isFullRange = isFullRange
            let output = PictureCompositor.Output(like: frame, PictureDescription(), width: 33, height: 17, color: wish)
            let result = try PictureCompositor(output).compose([ResolvedLayer(trackID: 9)], of: [:], over: color)
            for plane in 0..<3 {
                let isFlat = Pictures.codes(result, plane).joined().allSatisfy { $0 == codes[plane] }
                #expect(isFlat, "\(format) \(plane)")
            }
            let (size, tags) = ([result.width, result.height], result.color)
            #expect(size == [33, 17] && tags == output.color)
        }
    }

    @Test("a layer lies where its transform puts it, and its samples are not changed by that")
    func shifted() throws {
        let frame = try Pictures.frame("yuv420p", 20, 12) { plane, x, y in 30 + plane * 40 + x * 3 + y }
        let layer = ResolvedLayer(trackID: 1, transform: CGAffineTransform(translationX: 6, y: -4))
        let result = try Pictures.compositor(like: frame, 40, 30)
            .compose([layer], of: [1: Pictures.picture(frame)], over: .black)
        for plane in 0..<3 {
            let block = plane == 0 ? 1 : 2
            let (source, found) = (Pictures.codes(frame, plane), Pictures.codes(result, plane))
            for (y, row) in found.enumerated() {
                for (x, code) in row.enumerated() {
                    let (column, line) = (x - 6 / block, y + 4 / block)
                    let isInside = source.indices.contains(line) && source[0].indices.contains(column)
                    #expect(code == (isInside ? source[line][column] : plane == 0 ? 16 : 128))
                }
            }
        }
    }

    @Test("the first layer is on top, and one that is hidden is not looked at")
    func order() throws {
        let frame = try Pictures.flat("yuv420p", 16, 16, [50, 128, 128])
        let small = try Pictures.flat("yuv420p", 8, 8, [200, 128, 128])
        let output = Pictures.compositor(like: frame, 16, 16).output
        let pictures: [Int32: LayerPicture] = [
            1: try Pictures.picture(frame), 2: try Pictures.picture(small),
        ]
        let over = try PictureCompositor(output)
            .compose([ResolvedLayer(trackID: 1), ResolvedLayer(trackID: 2)], of: pictures, over: .black)
        let under = try PictureCompositor(output)
            .compose([ResolvedLayer(trackID: 2), ResolvedLayer(trackID: 1)], of: pictures, over: .black)
        let found = [Pictures.code(over, 0, 7, 7), Pictures.code(over, 0, 8, 7), Pictures.code(under, 0, 7, 7)]
        #expect(found == [200, 50, 50])
        let sizes = pictures.mapValues(\.size)
        func visible(_ layers: [ResolvedLayer]) -> [Int32] {
            PictureCompositor.visible(layers, sizes: sizes, output).map(\.trackID)
        }
        let far = CGAffineTransform(translationX: 16, y: 0)
        #expect(visible([ResolvedLayer(trackID: 2), ResolvedLayer(trackID: 1)]) == [1])
        #expect(visible([ResolvedLayer(trackID: 1), ResolvedLayer(trackID: 2)]) == [1, 2])
        #expect(visible([ResolvedLayer(trackID: 2), ResolvedLayer(trackID: 1, opacity: 0.99)]) == [2, 1])
        #expect(visible([ResolvedLayer(trackID: 2, transform: far), ResolvedLayer(trackID: 3)]) == [])
        let cropped = ResolvedLayer(trackID: 1, crop: CGRect(x: 0, y: 0, width: 15, height: 16))
        #expect(visible([ResolvedLayer(trackID: 2), cropped]) == [2, 1])
    }

    @Test("a crop cuts the picture before it is moved, to a fraction of a pixel")
    func crop() throws {
        let frame = try Pictures.flat("yuv444p", 40, 20, [216, 128, 128])
        let layer = ResolvedLayer(
            trackID: 1,
            transform: CGAffineTransform(translationX: 3, y: 0),
            crop: CGRect(x: 4.25, y: -5, width: 10, height: 100)
        )
        let result = try Pictures.compositor(like: frame, 40, 20)
            .compose([layer], of: [1: Pictures.picture(frame)], over: .black)
        let row = Pictures.codes(result, 0)[10]
        #expect(row[6] == 16 && row[7] == 166 && row[8] == 216 && row[16] == 216 && row[17] == 66 && row[18] == 16)
    }

    @Test("pixels that are not square show in their true shape, and the aperture's top left is the origin")
    func geometry() throws {
        let frame = try Pictures.frame("yuv420p", 40, 20) { plane, x, _ in plane > 0 ? 128 : x < 8 ? 40 : 200 }
        var description = PictureDescription()
        description.pixelAspect = VideoFacts.PixelAspect(horizontal: 2, vertical: 1)
        (description.codedWidth, description.codedHeight) = (40, 20)
        description.cleanAperture = CGRect(x: 8, y: 2, width: 30, height: 16)
        let picture = try LayerPicture(frame, description)
        #expect(picture.size == LayerSize(width: 60, height: 16))
        let result = try Pictures.compositor(like: frame, 64, 16)
            .compose([ResolvedLayer(trackID: 1)], of: [1: picture], over: .black)
        let row = Pictures.codes(result, 0)[8]
        #expect(row[..<60].allSatisfy { $0 == 200 } && row[60...].allSatisfy { $0 == 16 })
    }

    @Test("quarter turns and mirrors only move samples", arguments: [90, 180, 270])
    func turned(degrees: Int) throws {
        let frame = try Pictures.frame("yuv444p", 20, 12) { plane, x, y in 30 + plane * 40 + x * 3 + y * 5 }
        let transform = CGAffineTransform.identity.turned(by: degrees)
            .startingAtOrigin(CGSize(width: 20, height: 12))
        let (width, height) = degrees == 180 ? (20, 12) : (12, 20)
        let result = try Pictures.compositor(like: frame, width, height)
            .compose([ResolvedLayer(trackID: 1, transform: transform)], of: [1: Pictures.picture(frame)], over: .black)
        for (x, y) in [(0, 0), (19, 0), (0, 11), (19, 11), (7, 3)] {
            let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(transform)
            for plane in 0..<3 {
                let codes = [
                    Pictures.code(result, plane, Int(place.x), Int(place.y)), Pictures.code(frame, plane, x, y),
                ]
                #expect(codes[0] == codes[1])
            }
        }
    }

    @Test("pictures of odd sizes fill the output to its last row and column")
    func oddSizes() throws {
        let frame = try Pictures.frame("yuv420p", 21, 13) { plane, x, y in 30 + plane * 40 + x * 3 + y }
        let layers = [ResolvedLayer(trackID: 1), ResolvedLayer(trackID: 2, opacity: 0.5)]
        let picture = try Pictures.picture(frame)
        let result = try Pictures.compositor(like: frame, 21, 13)
            .compose(layers, of: [1: picture, 2: picture], over: .black)
        for plane in 0..<3 {
            let (source, found) = (Pictures.codes(frame, plane), Pictures.codes(result, plane))
            #expect(source == found)
        }
    }

    @Test("a mark goes where a turned and enlarged layer puts it")
    func mark() throws {
        let frame = try Pictures.frame("yuv420p", 160, 120) { plane, x, y in
            plane > 0 ? 128 : (60..<92).contains(x) && (40..<72).contains(y) ? 235 : 16
        }
        let transform = CGAffineTransform(rotationAngle: 0.4).concatenating(CGAffineTransform(scaleX: 1.3, y: 1.2))
            .concatenating(CGAffineTransform(translationX: 70.3, y: 4.6))
        let result = try Pictures.compositor(like: frame, 320, 240)
            .compose([ResolvedLayer(trackID: 1, transform: transform)], of: [1: Pictures.picture(frame)], over: .black)
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for (line, row) in Pictures.codes(result, 0).enumerated() {
            for (column, code) in row.enumerated() {
                let light = Double(code - 16)
                (sum, x, y) = (sum + light, x + light * (Double(column) + 0.5), y + light * (Double(line) + 0.5))
            }
        }
        let wanted = CGPoint(x: 76, y: 56).applying(transform)
        #expect(abs(x / sum - Double(wanted.x)) < 0.1 && abs(y / sum - Double(wanted.y)) < 0.1)
    }
}
