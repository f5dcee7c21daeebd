/// Many whole numbers in little memory: none for equal ones, four bytes each for small ones and for those that are near
/// their neighbours, as rising times are; eight for others.
struct IntegerColumn: Sendable {
    private(set) var count = 0
    /// What all numbers are, as long as they are equal.
    private var common: Int64 = 0
    /// The numbers, or where there are ``bases`` how far each is from that of its block.
    private var narrow: [Int32] = []
    private var bases: [Int64] = []
    private var wide: [Int64] = []

    private static let blockLength = 64

    var isConstant: Bool { narrow.isEmpty && wide.isEmpty }

    /// How many bytes it takes.
    var memory: Int { narrow.count * 4 + bases.count * 8 + wide.count * 8 }

    mutating func append(_ value: Int64) {
        if count == 0 { common = value }
        if isConstant, value != common { spread() }
        if !isConstant { store(value) }
        count += 1
    }

    subscript(index: Int) -> Int64 {
        get {
            precondition(index >= 0 && index < count, "no number \(index) of \(count)")
            if !wide.isEmpty { return wide[index] }
            return narrow.isEmpty ? common : narrowNumber(index)
        }
        set {
            guard self[index] != newValue else { return }
            if isConstant { spread() }
            if wide.isEmpty, let small = narrowed(newValue, at: index) {
                narrow[index] = small
            } else {
                if wide.isEmpty { widen() }
                wide[index] = newValue
            }
        }
    }

    private func narrowNumber(_ index: Int) -> Int64 {
        let number = Int64(narrow[index])
        return bases.isEmpty ? number : bases[index / Self.blockLength] + number
    }

    /// Gives every number a place of its own.
    private mutating func spread() {
        if let small = Int32(exactly: common) {
            narrow = Array(repeating: small, count: count)
        } else {
            narrow = Array(repeating: 0, count: count)
            bases = Array(repeating: common, count: (count + Self.blockLength - 1) / Self.blockLength)
        }
    }

    private mutating func store(_ value: Int64) {
        if wide.isEmpty, let small = narrowed(value, at: count) {
            narrow.append(small)
        } else {
            if wide.isEmpty { widen() }
            wide.append(value)
        }
    }

    /// What stands for a number at a place, which may be the next one, in four bytes; nil where it does not fit.
    private mutating func narrowed(_ value: Int64, at index: Int) -> Int32? {
        if bases.isEmpty {
            if let small = Int32(exactly: value) { return small }
            guard countFromBases() else { return nil }
        }
        let block = index / Self.blockLength
        if block == bases.count { bases.append(value) }
        let (distance, overflow) = value.subtractingReportingOverflow(bases[block])
        return overflow ? nil : Int32(exactly: distance)
    }

    /// Counts from the first number of each block on; false where some are too far from it.
    private mutating func countFromBases() -> Bool {
        let starts = stride(from: 0, to: narrow.count, by: Self.blockLength).map { Int64(narrow[$0]) }
        var distances: [Int32] = []
        distances.reserveCapacity(narrow.count)
        for (index, number) in narrow.enumerated() {
            guard let distance = Int32(exactly: Int64(number) - starts[index / Self.blockLength]) else { return false }
            distances.append(distance)
        }
        (narrow, bases) = (distances, starts)
        return true
    }

    private mutating func widen() {
        wide = narrow.indices.map { narrowNumber($0) }
        (narrow, bases) = ([], [])
    }
}
