import AssetKit

/// What `assettool play` prints at the end where it is asked for.
struct PlayReport {
    let figures: AKPlayerFigures
    /// Of the whole process.
    let processorSeconds: Double

    var json: JSON {
        .object([
            (
                "avError",
                .object([("median", percentile(0.5)), ("p99", percentile(0.99))])
            ),
            ("shown", .integer(Int64(figures.shown))), ("dropped", .integer(Int64(figures.dropped))),
            ("underruns", .integer(Int64(figures.underruns))), ("stalls", .integer(Int64(figures.stalls))),
            ("seeks", .array(figures.seeks.map { .number(milliseconds($0)) })),
            ("processorSeconds", .number((processorSeconds * 1000).rounded() / 1000)),
        ])
    }

    /// null where no picture was shown anywhere.
    private func percentile(_ part: Double) -> JSON {
        let sorted = figures.lateness.sorted()
        guard !sorted.isEmpty else { return .null }
        return .number(milliseconds(sorted[Int((Double(sorted.count - 1) * part).rounded())]))
    }

    /// To the microsecond.
    private func milliseconds(_ nanoseconds: Int64) -> Double { (Double(nanoseconds) / 1000).rounded() / 1000 }

    /// What the process has used until now.
    static func usedProcessorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
