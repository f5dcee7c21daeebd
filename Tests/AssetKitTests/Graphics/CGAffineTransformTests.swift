import AssetKit
import Testing

@testable import AssetKitBase

@Suite("CGAffineTransform")
struct CGAffineTransformTests {
    private let quarterTurn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)

    @Test("concatenating applies the receiver first")
    func concatenatingOrder() {
        let scale = CGAffineTransform(scaleX: 2, y: 3)
        let shift = CGAffineTransform(translationX: 10, y: 20)
        let point = CGPoint(x: 1, y: 1)
        #expect(point.applying(scale.concatenating(shift)) == CGPoint(x: 12, y: 23))
        #expect(point.applying(shift.concatenating(scale)) == CGPoint(x: 22, y: 63))
    }

    @Test("the chained forms apply the new step before what is there")
    func chainedForms() {
        let scale = CGAffineTransform(scaleX: 2, y: 3)
        #expect(scale.translatedBy(x: 1, y: 1) == CGAffineTransform(translationX: 1, y: 1).concatenating(scale))
        #expect(scale.scaledBy(x: 5, y: 7) == CGAffineTransform(scaleX: 10, y: 21))
        #expect(scale.rotated(by: 1) == CGAffineTransform(rotationAngle: 1).concatenating(scale))
    }

    @Test("a transform and its inverse cancel")
    func inverse() {
        let transform = CGAffineTransform(a: 2, b: 0.5, c: -1, d: 4, tx: 7, ty: -3)
        let point = CGPoint(x: 3, y: 5).applying(transform).applying(transform.inverted())
        #expect(abs(point.x - 3) < 1e-12 && abs(point.y - 5) < 1e-12)
    }

    @Test("what nothing undoes stays as it is")
    func singular() {
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
        #expect(CGAffineTransform().inverted() == CGAffineTransform())
    }

    @Test("a portrait video's transform swaps the sides")
    func portrait() {
        let size = CGSize(width: 1920, height: 1080).applying(quarterTurn)
        #expect(abs(size.width) == 1080 && abs(size.height) == 1920)
        let rect = CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(quarterTurn)
        #expect(rect == CGRect(x: 0, y: 0, width: 1080, height: 1920))
    }

    @Test("null and infinite rectangles stay what they are")
    func specialRectangles() {
        #expect(CGRect.null.applying(quarterTurn).isNull)
        #expect(CGRect.infinite.applying(quarterTurn).isInfinite)
    }

    @Test("coding keeps all six numbers")
    func coding() throws {
        let data = try JSONEncoder().encode(quarterTurn)
        #expect(String(decoding: data, as: UTF8.self) == "[0,1,-1,0,1080,0]")
        #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == quarterTurn)
        let vector = CGVector(dx: 1.5, dy: -2)
        #expect(try JSONDecoder().decode(CGVector.self, from: try JSONEncoder().encode(vector)) == vector)
    }

    @Test("identity is the identity only")
    func identity() {
        #expect(CGAffineTransform.identity.isIdentity)
        #expect(!CGAffineTransform(translationX: 0, y: 1).isIdentity)
    }

    @Test("AVMakeRect centres the largest rectangle of the ratio")
    func makeRect() {
        let box = CGRect(x: 10, y: 20, width: 100, height: 100)
        let wide = AVMakeRect(aspectRatio: CGSize(width: 16, height: 8), insideRect: box)
        #expect(wide == CGRect(x: 10, y: 45, width: 100, height: 50))
        let tall = AVMakeRect(aspectRatio: CGSize(width: 1, height: 4), insideRect: box)
        #expect(tall == CGRect(x: 47.5, y: 20, width: 25, height: 100))
        let nothing = AVMakeRect(aspectRatio: .zero, insideRect: box)
        #expect(nothing == CGRect(x: 60, y: 70, width: 0, height: 0))
    }
}
