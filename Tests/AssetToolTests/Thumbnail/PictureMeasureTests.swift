import AssetKit
import Testing

@testable import assettool

@Suite("What makes a picture worth showing")
struct PictureMeasureTests {
    private func measure(_ image: CGImage) throws -> PictureMeasure { try #require(PictureMeasure(image)) }

    /// The mean of each pixel's surroundings, a few times over.
    private func blurred(_ image: CGImage) throws -> CGImage {
        var result = image
        for _ in 0..<4 {
            let source = result
            result = try TestPicture.make(width: image.width, height: image.height) { x, y in
                var sum = [0, 0, 0]
                var count = 0
                for row in max(0, y - 2)...min(image.height - 1, y + 2) {
                    for column in max(0, x - 2)...min(image.width - 1, x + 2) {
                        let pixel = TestPicture.pixel(source, column, row)
                        for component in 0..<3 { sum[component] += pixel[component] }
                        count += 1
                    }
                }
                return (sum[0] / count, sum[1] / count, sum[2] / count)
            }
        }
        return result
    }

    @Test("black is black, also with noise in it, and a night with a lamp is not")
    func black() throws {
        #expect(try measure(TestPicture.flat(0)).isBlack)
        #expect(try measure(TestPicture.flat(9)).isBlack)
        #expect(try measure(TestPicture.make { x, y in ((x * 7 + y * 13) % 9, 3, 5) }).isBlack)
        #expect(try !measure(TestPicture.make { x, y in x < 12 && y < 12 ? (230, 220, 180) : (8, 8, 10) }).isBlack)
        #expect(try !measure(TestPicture.flat(255)).isBlack)
        #expect(try !measure(TestPicture.scene()).isBlack)
    }

    @Test("a scene is worth more than black, white, one colour, fog, blur and grey")
    func order() throws {
        let scene = try TestPicture.scene()
        let quality = try measure(scene).quality
        #expect(quality > 0.5)
        let worse = [
            "black": try TestPicture.flat(0), "white": try TestPicture.flat(255), "flat": try TestPicture.flat(128),
            "one colour": try TestPicture.make { _, _ in (200, 30, 30) },
            "fog": try TestPicture.make { x, y in (180 + x % 3, 180 + y % 3, 180) },
            "blur": try blurred(scene),
            "grey": try TestPicture.make(width: 128, height: 72) { x, y in
                let level = TestPicture.pixel(scene, x, y).reduce(0, +) / 3
                return (level, level, level)
            },
        ]
        for (name, image) in worse { #expect(try measure(image).quality < quality * 0.9, "\(name)") }
        #expect(try measure(TestPicture.flat(0)).quality == 0)
        #expect(try measure(TestPicture.flat(255)).quality == 0)
    }

    @Test("sharpness falls with blur")
    func sharpness() throws {
        let scene = try TestPicture.scene()
        #expect(try measure(blurred(scene)).sharpness < measure(scene).sharpness / 20)
    }

    @Test("likeness is 1 for the same picture and 0 for opposite ones")
    func likeness() throws {
        let scene = try measure(TestPicture.scene())
        #expect(scene.likeness(to: scene) == 1)
        #expect(try measure(TestPicture.flat(0)).likeness(to: measure(TestPicture.flat(255))) == 0)
        let moved = try measure(TestPicture.scene(shift: 2))
        #expect((0.5..<1).contains(scene.likeness(to: moved)))
    }

    @Test("pictures of any shape and size can be measured", arguments: [(1, 1), (2, 2), (1, 500), (3000, 2), (7, 5)])
    func sizes(width: Int, height: Int) throws {
        let measure = try measure(TestPicture.flat(100, width: width, height: height))
        #expect(abs(measure.brightness - 100 / 255) < 0.01)
        #expect(measure.contrast < 0.001)
        #expect(measure.quality.isFinite)
    }
}
