import Foundation
import TestSupport

/// Media made by others, with facts that other tools measured: beside the package, or where `ASSETKIT_CORPUS` points.
///
/// It is too large for the repository. Without it the suites that need it are left out, loudly; where the variable is
/// set, a missing corpus fails them instead.
enum Corpus {
    /// Where the corpus is, or would be.
    static let folder = PackageFolder.corpus

    /// Whether the suites that need the corpus run: it is there, or somebody says that it has to be.
    static let isExpected: Bool = {
        let isNamed = ProcessInfo.processInfo.environment["ASSETKIT_CORPUS"] != nil
        let shared = folder.deletingLastPathComponent()
        if isNamed || FileManager.default.fileExists(atPath: shared.path) { return true }
        TestNotes.write("*** LEFT OUT: there is no corpus at \(folder.path); its suites do not run ***\n")
        return false
    }()

    /// Every entry of the index, in its order.
    static func entries() throws -> [CorpusEntry] { try index.get() }

    static func url(_ entry: CorpusEntry) -> URL { folder.appending(path: entry.file) }

    /// The files that are as big as the index says; others are missing or not what was measured.
    static func missingFiles(of entries: [CorpusEntry]) -> [String] {
        entries.filter { entry in
            let attributes = try? FileManager.default.attributesOfItem(atPath: url(entry).path)
            return attributes?[.size] as? Int64 != entry.size && attributes?[.size] as? Int != Int(entry.size)
        }.map(\.file)
    }

    private static let index = Result {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = try Data(contentsOf: folder.appending(path: "index.json"))
        return try decoder.decode([CorpusEntry].self, from: data)
    }
}
