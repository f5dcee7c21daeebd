internal import AssetKitBase

/// How often and how long one reader tries to read on. A plain value.
struct NetworkAttempts {
    private let options: NetworkOptions
    /// The server has answered before. Where nobody answers any more it is asked again as long as there is patience.
    private let isKnown: Bool
    private var count = 0
    /// Since when nothing has come.
    private var since: Int64
    private var problem = NetworkProblem.silent

    init(_ options: NetworkOptions, isKnown: Bool = false) {
        (self.options, self.isKnown) = (options, isKnown)
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
        let pause = isKnown && problem.isAbsence ? options.pauses.last : nil
        guard problem.isPassing, let pause = count < options.pauses.count ? options.pauses[count] : pause else {
            throw problem
        }
        let due = min(options.time.now + pause, limit)
        count += 1
        while options.time.now < due, !isThere() {
            try flag.checkWaiting()
            options.time.pause(until: due)
        }
        try wait(flag)
    }
}
