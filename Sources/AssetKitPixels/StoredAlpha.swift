/// How the bits of an alpha plane lie in a plane that has more.
package struct StoredAlpha: Sendable, Hashable {
    /// How far codes were moved up.
    private let shift: Int
    /// Added before they are moved back.
    private let rounding: Int
    /// What is opaque.
    private let peak: Int

    /// - Parameters:
    ///   - depth: the bits of the picture's plane.
    ///   - storedDepth: those of the plane that it was brought into; less is what it was rounded to.
    ///   - repeatsBits: the highest bits fill the new ones. Otherwise those are zero, or between two codes.
    package init(depth: Int, storedDepth: Int, repeatsBits: Bool) {
        let depth = min(depth, storedDepth)
        shift = storedDepth - depth
        peak = (1 << depth) - 1
        rounding = repeatsBits || shift == 0 ? 0 : (1 << (shift - 1)) - 1
    }

    /// From 0 to `most`, which is opaque.
    @inline(__always)
    func value(_ code: UInt16, most: Int) -> Int {
        let own = min((Int(code) + rounding) >> shift, peak)
        return (own * most + peak / 2) / peak
    }
}
