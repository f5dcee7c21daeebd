internal import AssetKitBase
internal import AssetKitMedia
internal import Glibc

/// A file that a target makes: nobody sees it until it is complete, and what goes wrong with it is one sentence.
///
/// SAFETY: who writes orders the writing.
struct TargetFile: @unchecked Sendable {
    private let path: String
    private let replaces: Bool
    private let file: OutputFile

    /// Begins a file. Something that has the name already is refused unless it is a file and to be replaced.
    init(for path: String, replaces: Bool) throws(AVError) {
        (self.path, self.replaces) = (path, replaces)
        file = try Self.naming(path) { try OutputFile(path, appears: .whenPublished, replaces: replaces) }
    }

    /// Writes bytes at a place.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AVError) {
        try Self.naming(path) { try file.write(bytes, at: offset) }
    }

    /// Gives the file its name.
    func publish() throws(AVError) { try Self.naming(path) { try file.publish(replaces: replaces) } }

    private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws(AVError) -> Result {
        do {
            return try body()
        } catch {
            guard let failure = error as? WriteFailure else {
                let (code, reason) = AVError.explanation(of: error)
                throw AVError(code, "cannot write '\(path)': \(reason)", underlying: error)
            }
            let (code, reason): (AVError.Code, String) =
                switch failure.number {
                case EEXIST: (.fileAlreadyExists, "there is a file of that name already")
                case _ where failure.isNoRoom: (.diskFull, failure.description)
                default: (.unknown, failure.description)
                }
            throw AVError(code, "cannot write '\(path)': \(reason)", underlying: failure)
        }
    }
}
