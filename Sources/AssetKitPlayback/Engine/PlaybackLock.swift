internal import AssetKitBase

/// What players, their items and what hangs on them know is behind one lock: an item is its player's as soon as that has it, and
/// a looper looks at both. Steps under it are short; whatever takes long, or calls a client, comes behind.
enum PlaybackLock {
    private static let lock = Protected(true)

    static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock { _ in try body() }
    }
}
