internal import AssetKitBase
internal import Foundation

/// A block of memory, zeroed when new, that begins at a multiple of 64 bytes.
///
/// SAFETY: both properties are set once; the memory is freed in `deinit`, when nobody is left.
package final class PixelMemory: @unchecked Sendable {
    private static let alignment = 64
    // Vector code looks a little beyond the end of the last row.
    private static let padding = 64
    private let allocation: UnsafeMutableRawPointer
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    /// Allocates; nil where there is not so much memory.
    package init?(byteCount: Int) {
        guard (0...(Int.max - Self.alignment - Self.padding)).contains(byteCount),
            let memory = SystemMemory.allocate(byteCount: byteCount + Self.alignment + Self.padding)
        else { return nil }
        allocation = memory
        base = memory.alignedUp(toMultipleOf: Self.alignment)
        self.byteCount = byteCount
    }

    deinit { free(allocation) }
}
