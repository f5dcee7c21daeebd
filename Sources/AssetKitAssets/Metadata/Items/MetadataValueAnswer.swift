internal import AssetKitBase
internal import Dispatch

/// The answer to a request for a value: given once, waited for by one thread.
final class MetadataValueAnswer: Sendable {
    private let answer = Lock<Result<MetadataValue, any Error>?>(nil)
    private let given = DispatchSemaphore(value: 0)

    /// Gives the answer. Later ones do not count.
    func give(_ new: Result<MetadataValue, any Error>) {
        let isFirst = answer.withLock { answer in
            guard answer == nil else { return false }
            answer = new
            return true
        }
        if isFirst { given.signal() }
    }

    /// The answer, waited for.
    func waited() throws -> MetadataValue {
        given.wait()
        defer { given.signal() }
        guard let answer = answer.withLock({ $0 }) else { throw CancellationError() }
        return try answer.get()
    }
}
