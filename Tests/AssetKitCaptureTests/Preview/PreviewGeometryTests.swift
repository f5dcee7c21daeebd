import AssetKitBase
import AssetKitMedia
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Points of previews")
struct PreviewGeometryTests {
    /// A camera of 4 to 3 in a layer of 200 to 100.
    private func geometry(
        _ gravity: AVLayerVideoGravity = .resizeAspect,
        angle: Int = 0,
        isMirrored: Bool = false
    ) -> PreviewGeometry {
        PreviewGeometry(
            picture: CGSize(width: 640, height: 480),
            bounds: CGRect(x: 0, y: 0, width: 200, height: 120),
            gravity: gravity,
            turn: CaptureTurn(angle: angle, isMirrored: isMirrored)
        )
    }

    @Test("a picture lies in the middle, covers all, or is stretched")
    func gravities() {
        #expect(geometry(.resizeAspect).pictureRect == CGRect(x: 20, y: 0, width: 160, height: 120))
        #expect(geometry(.resizeAspectFill).pictureRect == CGRect(x: 0, y: -15, width: 200, height: 150))
        #expect(geometry(.resize).pictureRect == CGRect(x: 0, y: 0, width: 200, height: 120))
        #expect(geometry(angle: 90).pictureRect == CGRect(x: 55, y: 0, width: 90, height: 120))
        var unknown = geometry()
        unknown.picture = nil
        #expect(unknown.pictureRect == unknown.bounds)
    }

    @Test(
        "the corner where a camera's picture begins is where its turn brings it",
        arguments: [
            (0, false, CGPoint(x: 20, y: 0)), (180, false, CGPoint(x: 180, y: 120)), (90, false, CGPoint(x: 145, y: 0)),
            (270, false, CGPoint(x: 55, y: 120)), (0, true, CGPoint(x: 180, y: 0)), (90, true, CGPoint(x: 55, y: 0)),
            (180, true, CGPoint(x: 20, y: 120)), (270, true, CGPoint(x: 145, y: 120)),
        ]
    )
    func corners(angle: Int, isMirrored: Bool, corner: CGPoint) {
        let geometry = geometry(angle: angle, isMirrored: isMirrored)
        #expect(geometry.layerPoint(.zero) == corner)
        #expect(geometry.devicePoint(corner) == .zero)
        #expect(geometry.devicePoint(CGPoint(x: 100, y: 60)) == CGPoint(x: 0.5, y: 0.5))
    }

    @Test("points of the camera come back from the layer", arguments: [0, 90, 180, 270])
    func thereAndBack(angle: Int) {
        for gravity in [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill] {
            for isMirrored in [false, true] {
                let geometry = geometry(gravity, angle: angle, isMirrored: isMirrored)
                let point = geometry.devicePoint(geometry.layerPoint(CGPoint(x: 0.25, y: 0.75)))
                #expect(abs(point.x - 0.25) < 1e-12 && abs(point.y - 0.75) < 1e-12)
            }
        }
    }

    @Test("parts of the picture become rectangles that stand upright")
    func rectangles() {
        let turned = geometry(.resize, angle: 90)
        let part = CGRect(x: 0, y: 0, width: 0.5, height: 0.25)
        #expect(turned.layerRect(part) == CGRect(x: 150, y: 0, width: 50, height: 60))
        #expect(turned.deviceRect(CGRect(x: 150, y: 0, width: 50, height: 60)) == part)
        #expect(geometry(.resizeAspectFill).deviceRect(CGRect(x: 0, y: 0, width: 200, height: 120)).minY == 0.1)
    }

    @Test("a layer without an extent has no points")
    func empty() {
        var geometry = geometry()
        geometry.bounds = .zero
        #expect(geometry.devicePoint(CGPoint(x: 3, y: 3)) == .zero)
        #expect(geometry.layerPoint(CGPoint(x: 0.5, y: 0.5)) == .zero)
    }
}
