import Foundation

/// A fresh folder that goes with whoever holds it.
final class TemporaryFolder: Sendable {
    private let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("assetkit-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("a test needs a temporary folder: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a name in the folder; of the folder itself for an empty one.
    func path(_ name: String) -> String { name.isEmpty ? url.path : "\(url.path)/\(name)" }
}
