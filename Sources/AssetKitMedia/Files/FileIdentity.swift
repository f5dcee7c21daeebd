package import Glibc

/// Which file it is, whatever it is called.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The file that a path leads to; nil where there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What has the name: a file, or a link that leads nowhere; nil where nothing has it.
    package init?(name: String) {
        var status = stat()
        guard stat(name, &status) == 0 || lstat(name, &status) == 0 else { return nil }
        self.init(status)
    }
}
