import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg

@Suite("Layers of alpha")
struct AlphaLayerTests {
    /// The codes of one pixel, plane by plane.
    private static func codes(_ frame: borrowing Frame, planes: Int) -> [UInt8] {
        (0..<planes).map { plane in frame.withRow(0, ofPlane: plane) { $0[0] } }
    }

    private static func frame(_ format: String, _ codes: [UInt8]) throws -> Frame {
        let frame = try Frame(width: 2, height: 2, formatNamed: format)
        for (plane, code) in codes.enumerated() {
            for row in 0..<2 {
                frame.withRow(row, ofPlane: plane) { row in for column in 0..<2 { row[column] = code } }
            }
        }
        return frame
    }

    @Test(
        "pictures are laid over a colour by their alpha, and once where colours are multiplied with it",
        arguments: [(false, [177, 152, 227]), (true, [227, 177, 255])] as [(Bool, [UInt8])]
    )
    func composed(isPremultiplied: Bool, expected: [UInt8]) throws {
        let frame = try Self.frame("gbrap", [100, 50, 200, 128])
        let white = AlphaLayer.Background(red: 1, green: 1, blue: 1)
        let color = PictureColor(matrix: 0, isFullRange: true)
        try AlphaLayer().compose(frame, over: white, color, isPremultiplied: isPremultiplied)
        let (found, hasAlpha) = (Self.codes(frame, planes: 3), frame.hasAlpha)
        #expect(found == expected)
        #expect(!hasAlpha)
    }

    @Test(
        "packed pictures get planes without a change of a number, alpha included",
        arguments: [("rgba", [1, 2, 0, 3]), ("bgra", [1, 0, 2, 3]), ("argb", [2, 3, 1, 0])] as [(String, [Int])]
    )
    func separated(format: String, places: [Int]) throws {
        for code in 1..<250 as Range<UInt8> {
            let frame = try Frame(width: 1, height: 1, formatNamed: format)
            frame.withRow(0, ofPlane: 0) { row in
                // Green, blue, red and alpha: in the order of the planes.
                for (plane, place) in places.enumerated() { row[place] = code + UInt8(plane) }
            }
            try AlphaLayer().separate(frame, .sRGB)
            let found = Self.codes(frame, planes: 4)
            #expect(found == [code, code + 1, code + 2, code + 3])
        }
    }

    @Test("brightness and colour differences are laid over the codes of a colour")
    func video() throws {
        let frame = try Self.frame("yuva444p", [100, 90, 160, 0])
        let white = AlphaLayer.Background(red: 1, green: 1, blue: 1)
        let color = PictureColor(matrix: 6, isFullRange: false)
        try AlphaLayer().compose(frame, over: white, color, isPremultiplied: false)
        let found = Self.codes(frame, planes: 3)
        #expect(found == [235, 128, 128])
    }

    @Test("colours are divided by the alpha that they are multiplied with")
    func straightened() throws {
        let frame = try Self.frame("gbrap", [50, 25, 100, 128])
        try AlphaLayer().straighten(frame, PictureColor(matrix: 0, isFullRange: true))
        let found = Self.codes(frame, planes: 4)
        #expect(found == [100, 50, 199, 128])
    }

    @Test("colours that were laid over white for that are what they were before")
    func straightenedOverWhite() throws {
        let frame = try Self.frame("gbrap", [177, 152, 227, 128])
        try AlphaLayer().straighten(frame, PictureColor(matrix: 0, isFullRange: true), over: .white)
        let found = Self.codes(frame, planes: 4)
        #expect(found == [100, 50, 199, 128])
        let video = try Self.frame("yuva444p", [235, 128, 128, 0])
        try AlphaLayer().straighten(video, PictureColor(matrix: 6, isFullRange: false), over: .white)
        let white = Self.codes(video, planes: 4)
        #expect(white == [235, 128, 128, 0])
    }

    @Test("pictures that are opaque all over stay as they are")
    func opaque() throws {
        let frame = try Self.frame("gbrap", [1, 2, 3, 255])
        try AlphaLayer().compose(
            frame,
            over: .black,
            PictureColor(matrix: 0, isFullRange: true),
            isPremultiplied: false
        )
        let (found, hasAlpha) = (Self.codes(frame, planes: 4), frame.hasAlpha)
        #expect(found == [1, 2, 3, 255])
        #expect(hasAlpha)
    }
}
