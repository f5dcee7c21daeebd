package import Foundation
internal import Glibc

/// What the disk says of room. Tests have disks of their own.
package struct DiskSpace: Sendable {
    private let freeBytes: @Sendable (URL) -> Int64?

    /// The machine's disks.
    package static let system = DiskSpace { folder in
        var facts = statvfs()
        guard statvfs(folder.path(percentEncoded: false), &facts) == 0 else { return nil }
        return Int64(
            clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue
        )
    }

    /// `freeBytes` says how many bytes are left for files in a folder; nil where nobody can tell.
    package init(_ freeBytes: @escaping @Sendable (URL) -> Int64?) { self.freeBytes = freeBytes }

    /// How many bytes are left for files beside one; nil where nobody can tell.
    func free(at url: URL) -> Int64? { freeBytes(url.deletingLastPathComponent()) }

    /// How many bytes a file has; nil where it is not there.
    static func size(of url: URL) -> Int64? {
        var facts = stat()
        guard stat(url.path(percentEncoded: false), &facts) == 0 else { return nil }
        return Int64(facts.st_size)
    }
}
