import AssetKitMedia
import AssetKitTargets
import Foundation
import Testing

@Suite("What targets take")
struct TargetFormatTests {
    @Test("pictures are asked for in 32 bits of their own size unless said otherwise")
    func wish() {
        let wish = AKVideoTargetWish()
        #expect(wish.pixelFormat == kCVPixelFormatType_32BGRA)
        #expect(wish.size == .zero)
        #expect(!wish.enlarges)
    }
}
