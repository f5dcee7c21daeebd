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
        energy = Self.product(template, template, count)
    }

    /// Nothing is heard, so everything is alike.
    static let silence: Float = 1e-9

    func with(_ other: UnsafePointer<Float>) -> Float { with(other, Self.product(other, other, count)) }

    /// The energy of what it is compared with is known.
    func with(_ other: UnsafePointer<Float>, _ otherEnergy: Float) -> Float {
        let product = Self.product(template, other, count)
        let both = energy + otherEnergy
        // Sound that is louder than numbers are is like nothing.
        guard both.isFinite, product.isFinite else { return 0 }
        return both < Self.silence * Float(count) ? 1 : 2 * product / both
    }

    /// The sum of products.
    static func product(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ count: Int) -> Float {
        let (a, b) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
        var (even, odd) = (SIMD8<Float>(repeating: 0), SIMD8<Float>(repeating: 0))
        var place = 0
        while place + 16 <= count {
            let (here, next) = (4 * place, 4 * place + 32)
            even +=
                a.loadUnaligned(fromByteOffset: here, as: SIMD8<Float>.self)
                * b.loadUnaligned(fromByteOffset: here, as: SIMD8<Float>.self)
            odd +=
                a.loadUnaligned(fromByteOffset: next, as: SIMD8<Float>.self)
                * b.loadUnaligned(fromByteOffset: next, as: SIMD8<Float>.self)
            place += 16
        }
        var sum = (even + odd).sum()
        while place < count {
            sum += first[place] * second[place]
            place += 1
        }
        return sum
    }
}
