/// How many requests a compositor has that it has not finished. Pure: no thread, no compositor.
struct OpenRequests: Sendable, Hashable {
    /// More wait until one is finished, so that memory stays bounded.
    static let limit = 3

    private(set) var count = 0
    private(set) var isCancelled = false

    /// Opens one; false where all are cancelled, nil where it has to wait.
    mutating func open() -> Bool? {
        if isCancelled { return false }
        guard count < Self.limit else { return nil }
        count += 1
        return true
    }

    mutating func close() { count -= 1 }

    /// From now on none is opened. True the first time.
    mutating func cancel() -> Bool {
        defer { isCancelled = true }
        return !isCancelled
    }
}
