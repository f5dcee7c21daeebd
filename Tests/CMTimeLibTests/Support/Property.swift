import Testing

/// Tries a property on seeded cases and records the first case that breaks it.
///
/// - Parameters:
///   - cases: How many cases to try.
///   - sourceLocation: Where a failure is shown.
///   - counterexample: Makes one case and returns nil where the property holds, or the case in words.
/// - Throws: When the settings of the run in the environment cannot be read.
func checkProperty(
    cases: Int = 20_000,
    sourceLocation: SourceLocation = #_sourceLocation,
    counterexample: (inout CaseGenerator) -> String?
) throws {
    let seed = try RunSettings().seed
    var generator = CaseGenerator(seed: seed)
    for number in 0..<cases {
        guard let text = counterexample(&generator) else { continue }
        Issue.record("case \(number) of seed \(seed): \(text)", sourceLocation: sourceLocation)
        return
    }
}

/// The values as they are, for the text of a counterexample.
func bits(_ values: any BitComparable...) -> String {
    values.map(\.bitDescription).joined(separator: ", ")
}
