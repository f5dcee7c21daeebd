/// Pseudo-random bits that are the same for the same seed on every machine (the SplitMix64 sequence).
struct SeededGenerator: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// A number in `0..<limit`. Slightly uneven for huge limits, which does not matter here.
    mutating func below(_ limit: Int) -> Int {
        Int(truncatingIfNeeded: next() >> 1) % limit
    }

    /// True in `percent` of a hundred calls.
    mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func element<Element>(of array: [Element]) -> Element {
        array[below(array.count)]
    }
}
