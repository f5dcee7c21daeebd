internal import AssetKitFFmpeg
internal import AssetKitPixels

/// How the codes of three components become red, green and blue within 0…1, before any transfer function.
struct ComponentMatrix: Sendable, Hashable {
    /// What one step of each component adds.
    let codes: CodeMatrix

    /// - Parameters:
    ///   - color: matrix and range, without gaps.
    ///   - depth: the bits of a component in the picture.
    ///   - storedDepth: the bits that the codes were shifted to.
    init(_ color: PictureColor, depth: Int, storedDepth: Int) {
        let unit = Float(1 << (storedDepth - min(depth, storedDepth)))
        let most = Float((1 << min(depth, storedDepth)) - 1) * unit
        if color.matrix == 0 {
            // The planes are green, blue and red.
            let gain = 1 / most
            codes = CodeMatrix(SIMD3(0, gain, 0), SIMD3(0, 0, gain), SIMD3(gain, 0, 0), offset: .zero)
            return
        }
        let eighth = Float(1 << (storedDepth - 8))
        let isFull = color.isFullRange ?? false
        let (height, width) = isFull ? (most, most) : (219 * eighth, 224 * eighth)
        let black = isFull ? 0 : 16 * eighth
        let (blueDifference, redDifference) = Self.differences(color)
        let first = SIMD3(repeating: 1 / height)
        let second = blueDifference / width
        let third = redDifference / width
        let neutral = 128 * eighth
        codes = CodeMatrix(first, second, third, offset: -(first * black + second * neutral + third * neutral))
    }

    /// What blue and red difference (±0.5) add to red, green and blue. ITU-T H.273, table 4.
    private static func differences(_ color: PictureColor) -> (blue: SIMD3<Float>, red: SIMD3<Float>) {
        if color.matrix == 8 {
            // YCgCo: the second component is the green difference, the third the orange one.
            return (SIMD3(-1, 1, -1), SIMD3(1, 0, -1))
        }
        let weights = color.lumaWeights
        let (red, blue) = (Float(weights.red), Float(weights.blue))
        let green = 1 - red - blue
        return (
            SIMD3(0, -2 * (1 - blue) * blue / green, 2 * (1 - blue)),
            SIMD3(2 * (1 - red), -2 * (1 - red) * red / green, 0)
        )
    }
}
