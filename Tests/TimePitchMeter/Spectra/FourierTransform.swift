internal import Glibc

/// A discrete Fourier transform of any length that is a product of twos, threes and fives, so that a spectrum can be taken
/// of just the part of a signal that is wanted. The real part of a number is its `x`, the imaginary one its `y`.
package struct FourierTransform: Sendable {
    package typealias Complex = SIMD2<Double>

    package let count: Int
    private let radices: [Int]
    /// All roots of unity of the length, clockwise.
    private let roots: [Complex]

    package init(count: Int) {
        guard let radices = Self.radices(of: count) else { preconditionFailure("no transform of \(count) numbers") }
        self.count = count
        self.radices = radices
        roots = (0..<count).map { index in
            let angle = -2 * Double.pi * Double(index) / Double(count)
            return Complex(cos(angle), sin(angle))
        }
    }

    /// The greatest even length that can be transformed and is not above a limit.
    package static func count(within limit: Int) -> Int {
        var count = limit & ~1
        while count > 2, radices(of: count) == nil { count -= 2 }
        return max(count, 2)
    }

    private static func radices(of count: Int) -> [Int]? {
        var (rest, radices) = (count, [Int]())
        for radix in [4, 2, 3, 5] {
            while rest > 0, rest.isMultiple(of: radix) {
                radices.append(radix)
                rest /= radix
            }
        }
        return rest == 1 ? radices : nil
    }

    package func transform(_ values: [Complex]) -> [Complex] {
        precondition(values.count == count)
        var (source, target) = (values, [Complex](repeating: .zero, count: count))
        var stride = 1
        for radix in radices {
            source.withUnsafeBufferPointer { input in
                target.withUnsafeMutableBufferPointer { output in
                    step(radix, stride: stride, input, output)
                }
            }
            swap(&source, &target)
            stride *= radix
        }
        return source
    }

    /// One step of the self-sorting transform: what it writes is in order, so nothing has to be moved about at the end.
    private func step(
        _ radix: Int,
        stride: Int,
        _ input: UnsafeBufferPointer<Complex>,
        _ output: UnsafeMutableBufferPointer<Complex>
    ) {
        let groups = count / stride / radix
        let reach = stride * groups
        for group in 0..<groups {
            let (from, to) = (stride * group, stride * group * radix)
            for place in 0..<stride {
                switch radix {
                case 2: pair(input, from + place, reach, output, to + place, stride, turn: group * stride)
                case 4: four(input, from + place, reach, output, to + place, stride, turn: group * stride)
                default: few(radix, input, from + place, reach, output, to + place, stride, turn: group * stride)
                }
            }
        }
    }

    @inline(__always)
    private func pair(
        _ input: UnsafeBufferPointer<Complex>,
        _ from: Int,
        _ reach: Int,
        _ output: UnsafeMutableBufferPointer<Complex>,
        _ to: Int,
        _ stride: Int,
        turn: Int
    ) {
        let (first, second) = (input[from], input[from + reach])
        output[to] = first + second
        output[to + stride] = Self.product(first - second, roots[turn])
    }

    @inline(__always)
    private func four(
        _ input: UnsafeBufferPointer<Complex>,
        _ from: Int,
        _ reach: Int,
        _ output: UnsafeMutableBufferPointer<Complex>,
        _ to: Int,
        _ stride: Int,
        turn: Int
    ) {
        let (a, b) = (input[from], input[from + reach])
        let (c, d) = (input[from + 2 * reach], input[from + 3 * reach])
        let (sum, difference) = (a + c, a - c)
        let (other, turned) = (b + d, Self.quarterTurn(b - d))
        output[to] = sum + other
        output[to + stride] = Self.product(difference + turned, roots[turn])
        output[to + 2 * stride] = Self.product(sum - other, roots[2 * turn])
        output[to + 3 * stride] = Self.product(difference - turned, roots[3 * turn])
    }

    @inline(__always)
    private func few(
        _ radix: Int,
        _ input: UnsafeBufferPointer<Complex>,
        _ from: Int,
        _ reach: Int,
        _ output: UnsafeMutableBufferPointer<Complex>,
        _ to: Int,
        _ stride: Int,
        turn: Int
    ) {
        for result in 0..<radix {
            var sum = Complex.zero
            for index in 0..<radix {
                sum += Self.product(input[from + index * reach], roots[result * index % radix * (count / radix)])
            }
            output[to + result * stride] = Self.product(sum, roots[result * turn])
        }
    }

    @inline(__always)
    private static func product(_ first: Complex, _ second: Complex) -> Complex {
        Complex(first.x * second.x - first.y * second.y, first.x * second.y + first.y * second.x)
    }

    /// Clockwise, as the roots go.
    @inline(__always)
    private static func quarterTurn(_ value: Complex) -> Complex { Complex(value.y, -value.x) }
}
