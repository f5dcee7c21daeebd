internal import AssetKitBase

extension MediaProblem {
    /// Puts the name of one of several sources into what is thrown about it; nil leaves it as it is.
    package static func naming<Result>(_ name: String?, _ body: () throws -> Result) throws -> Result {
        guard let name else { return try body() }
        do {
            return try body()
        } catch let error where !(error is CancellationError) {
            let (code, reason) = AVError.explanation(of: error)
            let isNamed = reason.contains(name)
            throw MediaProblem(code: code, reason: isNamed ? reason : "in '\(name)', \(reason)")
        }
    }
}
