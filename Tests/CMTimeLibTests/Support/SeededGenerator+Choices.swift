import TestSupport

extension SeededGenerator {
    /// A number in `0..<limit`. Slightly uneven for huge limits, which does not matter here.
    mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 1) % limit }

    /// True in `percent` of a hundred calls.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func element<Element>(of array: [Element]) -> Element { array[below(array.count)] }
}
