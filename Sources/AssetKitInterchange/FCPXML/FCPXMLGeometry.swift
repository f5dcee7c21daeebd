internal import Foundation

/// Between our transforms, which lay a source's picture out from the top left, and Final Cut's, which fit it into the frame
/// first, and then move, scale and turn it about the middle, y up, in percents of the frame's height.
struct FCPXMLGeometry {
    let frame: EditSize
    let source: EditSize

    /// How a picture is laid by itself: as large as fits, in the middle.
    private var fit: EditTransform {
        let scale = min(
            Double(frame.width) / Double(source.width),
            Double(frame.height) / Double(source.height)
        )
        let left = (Double(frame.width) - Double(source.width) * scale) / 2
        let top = (Double(frame.height) - Double(source.height) * scale) / 2
        return EditTransform(a: scale, d: scale, tx: left, ty: top)
    }

    private var percent: Double { Double(frame.height) / 100 }
    private var middle: FCPXMLPair { FCPXMLPair(Double(frame.width) / 2, Double(frame.height) / 2) }

    struct Placing {
        var position = FCPXMLPair(0, 0)
        var scale = FCPXMLPair(1, 1)
        /// Degrees, against the clock.
        var rotation = 0.0
        var anchor = FCPXMLPair(0, 0)
    }

    func transform(_ placing: Placing) -> EditTransform {
        let angle = -placing.rotation * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        let (x, y) = (placing.scale.x, placing.scale.y)
        var turn = EditTransform(a: x * cosine, b: x * sine, c: -y * sine, d: y * cosine)
        let from = FCPXMLPair(middle.x + placing.anchor.x * percent, middle.y - placing.anchor.y * percent)
        turn.tx = middle.x + placing.position.x * percent - (turn.a * from.x + turn.c * from.y)
        turn.ty = middle.y - placing.position.y * percent - (turn.b * from.x + turn.d * from.y)
        return fit.followed(by: turn)
    }

    /// Nil for a transform that is not made of scaling, turning and moving.
    func placing(_ transform: EditTransform) -> Placing? {
        let fit = fit
        let (a, b, c, d) = (transform.a / fit.a, transform.b / fit.a, transform.c / fit.a, transform.d / fit.a)
        let width = hypot(a, b)
        let height = hypot(c, d)
        guard width > 0, height > 0, abs(a * c + b * d) <= 1e-9 * width * height else { return nil }
        var placing = Placing()
        placing.scale = FCPXMLPair(width, (a * d - b * c) / width)
        placing.rotation = -atan2(b, a) * 180 / .pi
        let x = transform.tx - a * fit.tx - c * fit.ty + a * middle.x + c * middle.y
        let y = transform.ty - b * fit.tx - d * fit.ty + b * middle.x + d * middle.y
        placing.position = FCPXMLPair((x - middle.x) / percent, -(y - middle.y) / percent)
        return placing
    }
}
