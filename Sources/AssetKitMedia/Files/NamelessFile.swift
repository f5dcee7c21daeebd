internal import Foundation
internal import Glibc

/// A finished file that has lost its name: nobody else sees it, and it goes with this object, or with the process however that
/// ends.
package final class NamelessFile: Sendable {
    private let descriptor: OpenDescriptor

    /// Takes the name away from a file.
    package init(taking path: String) throws {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard opened >= 0 else { throw WriteFailure(number: errno) }
        descriptor = OpenDescriptor(owning: opened)
        guard unlink(path) == 0 else { throw WriteFailure(number: errno) }
    }

    /// Where this process finds it, as long as this object is there.
    package var path: String { "/proc/self/fd/\(descriptor.number)" }
}
