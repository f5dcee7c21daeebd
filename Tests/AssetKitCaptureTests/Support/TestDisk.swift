import AssetKitBase
import AssetKitCapture
import Foundation
import Glibc

/// A disk of some bytes: the files of a folder are on it, and what a test says that others have there.
final class TestDisk: Sendable {
    private let folder: URL
    private let size: Int64
    private let others = Protected<Int64>(0)

    init(_ folder: URL, size: Int64) { (self.folder, self.size) = (folder, size) }

    /// The disk as outputs see it.
    var space: DiskSpace { DiskSpace { [self] _ in free } }

    /// How many bytes are left.
    var free: Int64 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let taken = names.reduce(Int64(0)) { $0 + Self.occupied(folder.appending(path: $1).path) }
        return size - taken - others.withLock { $0 }
    }

    /// Others take all but so many bytes.
    func leave(_ byteCount: Int64) {
        let taken = free - byteCount
        others.withLock { $0 += taken }
    }

    private static func occupied(_ path: String) -> Int64 {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return 0 }
        return max(Int64(facts.st_blocks) * 512, Int64(facts.st_size))
    }

    /// How many bytes are left on the real disk that a folder is on.
    static func free(in folder: URL) -> Int64 {
        var facts = statvfs()
        guard statvfs(folder.path, &facts) == 0 else { return 0 }
        return Int64(facts.f_bavail) * Int64(facts.f_frsize)
    }
}
