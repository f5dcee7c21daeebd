/// From one stretch of sound to another, at even loudness whether they are alike or not.
struct CrossFade {
    private typealias Vector = SIMD8<Float>

    private let count: Int
    /// How alike both are, from 0 to 1.
    private let resemblance: Float

    private static let places = Vector(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)

    init(count: Int, resemblance: Float) {
        self.count = count
        self.resemblance = min(max(resemblance, 0), 1)
    }

    func mix(
        _ old: UnsafePointer<Float>,
        _ oldPhase: Int,
        _ new: UnsafePointer<Float>,
        _ newPhase: Int,
        into target: UnsafeMutablePointer<Float>
    ) {
        FractionalDelay.shared.read(old, phase: oldPhase, into: target, count: count)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { other in
            guard let other = other.baseAddress else { return }
            FractionalDelay.shared.read(new, phase: newPhase, into: other, count: count)
            fade(target, other)
        }
    }

    private func fade(_ falling: UnsafeMutablePointer<Float>, _ rising: UnsafeMutablePointer<Float>) {
        let (old, new) = (UnsafeMutableRawPointer(falling), UnsafeRawPointer(rising))
        var place = 0
        while place + Vector.scalarCount <= count {
            let (down, up) = gains(Self.places + Float(place))
            let first = old.loadUnaligned(fromByteOffset: 4 * place, as: Vector.self)
            let second = new.loadUnaligned(fromByteOffset: 4 * place, as: Vector.self)
            old.storeBytes(of: first * down + second * up, toByteOffset: 4 * place, as: Vector.self)
            place += Vector.scalarCount
        }
        let (down, up) = gains(Self.places + Float(place))
        for rest in 0..<(count - place) {
            falling[place + rest] = falling[place + rest] * down[rest] + rising[place + rest] * up[rest]
        }
    }

    /// What both are multiplied with at some places of the fade.
    private func gains(_ places: Vector) -> (falling: Vector, rising: Vector) {
        let share = places / Float(count)
        let rest = 1 - share
        let level = (share * share + rest * rest + 2 * resemblance * share * rest).squareRoot()
        return (rest / level, share / level)
    }
}
