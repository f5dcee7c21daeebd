/// What ramps go between: a number, or several of them.
package protocol EditValue: Sendable, Equatable {
    /// Its numbers, in the order in which documents have them.
    var numbers: [Double] { get }
    /// Takes as many numbers as `numbers` has; nil for another count.
    init?(numbers: [Double])
}

extension Double: EditValue {
    package var numbers: [Double] { [self] }

    package init?(numbers: [Double]) {
        guard numbers.count == 1 else { return nil }
        self = numbers[0]
    }
}

extension EditTransform: EditValue {
    package var numbers: [Double] { [a, b, c, d, tx, ty] }

    package init?(numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
}

extension EditRectangle: EditValue {
    package var numbers: [Double] { [x, y, width, height] }

    package init?(numbers: [Double]) {
        guard numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension EditValue {
    /// The value between this one and another, each number linearly.
    func interpolated(to other: Self, at share: Double) -> Self {
        let pairs = zip(numbers, other.numbers)
        // Both have the same count, being of one type.
        return Self(numbers: pairs.map { $0 + ($1 - $0) * share }) ?? self
    }
}

extension [Double] {
    var areFinite: Bool { allSatisfy(\.isFinite) }
}
