import Foundation

/// Where the tests find what they need.
enum Places {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The copies that are compiled here.
    static let snippets = package.appending(path: "Examples/GuideSnippets")
    /// What lies beside a working copy, where the originals are; a checkout elsewhere has none.
    static let shared = package.deletingLastPathComponent().appending(path: "shared")
    static let originals = shared.appending(path: "reference/guide-snippets")

    static func sample(_ name: String) -> URL { package.appending(path: "SampleMedia").appending(path: name) }

    /// Whether there is something to compare the copies with.
    static var hasShared: Bool { FileManager.default.fileExists(atPath: shared.path) }
}
