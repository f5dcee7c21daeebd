internal import CAllocationCount

/// What one contender took, one figure a round.
struct Measurement {
    /// How often the pool is gone through between two looks at the clock: some 10 to 500 microseconds.
    private static let passes = 8

    let name: String
    private(set) var nanosecondsPerCall: [Double] = []
    private(set) var allocationsPerCall = 0.0
    private(set) var sum: UInt64 = 0

    private init(name: String) {
        self.name = name
    }

    /// Measures all contenders of a row in turn, round after round, so that a busy moment of the machine hits them alike.
    static func measure(_ row: Row, rounds: Int) -> [Measurement] {
        var measurements = row.contenders.map { Measurement(name: $0.name) }
        for index in row.contenders.indices { measurements[index].countAllocations(row.contenders[index]) }
        for _ in 0..<rounds {
            for index in row.contenders.indices { measurements[index].runRound(row.contenders[index]) }
        }
        return measurements
    }

    private mutating func countAllocations(_ contender: Contender) {
        // The first pass warms caches and the lazy binding of shared functions.
        sum &+= contender.pass()
        let before = ak_allocation_count()
        sum &+= contender.pass()
        allocationsPerCall = Double(ak_allocation_count() - before) / Double(OperandPool.count)
    }

    private mutating func runRound(_ contender: Contender) {
        let start = ContinuousClock.now
        for _ in 0..<Self.passes { sum &+= contender.pass() }
        let elapsed = ContinuousClock.now - start
        nanosecondsPerCall.append(elapsed / .nanoseconds(1) / Double(Self.passes * OperandPool.count))
    }
}
