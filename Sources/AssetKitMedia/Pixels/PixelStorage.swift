internal import Foundation

/// Where the pixels of a picture live: memory of ours, of the client's, or a decoder's.
///
/// The memory stays valid and at its place as long as the storage lives.
package protocol PixelStorage: AnyObject, Sendable {
    /// How many planes there are; 1 for packed formats.
    var planeCount: Int { get }
    /// Whether this picture alone uses the memory. Where it does not (a decoder still looks at it), a picture makes a
    /// copy before anybody writes.
    var isWritable: Bool { get }
    /// Bytes from one row to the next.
    func bytesPerRow(ofPlane plane: Int) -> Int
    /// Rows of samples.
    func rowCount(ofPlane plane: Int) -> Int
    /// The memory from the first visible sample to the end of the last row.
    func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer
}

extension PixelStorage {
    package var isWritable: Bool { true }

    /// Lends the bytes of one plane. They are valid only inside `body`, and the compiler sees to that.
    package func withPlane<Result, Failure: Error>(
        _ plane: Int,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory(ofPlane: plane)).bytes)
    }
}

/// Pixels in memory that a client lends.
///
/// SAFETY: all properties are set once. Whoever lends the memory promises that it stays until the release call, which
/// comes once, when nobody is left.
final class LentPixelStorage: PixelStorage, @unchecked Sendable {
    private let planes: [UnsafeMutableRawBufferPointer]
    private let rows: [(bytes: Int, count: Int)]
    private let release: () -> Void

    /// Uses planes of memory, each of whole rows.
    init(
        planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int, rowCount: Int)],
        release: @escaping () -> Void
    ) {
        self.planes = planes.map { .init(start: $0.base, count: $0.bytesPerRow * $0.rowCount) }
        rows = planes.map { ($0.bytesPerRow, $0.rowCount) }
        self.release = release
    }

    deinit { release() }

    var planeCount: Int { planes.count }
    func bytesPerRow(ofPlane plane: Int) -> Int { rows[plane].bytes }
    func rowCount(ofPlane plane: Int) -> Int { rows[plane].count }
    func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer { planes[plane] }
}
