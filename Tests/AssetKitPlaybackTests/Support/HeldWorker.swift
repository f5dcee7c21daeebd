import AssetKitBase

/// Does its jobs when the test says so.
final class HeldWorker: SerialWorker, @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    private var jobs: [@Sendable () -> Void] = []

    func async(_ job: @escaping @Sendable () -> Void) { jobs.append(job) }

    var jobCount: Int { jobs.count }

    func work() {
        while !jobs.isEmpty { jobs.removeFirst()() }
    }
}
