package import Foundation

/// Places in the package, found from where this file lies.
package enum PackageFolder {
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The committed sample media.
    package static let samples = root.appending(path: "SampleMedia")
    /// The material that lies beside the checkout of the project's own machines; absent elsewhere.
    package static let shared = root.deletingLastPathComponent().appending(path: "shared")

    /// Media made by others: beside the package, or where `ASSETKIT_CORPUS` points. It may not be there.
    package static let corpus: URL = {
        if let path = ProcessInfo.processInfo.environment["ASSETKIT_CORPUS"] { return URL(filePath: path) }
        return shared.appending(path: "corpus")
    }()
}
