package import Glibc

/// What a file is at a moment: another one by its name, or other bytes in it, are another state.
package struct FileState: Hashable, Sendable {
    package let file: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// nil for what changes whenever somebody reads it, such as a pipe.
    package init?(_ status: stat) {
        guard ![S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
        file = FileIdentity(status)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// That of the file that a path leads to; nil where there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
