import AssetKit

/// The outcome of a conformance file: how much ran, and every line that did not give what it expects.
struct VectorReport {
    struct Tally {
        var run = 0
        var failed = 0

        mutating func count(_ succeeded: Bool) {
            run += 1
            if !succeeded { failed += 1 }
        }
    }

    struct Failure {
        let identifier: String
        let operation: String
        let reason: String
    }

    private(set) var total = Tally()
    private(set) var byOperation: [String: Tally] = [:]
    private(set) var byRule: [String: Tally] = [:]
    private(set) var byBasis: [String: Tally] = [:]
    private(set) var failures: [Failure] = []

    /// Runs every line of `file`. A line that cannot be run is a failure, and so is a file without lines.
    init(file: Data) {
        for line in file.split(separator: UInt8(ascii: "\n")) where !line.allSatisfy(Self.isSpace) {
            run(line: line)
        }
        if total.run == 0 { fail("the file holds no test case") }
    }

    /// The report of a file that could not be read: nothing ran, and that is a failure.
    init(unreadable reason: String) { fail(reason) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 13 || byte == 9 }

    private mutating func run(line json: Data) {
        do {
            let line = try VectorLine(json: json)
            let failure = Self.failure(of: line)
            if let failure { failures.append(failure) }
            total.count(failure == nil)
            byOperation[line.operation, default: Tally()].count(failure == nil)
            byBasis[line.basis, default: Tally()].count(failure == nil)
            for rule in line.rules.isEmpty ? ["header text alone"] : line.rules {
                byRule[rule, default: Tally()].count(failure == nil)
            }
        } catch {
            total.count(true)
            fail(identifier: "line \(total.run)", "not a test case: \(error)")
        }
    }

    /// Counts a failure of the file or of a line in it that is no test case.
    private mutating func fail(identifier: String = "-", _ reason: String) {
        total.failed += 1
        failures.append(Failure(identifier: identifier, operation: "-", reason: reason))
    }

    private static func failure(of line: VectorLine) -> Failure? {
        do {
            let result = try line.evaluate()
            guard try !line.accepts(result) else { return nil }
            let expected = line.fields["expect"].map { "\($0)" } ?? "nothing"
            return Failure(
                identifier: line.identifier,
                operation: line.operation,
                reason: "gave \(result), expected \(expected)"
            )
        } catch {
            return Failure(identifier: line.identifier, operation: line.operation, reason: "\(error)")
        }
    }
}

extension VectorReport {
    /// The counts by operation, rule and basis, every failure, and the closing line `vectors: N run, M failed`.
    var text: String {
        var lines: [String] = []
        for (title, tallies) in [("operation", byOperation), ("rule", byRule), ("basis", byBasis)]
        where !tallies.isEmpty {
            lines.append("by \(title):")
            for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
                let failed = tally.failed == 0 ? "" : ", \(tally.failed) failed"
                lines.append(
                    "  \(name.padding(toLength: max(22, name.count), withPad: " ", startingAt: 0)) \(tally.run) run\(failed)"
                )
            }
        }
        for failure in failures {
            let names = [failure.identifier, failure.operation].filter { $0 != "-" }.map { " \($0)" }.joined()
            lines.append("failed:\(names.isEmpty ? "" : names + ":") \(failure.reason)")
        }
        lines.append(closingLine)
        // Names come from the file.
        return lines.map(printable).joined(separator: "\n")
    }

    var closingLine: String { "vectors: \(total.run) run, \(total.failed) failed" }
}

extension VectorReport {
    var json: JSON {
        func tallies(_ tallies: [String: Tally]) -> JSON {
            .object(
                tallies.sorted { $0.key < $1.key }.map { name, tally in
                    (name, .object([("run", .integer(Int64(tally.run))), ("failed", .integer(Int64(tally.failed)))]))
                }
            )
        }
        return .object([
            ("run", .integer(Int64(total.run))), ("failed", .integer(Int64(total.failed))),
            ("operations", tallies(byOperation)), ("rules", tallies(byRule)), ("bases", tallies(byBasis)),
            (
                "failures",
                .array(
                    failures.map {
                        .object([
                            ("id", .string($0.identifier)), ("operation", .string($0.operation)),
                            ("reason", .string($0.reason)),
                        ])
                    }
                )
            ),
        ])
    }
}
