public import Glibc

/// A value that one thread at a time may touch. One of three, by what is behind the lock: a `Lock` for values that nobody
/// else can reach, which is what most are; ``Protected`` for objects that the compiler cannot see to be safe; ``Monitor`` where
/// threads wait for the value to change. Where they wait for no value, ``Gate`` and ``Room`` do. No other lock, condition or
/// semaphore is used here.
///
/// The standard library's `Mutex` does the same, but waits inside a library that the thread sanitizer cannot see into:
/// as soon as two threads meet there, it reports races that are none. What waits in pthreads it sees, so that a report
/// about a value behind this lock means something.
///
/// SAFETY: `value` is touched inside `withLock` only, with the lock held, and only what the compiler lets go (`sending`)
/// gets in or out.
@usableFromInline
package struct Lock<Value>: @unchecked Sendable {
    @usableFromInline package let storage: ManagedBuffer<Value, pthread_mutex_t>

    @inlinable
    package init(_ value: sending Value) {
        storage = LockStorage<Value>.create(minimumCapacity: 1) { _ in value }
        storage.withUnsafeMutablePointerToElements { mutex in
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            // A thread that takes the lock twice is told so, instead of waiting for itself for ever.
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
            pthread_mutex_init(mutex, &attributes)
            pthread_mutexattr_destroy(&attributes)
        }
    }

    /// Runs `body` with the lock held. `body` calls nothing that could need the same lock again.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let (value, mutex) = storage.withUnsafeMutablePointers { ($0, $1) }
        let status = pthread_mutex_lock(mutex)
        precondition(status == 0, "a lock was taken twice by one thread")
        defer {
            pthread_mutex_unlock(mutex)
            withExtendedLifetime(storage) {}
        }
        return try body(&value.pointee)
    }
}

/// A value and its lock in one piece of memory.
@usableFromInline
final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    @inlinable deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
}
