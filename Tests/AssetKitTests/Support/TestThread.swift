import Foundation
import TestSupport

/// A thread that a test waits for.
///
/// SAFETY: the result is touched with the condition's lock held only.
final class TestThread<Result: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Swift.Result<Result, any Error>?

    init(_ body: @escaping @Sendable () throws -> Result) {
        Thread { [self] in
            let value = Swift.Result { try body() }
            condition.lock()
            result = value
            condition.broadcast()
            condition.unlock()
        }.start()
    }

    /// What came of it, waited for.
    func value() throws -> Result {
        condition.lock()
        defer { condition.unlock() }
        while result == nil { try condition.waitPatiently("until a thread of the test ends") }
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
