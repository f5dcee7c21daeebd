import AssetKitTargets
import Testing

@Suite("Layers")
struct CALayerTests {
    @Test("a layer has one that holds it, and leaves the one before")
    func nesting() {
        let (first, second, inner) = (CALayer(), CALayer(), CALayer())
        first.addSublayer(inner)
        second.addSublayer(inner)
        #expect(inner.superlayer === second)
        #expect(first.sublayers?.isEmpty == true && second.sublayers?.count == 1)
        inner.removeFromSuperlayer()
        #expect(inner.superlayer == nil && second.sublayers?.isEmpty == true)
    }
}
