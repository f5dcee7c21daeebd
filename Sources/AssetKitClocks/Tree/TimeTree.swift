internal import AssetKitBase

/// The one lock behind all clocks and timebases.
///
/// What a timebase says depends on its source, on that one's source, and so on up to a clock. All of it is read and
/// changed under this one lock, so that a time and a rate belong together, a chain is read as it is at one moment, and two
/// changes at once cannot close a loop. Nothing that belongs to a client is called or let go with the lock held.
enum TimeTree {
    // Not of nothing: a value without size has the address of what comes next, which the sanitizer takes it for.
    private static let lock = Protected(false)

    static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock { _ in try body() }
    }

    /// Changes something with the lock held, and does after it what follows from that: fires timers, posts notifications.
    static func change<Result>(_ body: (inout TimeChanges) throws -> Result) rethrows -> Result {
        // Lives longer than the lock is held: with what was kept, clients' objects may go.
        var changes = TimeChanges()
        defer { changes.perform() }
        return try withLock { try body(&changes) }
    }
}
