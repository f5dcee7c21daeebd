package import Foundation

extension Monitor {
    /// Runs `body` again each time somebody says that something has changed, until it gives a result. At `deadline` it gives
    /// up: nil.
    package func wait<Result>(until deadline: Date, for body: (inout Value) throws -> Result?) rethrows -> Result? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = try body(&value) { return result }
            guard condition.wait(until: deadline) else { return try body(&value) }
        }
    }
}
