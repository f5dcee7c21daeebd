import Testing

/// The library against the oracle, bit for bit, over many seeded cases.
@Suite("Oracle comparison")
struct OracleComparisonTests {
    @Test("every time function returns the bits that the specification asks for")
    func libraryAgreesWithOracle() async throws {
        let settings = try RunSettings()
        let plan = Self.plan(caseCount: settings.caseCount)
        let outcomes = await withTaskGroup { group in
            for (index, item) in plan.enumerated() {
                group.addTask {
                    let seed = settings.seed &+ UInt64(index) &* 0xd134_2543_de82_ef95
                    return Self.run(item.operation, count: item.count, seed: seed)
                }
            }
            return await group.reduce(into: [Outcome]()) { $0.append($1) }
        }
        let total = outcomes.reduce(0) { $0 + $1.count }
        print(Self.summary(of: plan, total: total, seed: settings.seed))
        #expect(total >= settings.caseCount)
        for outcome in outcomes where !outcome.disagreements.isEmpty {
            let cases = outcome.disagreements.map(\.description).joined(separator: "\n")
            let found = "\(outcome.disagreementCount) of \(outcome.count)"
            Issue.record("\(outcome.name): \(found) cases differ, seed \(settings.seed)\n\(cases)")
        }
    }

    private struct Outcome: Sendable {
        let name: String
        let count: Int
        var disagreementCount = 0
        /// The first few, enough to see what they have in common.
        var disagreements: [Disagreement] = []
    }

    private static func plan(caseCount: Int) -> [(operation: Operation, count: Int)] {
        let weights = Operation.all.reduce(0) { $0 + $1.weight }
        return Operation.all.map { ($0, (caseCount * $0.weight + weights - 1) / weights) }
    }

    private static func run(_ operation: Operation, count: Int, seed: UInt64) -> Outcome {
        var generator = CaseGenerator(seed: seed)
        var outcome = Outcome(name: operation.name, count: count)
        for _ in 0..<count {
            guard let disagreement = operation.tryCase(&generator) else { continue }
            outcome.disagreementCount += 1
            if outcome.disagreements.count < 20 { outcome.disagreements.append(disagreement) }
        }
        return outcome
    }

    private static func summary(of plan: [(operation: Operation, count: Int)], total: Int, seed: UInt64) -> String {
        let counts = plan.map { "\($0.operation.name) \($0.count)" }.joined(separator: ", ")
        return "compared \(total) cases with the oracle, seed \(seed): \(counts)"
    }
}
