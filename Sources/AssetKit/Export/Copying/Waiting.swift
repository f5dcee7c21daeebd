internal import Foundation

/// Waits for what only asynchronous code can do. For threads that may block.
enum Waiting {
    static func result<Value: Sendable>(of body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let answer = Lock<Result<Value, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        Task {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
            isThere.signal()
        }
        isThere.wait()
        guard let result = answer.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
