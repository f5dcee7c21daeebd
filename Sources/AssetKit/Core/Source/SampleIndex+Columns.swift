/// Many whole numbers in little memory: none for equal ones, four bytes each for small ones, eight for others.
struct IntegerColumn: Sendable {
    private(set) var count = 0
    /// What all numbers are, as long as they are equal.
    private var common: Int64 = 0
    private var narrow: [Int32] = []
    private var wide: [Int64] = []

    var isConstant: Bool { narrow.isEmpty && wide.isEmpty }

    /// How many bytes it takes.
    var memory: Int { narrow.count * 4 + wide.count * 8 }

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
            return narrow.isEmpty ? common : Int64(narrow[index])
        }
        set {
            guard self[index] != newValue else { return }
            if isConstant { spread() }
            if wide.isEmpty, Int32(exactly: newValue) == nil { widen() }
            if wide.isEmpty { narrow[index] = Int32(truncatingIfNeeded: newValue) } else { wide[index] = newValue }
        }
    }

    /// Gives every number a place of its own.
    private mutating func spread() {
        if let small = Int32(exactly: common) {
            narrow = Array(repeating: small, count: count)
        } else {
            wide = Array(repeating: common, count: count)
        }
    }

    private mutating func store(_ value: Int64) {
        if wide.isEmpty, let small = Int32(exactly: value) {
            narrow.append(small)
        } else {
            if wide.isEmpty { widen() }
            wide.append(value)
        }
    }

    private mutating func widen() {
        wide = narrow.map(Int64.init)
        narrow = []
    }
}
