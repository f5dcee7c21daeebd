internal import CSystem

/// The right of privileged processes to raise threads above all others of the machine.
package enum SchedulingRight {
    /// Does something without that right.
    ///
    /// SVT-AV1 makes real-time threads of the highest priority out of its own and of the one that opens it, as soon as it
    /// runs as root: a few encoders then keep everything else on the machine from running, even what they wait for.
    package static func withheld<Result>(during body: () throws -> Result) rethrows -> Result {
        let wasWithheld = ak_set_scheduling_right(0) != 0
        // Rights belong to threads, and this one goes on with others' work.
        defer { if wasWithheld { _ = ak_set_scheduling_right(1) } }
        return try body()
    }
}
