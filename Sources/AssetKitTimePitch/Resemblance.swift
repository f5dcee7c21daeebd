/// How alike two stretches of sound are: 1 where they are the same, 0 where they have nothing to do with each other.
///
/// Twice their product over the sum of their energies. A period found with it has no bias, since only equal stretches give 1.
struct Resemblance {
    /// What is compared with other places.
    private let template: UnsafePointer<Float>
    private let count: Int
    private let energy: Float

    init(of template: UnsafePointer<Float>, count: Int) {
        (self.template, self.count) = (template, count)
        energy = Self.products(template, template, count).first
    }

    /// Nothing is heard, so everything is alike.
    static let silence: Float = 1e-9

    func with(_ other: UnsafePointer<Float>) -> Float {
        let (product, otherEnergy) = Self.products(template, other, count)
        let both = energy + otherEnergy
        // Sound that is louder than numbers are is like nothing.
        guard both.isFinite else { return 0 }
        return both < Self.silence * Float(count) ? 1 : 2 * product / both
    }

    /// The sum of products, and of the squares of the second.
    private static func products(
        _ first: UnsafePointer<Float>,
        _ second: UnsafePointer<Float>,
        _ count: Int
    ) -> (first: Float, second: Float) {
        var (product, square) = (SIMD16<Float>(repeating: 0), SIMD16<Float>(repeating: 0))
        let (a, b) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
        var place = 0
        while place + 16 <= count {
            let other = b.loadUnaligned(fromByteOffset: 4 * place, as: SIMD16<Float>.self)
            product += a.loadUnaligned(fromByteOffset: 4 * place, as: SIMD16<Float>.self) * other
            square += other * other
            place += 16
        }
        var (productSum, squareSum) = (product.sum(), square.sum())
        while place < count {
            productSum += first[place] * second[place]
            squareSum += second[place] * second[place]
            place += 1
        }
        return (productSum, squareSum)
    }
}
