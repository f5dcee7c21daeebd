internal import CAllocationCount
internal import CLibavutil
internal import Glibc

/// Prints one JSON object a line: the measurements of every row, or with `operands` the operands of every row.
@main
enum TimeBenchmark {
    static func main() {
        do {
            try run()
        } catch {
            let message = "TimeBenchmark: \(error)\n"
            _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private static func run() throws(Failure) {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("operands", 1):
            for row in Rows.all() { print(#"{"row": "\#(row.name)", "operands": \#(row.operands)}"#) }
        case ("measure", 2):
            guard let rounds = arguments.last.flatMap({ Int($0) }), rounds > 0 else { throw Failure.usage }
            try measure(rounds: rounds)
        case ("version", 1):
            print(String(cString: av_version_info()))
        default:
            throw Failure.usage
        }
    }

    private static func measure(rounds: Int) throws(Failure) {
        guard countsAllocations() else { throw Failure.allocationsNotCounted }
        for row in Rows.all() {
            if let place = row.disagreement() { throw Failure.disagreement(row.name, row.operands[place]) }
            for result in Measurement.measure(row, rounds: rounds) {
                print(
                    #"{"row": "\#(row.name)", "name": "\#(result.name)", "nanoseconds": \#(result.nanosecondsPerCall), "#
                        + #""allocations": \#(result.allocationsPerCall), "sum": \#(result.sum)}"#
                )
            }
        }
    }

    /// Whether allocations of Swift and of a shared library both arrive at our counter.
    private static func countsAllocations() -> Bool {
        let before = ak_allocation_count()
        let numbers = [Int](unsafeUninitializedCapacity: 1000) { buffer, count in
            buffer[0] = Int(before)
            count = 1
        }
        let between = ak_allocation_count()
        var memory: UnsafeMutableRawPointer? = av_malloc(1000 + numbers[0] % 2)
        let after = ak_allocation_count()
        av_freep(&memory)
        return before < between && between < after
    }
}

/// Why nothing was measured.
enum Failure: Error, CustomStringConvertible {
    case usage
    case allocationsNotCounted
    case disagreement(String, [Int64])

    var description: String {
        switch self {
        case .usage: "usage: TimeBenchmark operands | measure ROUNDS | version"
        case .allocationsNotCounted: "the allocation counter does not see what Swift or libavutil allocate"
        case .disagreement(let row, let operands): "row '\(row)': ours and the peer do not agree for \(operands)"
        }
    }
}
