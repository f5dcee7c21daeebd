import AssetKit

/// A file that could not be opened.
struct InfoFailure: Sendable {
    let file: String
    let sentence: String

    init(_ file: String, because error: any Error) {
        self.file = file
        let reason = (error as? AVError)?.failureReason ?? (error as? WorkError)?.message ?? error.localizedDescription
        sentence = "cannot open '\(file)': \(reason)"
    }

    var json: JSON {
        .object([("url", .string(FileArgument.url(file).absoluteString)), ("error", .string(sentence))])
    }
}
