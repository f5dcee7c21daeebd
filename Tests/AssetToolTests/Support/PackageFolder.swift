import Foundation

/// Places in the package, found from where this file lies.
enum PackageFolder {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let vectors = root.appending(path: "Tests/CMTimeLibTests/Vectors/cmtime.jsonl")
    /// The material that lies beside the checkout of the project's own machines; absent elsewhere.
    static let shared = root.deletingLastPathComponent().appending(path: "shared")
}
