/// How a clip's picture is laid and how loud its sound is, over its time on the track.
///
/// Ramps stand in the order of their starts and do not overlap. Before the first one the value is the usual one, behind
/// each its last value holds.
package struct EditEffects: Sendable, Equatable {
    /// Amplitude: 1 is as it is, below zero is inverted.
    package var volume: [EditRamp<Double>]
    /// 0 to 1.
    package var opacity: [EditRamp<Double>]
    package var transform: [EditRamp<EditTransform>]
    /// In square pixels from the top left of the source's picture.
    package var crop: [EditRamp<EditRectangle>]

    package init(
        volume: [EditRamp<Double>] = [],
        opacity: [EditRamp<Double>] = [],
        transform: [EditRamp<EditTransform>] = [],
        crop: [EditRamp<EditRectangle>] = []
    ) {
        self.volume = volume
        self.opacity = opacity
        self.transform = transform
        self.crop = crop
    }

    package var isEmpty: Bool { volume.isEmpty && opacity.isEmpty && transform.isEmpty && crop.isEmpty }
}

/// Where a picture is laid: `x' = a x + c y + tx`, `y' = b x + d y + ty`, in square pixels from the top left, y down.
package struct EditTransform: Sendable, Hashable {
    package var a: Double
    package var b: Double
    package var c: Double
    package var d: Double
    package var tx: Double
    package var ty: Double

    package init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    package static var identity: EditTransform { EditTransform() }

    /// This one first, then the other.
    package func followed(by other: EditTransform) -> EditTransform {
        EditTransform(
            a: a * other.a + b * other.c,
            b: a * other.b + b * other.d,
            c: c * other.a + d * other.c,
            d: c * other.b + d * other.d,
            tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty
        )
    }
}

/// A rectangle in square pixels.
package struct EditRectangle: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
