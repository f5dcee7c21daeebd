internal import Foundation
internal import Glibc

/// What the disk says of files.
enum DiskSpace {
    /// How many bytes are left for files beside one; nil where nobody can tell.
    static func free(at url: URL) -> Int64? {
        var facts = statvfs()
        guard statvfs(url.deletingLastPathComponent().path(percentEncoded: false), &facts) == 0 else { return nil }
        return Int64(
            clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue
        )
    }

    /// How many bytes a file has; nil where it is not there.
    static func size(of url: URL) -> Int64? {
        var facts = stat()
        guard stat(url.path(percentEncoded: false), &facts) == 0 else { return nil }
        return Int64(facts.st_size)
    }
}
