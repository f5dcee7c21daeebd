import AssetKit

/// A file with which the work failed.
struct FileFailure: Error, Sendable {
    let file: String
    let sentence: String

    /// A failure that is described in full.
    init(_ file: String, sentence: String) {
        self.file = file
        self.sentence = printable(sentence)
    }

    /// A file that could not be opened.
    init(_ file: String, because error: any Error) {
        self.file = file
        sentence = "cannot open '\(file)': \(Self.reason(error))"
    }

    /// What went wrong, without what was asked.
    static func reason(_ error: any Error) -> String {
        (error as? AVError)?.failureReason ?? (error as? WorkError)?.message ?? error.localizedDescription
    }

    var json: JSON {
        .object([("url", .string(FileArgument.url(file).absoluteString)), ("error", .string(sentence))])
    }
}

extension AVError {
    /// The new file that the sentence names, where that is what it is about.
    var writtenFile: String? { userInfo[NSFilePathErrorKey] as? String }
}
