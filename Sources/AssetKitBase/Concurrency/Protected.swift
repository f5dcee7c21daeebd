/// A value behind a lock, for references to objects that have locks of their own or stay behind this one.
///
/// ``Lock`` lets only values in and out that nobody else can reach, and the compiler cannot see that of such objects.
///
/// SAFETY: `value` is touched inside `withLock` only, with the lock held.
@usableFromInline
package final class Protected<Value>: @unchecked Sendable {
    // Of a byte, since the place of nothing is that of the mutex, and the thread sanitizer takes one for the other.
    @usableFromInline package let lock = Lock<Bool>(false)
    @usableFromInline package var value: Value

    @inlinable
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` with the lock held. `body` calls nothing that could need the same lock again.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { _ in Unchecked(value: try body(&value)) }.value
    }
}

/// Carries a result out of the lock past the compiler's check.
///
/// SAFETY: made and opened by `Protected.withLock` only.
@usableFromInline
struct Unchecked<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(value: Value) { self.value = value }
}
