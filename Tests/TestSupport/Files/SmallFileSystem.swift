package import Foundation

/// A file system of a few bytes, where this process may mount one. It goes with whoever holds it.
package final class SmallFileSystem {
    package let url: URL

    /// `size`: as `mount` has it.
    package init?(in folder: String, size: String = "1M") {
        url = URL(filePath: folder).appending(path: "small")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        guard run("/bin/mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", url.path) == 0 else { return nil }
    }

    deinit { _ = run("/bin/umount", url.path) }

    private func run(_ program: String, _ arguments: String...) -> Int32 {
        let process = Process.limited(program, arguments)
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
