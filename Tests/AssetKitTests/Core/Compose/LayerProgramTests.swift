import AssetKitBase
import AssetKitCore
import CMTimeLib
import Foundation
import Testing

@Suite("Layer programs")
struct LayerProgramTests {
    private let whole = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))

    private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }

    @Test("layers come from the lowest to the one on top, without those that do not show")
    func order() {
        var faded = LayerProgram.Layer(trackID: 2)
        faded.opacity.set(from: 1, to: 0, in: CMTimeRange(start: .zero, end: time(5)))
        var flat = LayerProgram.Layer(trackID: 4)
        flat.transform.set(CGAffineTransform(scaleX: 0, y: 1), at: time(5))
        var cropped = LayerProgram.Layer(trackID: 5)
        cropped.crop.set(CGRect(x: 4, y: 4, width: 0, height: 9), at: time(5))
        let program = LayerProgram(
            range: whole,
            layers: [LayerProgram.Layer(trackID: 1), faded, LayerProgram.Layer(trackID: 3), flat, cropped]
        )
        #expect(program.layers(at: time(4)).map(\.trackID) == [5, 4, 3, 2, 1])
        #expect(program.layers(at: time(5)).map(\.trackID) == [3, 1])
        #expect(program.trackIDs == [1, 2, 3, 4, 5])
    }

    @Test("opacity, transform and crop are those of the moment")
    func moment() throws {
        var layer = LayerProgram.Layer(trackID: 1)
        let second = CMTimeRange(start: time(2), end: time(4))
        layer.opacity.set(from: 1, to: 0.5, in: second)
        layer.transform.set(from: .identity, to: CGAffineTransform(a: 2, b: 4, c: -4, d: 3, tx: 10, ty: 20), in: second)
        let crops = (CGRect(x: 0, y: 0, width: 8, height: 8), CGRect(x: 4, y: 2, width: 0, height: 4))
        layer.crop.set(from: crops.0, to: crops.1, in: second)
        let before = layer.resolved(at: time(1))
        #expect(before == ResolvedLayer(trackID: 1) && before.isUntouched)
        let middle = layer.resolved(at: time(3))
        #expect(middle.opacity == 0.75)
        #expect(middle.transform == CGAffineTransform(a: 1.5, b: 2, c: -2, d: 2, tx: 5, ty: 10))
        #expect(middle.crop == CGRect(x: 2, y: 1, width: 4, height: 6))
        #expect(layer.resolved(at: time(9)).crop == crops.1)
    }

    @Test("opacity beyond its range counts as the nearest within")
    func limits() {
        var layer = LayerProgram.Layer(trackID: 1)
        layer.opacity.set(from: -1, to: 3, in: whole)
        #expect(layer.resolved(at: time(0)).opacity == 0)
        #expect(layer.resolved(at: time(9)).opacity == 1)
    }

    @Test("laid out otherwise, each layer lies where it lay, at all times and in every size")
    func moved() {
        var growing = LayerProgram.Layer(trackID: 2)
        let large = CGAffineTransform(a: 2, b: 4, c: -4, d: 3, tx: 10, ty: 20)
        growing.transform.set(from: .identity, to: large, in: CMTimeRange(start: time(2), end: time(4)))
        var program = LayerProgram(range: whole, layers: [LayerProgram.Layer(trackID: 1), growing])
        let back = CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 180)
        for scale in [1.0, 0.5] {
            program.scale = scale
            let moved = program.moved(by: back)
            for second in [0, 1, 2, 3, 4, 9] as [Int64] {
                var wanted = program.layers(at: time(second))
                for place in wanted.indices { wanted[place].transform = wanted[place].transform.concatenating(back) }
                #expect(moved.layers(at: time(second)) == wanted, "scale \(scale), second \(second)")
            }
        }
        // Back where it was it is untouched.
        let plain = LayerProgram(range: whole, layers: [LayerProgram.Layer(trackID: 1)])
        #expect(plain.moved(by: back).untouchedTrackID == nil)
        #expect(plain.moved(by: back).moved(by: back.inverted()).untouchedTrackID == 1)
    }

    @Test("a single layer that changes nothing passes through")
    func untouched() {
        var program = LayerProgram(range: whole, layers: [LayerProgram.Layer(trackID: 7)])
        #expect(program.untouchedTrackID == 7 && !program.containsTweening)
        program.layers[0].opacity.set(1, at: time(3))
        program.layers[0].crop.set(.infinite, at: time(3))
        #expect(program.untouchedTrackID == 7)
        program.layers[0].transform.set(CGAffineTransform(translationX: 1, y: 0), at: time(20))
        #expect(program.untouchedTrackID == 7)
        program.layers[0].transform.set(CGAffineTransform(translationX: 1, y: 0), at: time(3))
        #expect(program.untouchedTrackID == nil && program.containsTweening)
        #expect(program.isConstant(in: CMTimeRange(start: time(3), end: time(9))))
        program.layers = [LayerProgram.Layer(trackID: 7), LayerProgram.Layer(trackID: 8)]
        #expect(program.untouchedTrackID == nil && !program.containsTweening)
    }
}
