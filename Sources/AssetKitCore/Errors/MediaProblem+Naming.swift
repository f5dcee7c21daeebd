internal import AssetKitBase

extension MediaProblem {
    /// Puts the name of one of several sources into what is thrown about it; nil leaves it as it is.
    package static func naming<Result>(_ name: String?, _ body: () throws -> Result) throws -> Result {
        guard let name else { return try body() }
        do {
            return try body()
        } catch let error where !(error is CancellationError) {
            // Whoever reads within somebody else's reading may have named it already.
            if let problem = error as? MediaProblem, problem.namedSource == name { throw problem }
            let (code, reason) = AVError.explanation(of: error)
            throw MediaProblem(code: code, inSource: name, reason: reason)
        }
    }
}
