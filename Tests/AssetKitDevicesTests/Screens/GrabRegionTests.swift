import AssetKitDevices
import Foundation
import Testing

@Suite("Screens: regions")
struct GrabRegionTests {
    @Test("no wish means all, but for an odd column and row")
    func whole() throws {
        #expect(GrabRegion(nil, width: 640, height: 480)?.rectangle == CGRect(x: 0, y: 0, width: 640, height: 480))
        #expect(GrabRegion(nil, width: 1367, height: 769)?.rectangle == CGRect(x: 0, y: 0, width: 1366, height: 768))
        #expect(GrabRegion(nil, width: 1, height: 480) == nil)
    }

    @Test(
        "wishes are clipped, take in all pixels they touch, and become even",
        arguments: [
            (CGRect(x: 10, y: 20, width: 100, height: 50), CGRect(x: 10, y: 20, width: 100, height: 50)),
            (CGRect(x: 11, y: 21, width: 101, height: 51), CGRect(x: 11, y: 21, width: 100, height: 50)),
            (CGRect(x: 0.5, y: 0.5, width: 3, height: 3), CGRect(x: 0, y: 0, width: 4, height: 4)),
            (CGRect(x: 600, y: 400, width: 100, height: 100), CGRect(x: 600, y: 400, width: 40, height: 80)),
            (CGRect(x: -20, y: -10, width: 100, height: 51), CGRect(x: 0, y: 0, width: 80, height: 40)),
            (CGRect.infinite, CGRect(x: 0, y: 0, width: 640, height: 480)),
            (CGRect(x: 100, y: 100, width: -50, height: -50), CGRect(x: 50, y: 50, width: 50, height: 50)),
        ] as [(CGRect, CGRect)]
    )
    func clipped(wish: CGRect, region: CGRect) {
        #expect(GrabRegion(wish, width: 640, height: 480)?.rectangle == region)
    }

    @Test(
        "nothing is left of what is beside the screen, or narrower than two pixels",
        arguments: [
            CGRect.null, CGRect.zero, CGRect(x: 640, y: 0, width: 10, height: 10),
            CGRect(x: 5, y: 5, width: 1, height: 9),
            CGRect(x: 639, y: 0, width: 10, height: 10), CGRect(x: -10, y: 0, width: 10, height: 10),
            CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10),
        ]
    )
    func nothing(wish: CGRect) {
        #expect(GrabRegion(wish, width: 640, height: 480) == nil)
    }
}
