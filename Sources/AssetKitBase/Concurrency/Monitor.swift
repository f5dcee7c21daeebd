public import Foundation

/// A value that one thread at a time may touch, and that threads may wait for to become as they need it. Where nobody waits,
/// a ``Lock`` does.
///
/// SAFETY: the value is touched with the condition's lock held only.
@usableFromInline
package final class Monitor<Value>: @unchecked Sendable {
    @usableFromInline package let condition = NSCondition()
    @usableFromInline package var value: Value

    @inlinable
    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with the lock held. `body` calls nothing that could need the same lock again.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&value)
    }

    /// Runs `body` again each time somebody says that something has changed, until it gives a result. Where `announces`, the
    /// result says so itself.
    @inlinable
    package func wait<Result>(announces: Bool = false, for body: (inout Value) throws -> Result?) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = try body(&value) {
                if announces { condition.broadcast() }
                return result
            }
            condition.wait()
        }
    }

    /// Says to all who wait that the value has changed.
    @inlinable
    package func announce() {
        // With the lock held, so that nobody is between having looked and waiting.
        condition.lock()
        defer { condition.unlock() }
        condition.broadcast()
    }
}
