internal import AssetKitBase

/// How often and how long one reader tries to read on. A plain value.
struct NetworkAttempts {
    private let options: NetworkOptions
    private var count = 0
    /// Since when nothing has come.
    private var since: Int64
    private var problem = NetworkProblem.silent

    init(_ options: NetworkOptions) {
        self.options = options
        since = options.time.now
    }

    /// When there was nothing for too long.
    var limit: Int64 { since + options.patience }

    /// Something has come.
    mutating func succeed() { (count, since) = (0, options.time.now) }

    /// Throws where there was nothing for too long.
    func wait(_ flag: CancellationFlag) throws {
        try flag.checkWaiting()
        guard options.time.now < limit else { throw problem }
    }

    /// Waits until another attempt is due, or until `isThere` says that there is no need of one; throws where none is.
    mutating func fail(_ problem: NetworkProblem, _ flag: CancellationFlag, isThere: () -> Bool = { false }) throws {
        self.problem = problem
        guard problem.isPassing, count < options.pauses.count else { throw problem }
        let due = options.time.now + options.pauses[count]
        count += 1
        try wait(flag)
        while options.time.now < due, !isThere() {
            try flag.checkWaiting()
            options.time.pause(until: due)
        }
    }
}
