internal import Foundation

/// Where the pixels of a picture live: memory of ours, of the client's, or a decoder's.
///
/// The memory stays valid and at its place as long as the storage lives.
protocol PixelStorage: AnyObject, Sendable {
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
    var isWritable: Bool { true }

    /// Lends the bytes of one plane. They are valid only inside `body`, and the compiler sees to that.
    func withPlane<Result, Failure: Error>(
        _ plane: Int,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory(ofPlane: plane)).bytes)
    }
}

/// A block of memory, zeroed when new, that begins at a multiple of 64 bytes.
///
/// SAFETY: both properties are set once; the memory is freed in `deinit`, when nobody is left.
final class PixelMemory: @unchecked Sendable {
    private static let alignment = 64
    // Vector code looks a little beyond the end of the last row.
    private static let padding = 64
    private let allocation: UnsafeMutableRawPointer
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Allocates; nil where there is not so much memory.
    init?(byteCount: Int) {
        guard (0...(Int.max - Self.alignment - Self.padding)).contains(byteCount),
            let memory = SystemMemory.allocate(byteCount: byteCount + Self.alignment + Self.padding)
        else { return nil }
        allocation = memory
        base = memory.alignedUp(toMultipleOf: Self.alignment)
        self.byteCount = byteCount
    }

    deinit { free(allocation) }
}

/// Pixels in memory of ours.
final class HeapPixelStorage: PixelStorage {
    private let pixels: PixelMemory
    private let layout: PixelMemoryLayout
    private let recycle: @Sendable (PixelMemory) -> Void

    /// Uses a block that is as large as the layout says; `recycle` gets it back in the end.
    init(
        _ layout: PixelMemoryLayout,
        memory: PixelMemory,
        recycle: @escaping @Sendable (PixelMemory) -> Void = { _ in }
    ) {
        self.layout = layout
        pixels = memory
        self.recycle = recycle
    }

    deinit { recycle(pixels) }

    var planeCount: Int { layout.planes.count }
    func bytesPerRow(ofPlane plane: Int) -> Int { layout.planes[plane].bytesPerRow }
    func rowCount(ofPlane plane: Int) -> Int { layout.planes[plane].rowCount }

    func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer {
        let plane = layout.planes[plane]
        return UnsafeMutableRawBufferPointer(start: pixels.base + plane.offset, count: plane.visibleByteCount)
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
