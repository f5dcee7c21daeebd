internal import AssetKitBase

/// The answer to a request for a value: given once, waited for.
final class MetadataValueAnswer: Sendable {
    private let answer = Monitor<Result<MetadataValue, any Error>?>(nil)

    /// Gives the answer. Later ones do not count.
    func give(_ new: Result<MetadataValue, any Error>) {
        answer.withLock { $0 = $0 ?? new }
        answer.announce()
    }

    /// The answer, waited for.
    func waited() throws -> MetadataValue {
        let given: Result<MetadataValue, any Error> = answer.wait { $0 }
        return try given.get()
    }
}
