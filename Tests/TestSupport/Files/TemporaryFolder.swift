package import Foundation

/// A fresh folder that goes with whoever holds it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("assetkit-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("a test needs a temporary folder: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a name in the folder; of the folder itself for an empty one.
    package func path(_ name: String) -> String { name.isEmpty ? url.path : "\(url.path)/\(name)" }

    package func file(_ name: String) -> URL { url.appending(path: name) }

    /// The names of all files, hidden ones too.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
