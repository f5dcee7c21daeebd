internal import Foundation
internal import Glibc

/// A hidden folder of files beside a target. It is gone with this object, unless it was renamed; one that a kill left goes with
/// the next file of the target's name.
package final class HiddenFolder: Sendable {
    package let path: String
    /// As long as it is locked, nobody takes the folder for abandoned.
    private let lock: OpenDescriptor

    package init(besides target: String) throws(WriteFailure) {
        let hidden = HiddenFile(of: target)
        hidden.removeAbandoned()
        path = hidden.freshName()
        guard mkdir(path, 0o777) == 0 else { throw hidden.failure(errno) }
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            let number = errno
            rmdir(path)
            throw WriteFailure(number: number)
        }
        lock = OpenDescriptor(owning: opened)
        flock(opened, LOCK_EX | LOCK_NB)
    }

    deinit { remove() }

    /// A path of a file in it without the names of people's folders, which some libraries read as lists of options.
    package func plainPath(_ name: String) -> String { "/proc/self/fd/\(lock.number)/\(name)" }

    package func remove() { HiddenFile.removeFolder(path) }
}
