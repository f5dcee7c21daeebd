internal import AssetKitBase

/// What one reader waits for a connection by: a flag that ends it, and a moment when the connection counts as dead.
struct NetworkWait {
    let time: any NetworkTime
    let flag: CancellationFlag
    private let deadline: Int64

    /// `limit`: when it is over in any case.
    init(_ options: NetworkOptions, _ flag: CancellationFlag, limit: Int64 = .max) {
        (time, self.flag) = (options.time, flag)
        deadline = min(options.time.now + options.silence, limit)
    }

    /// Throws where nobody waits any more.
    func check() throws {
        try flag.checkWaiting()
        guard time.now < deadline else { throw NetworkProblem.silent }
    }

    /// Waits until something comes over a connection; `isReady` waits for that so many milliseconds at most.
    func untilReady(_ isReady: (_ milliseconds: CInt) -> Bool) throws {
        repeat { try check() } while !time.wait(until: deadline, isReady)
    }
}
