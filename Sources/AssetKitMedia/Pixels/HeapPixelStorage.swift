/// Pixels in memory of ours.
package final class HeapPixelStorage: PixelStorage {
    private let pixels: PixelMemory
    private let layout: PixelMemoryLayout
    private let recycle: @Sendable (PixelMemory) -> Void

    /// Uses a block that is as large as the layout says; `recycle` gets it back in the end.
    package init(
        _ layout: PixelMemoryLayout,
        memory: PixelMemory,
        recycle: @escaping @Sendable (PixelMemory) -> Void = { _ in }
    ) {
        self.layout = layout
        pixels = memory
        self.recycle = recycle
    }

    deinit { recycle(pixels) }

    package var planeCount: Int { layout.planes.count }
    package func bytesPerRow(ofPlane plane: Int) -> Int { layout.planes[plane].bytesPerRow }
    package func rowCount(ofPlane plane: Int) -> Int { layout.planes[plane].rowCount }

    package func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer {
        let plane = layout.planes[plane]
        return UnsafeMutableRawBufferPointer(start: pixels.base + plane.offset, count: plane.visibleByteCount)
    }
}
