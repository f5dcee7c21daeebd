internal import Foundation

/// Memory from the system, zeroed, so that nobody's old bytes show up.
package enum SystemMemory {
    /// More than anybody means to ask for; a greater wish is a mistake or an attack, and some allocators stop the program
    /// at it.
    private static let maximumByteCount = 1 << 36

    /// Allocates; nil where there is not so much. Give it back with `free`.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
        guard (0...maximumByteCount).contains(byteCount) else { return nil }
        return calloc(1, byteCount)
    }
}
