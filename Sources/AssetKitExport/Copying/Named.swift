internal import AssetKitBase
internal import AssetKitCore

/// Says whose fault an error is.
enum Named {
    /// Puts the name of a file into what is thrown, unless it is there already.
    static func by<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where error is MediaProblem || error is FileSource.Failure || error is ByteWindow.Failure {
            throw AVError.copying(name, because: error)
        }
    }
}
