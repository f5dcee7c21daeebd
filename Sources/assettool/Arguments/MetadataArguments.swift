import AssetKit

/// What a command line has a new file say about itself.
struct MetadataArguments: Sendable {
    static let specs = [
        OptionSpec("metadata", value: "K=V", "set a piece of metadata, such as title=Holiday; several times"),
        OptionSpec("cover", value: "FILE", "the picture that stands for it, a JPEG or PNG (default: the source's)"),
        OptionSpec("chapters", value: "FILE", "the chapters, from a text or WebVTT (default: the source's)"),
        OptionSpec("strip-metadata", "leave out what the source says about itself (default: carry it over)"),
    ]

    let changes: [AKExportOptions.MetadataChange]
    /// Nothing is kept of what the source says.
    let strips: Bool
    private let coverName: String?
    private let chaptersName: String?

    init(_ arguments: ParsedArguments, _ verb: String) throws(UsageError) {
        var changes: [AKExportOptions.MetadataChange] = []
        for text in arguments.values(of: "metadata") {
            guard let place = text.firstIndex(of: "="), place > text.startIndex else {
                let problem = "\(quoted(text)) is no metadata; --metadata takes KEY=VALUE, as in title=Holiday"
                throw UsageError(problem, verb)
            }
            let value = String(text[text.index(after: place)...])
            changes.append(AKExportOptions.MetadataChange(name: String(text[..<place]), value: value))
        }
        self.changes = changes
        strips = arguments.has("strip-metadata")
        coverName = try Self.fileName("cover", arguments, verb)
        chaptersName = try Self.fileName("chapters", arguments, verb)
    }

    private static func fileName(_ name: String, _ arguments: ParsedArguments, _ verb: String) throws(UsageError)
        -> String?
    {
        guard let file = arguments.value(of: name) else { return nil }
        guard !file.isEmpty else { throw UsageError("--\(name) takes the name of a file", verb) }
        return file
    }

    /// The bytes of the cover; nil for the source's.
    func cover() throws(WorkError) -> Data? {
        guard let coverName else { return nil }
        return try FileContents.read(coverName, limit: 64 << 20, for: "cover")
    }

    /// The chapters that are listed; nil for the source's.
    func chapters() throws(WorkError) -> [AKExportOptions.Chapter]? {
        guard let name = chaptersName else { return nil }
        let data = try FileContents.read(name, limit: 16 << 20, for: "list of chapters")
        let text = String(decoding: data, as: UTF8.self)
        do {
            let chapters = try AKExportOptions.chapters(in: text)
            guard chapters.isEmpty else { return chapters }
        } catch {
            throw WorkError(message: "cannot read \(quoted(name)): \(FileFailure.reason(error))")
        }
        throw WorkError(message: "cannot read \(quoted(name)): it lists no chapters")
    }
}
