internal import AssetKitMedia

/// Where the rows of a picture lie in a driver's buffer.
struct CameraPictureLayout: Hashable {
    struct Rows: Hashable {
        /// Which memory of the buffer, and where in it.
        let memory: Int
        let offset: Int
        let bytesPerRow: Int
        /// What of a row is picture.
        let byteCount: Int
        let count: Int
        /// The plane of the picture.
        let plane: Int

        /// Behind the last byte of picture; what fills up the last row may be missing.
        var end: Int { offset + bytesPerRow * (count - 1) + byteCount }
    }

    let planes: [Rows]

    /// Nil for what is no pixels.
    init?(_ agreement: CameraAgreement) {
        guard case .pixels(let type) = agreement.deviceCoding, let format = PixelFormat(type) else { return nil }
        var planes: [Rows] = []
        var offset = 0
        for (number, place) in agreement.coding.planes.enumerated() {
            let shape = format.planes[place.index]
            let memory = agreement.coding.isSplit ? number : 0
            guard let bytes = shape.byteCount(ofWidth: shape.width(ofPictureWidth: agreement.size.width)) else {
                return nil
            }
            // Drivers that leave the length of a row out mean the shortest.
            let bytesPerRow = max(bytes, agreement.bytesPerRow[memory] / place.divisor)
            let rows = Rows(
                memory: memory,
                offset: agreement.coding.isSplit ? 0 : offset,
                bytesPerRow: bytesPerRow,
                byteCount: bytes,
                count: shape.height(ofPictureHeight: agreement.size.height),
                plane: place.index
            )
            planes.append(rows)
            offset += bytesPerRow * rows.count
        }
        self.planes = planes
    }

    /// What a picture takes of each memory.
    var byteCounts: [Int] {
        let count = (planes.map(\.memory).max() ?? 0) + 1
        return (0..<count).map { memory in planes.filter { $0.memory == memory }.map(\.end).max() ?? 0 }
    }

    /// Copies a picture out; false where the buffer has not all of it.
    func copy(from memories: [UnsafeRawBufferPointer], to picture: CVPixelBuffer) -> Bool {
        guard planes.allSatisfy({ memories.indices.contains($0.memory) && $0.end <= memories[$0.memory].count }),
            picture.lock(readOnly: false) == kCVReturnSuccess
        else { return false }
        defer { _ = picture.unlock(readOnly: false) }
        let storage = picture.storage
        for rows in planes {
            let (source, target) = (memories[rows.memory], storage.memory(ofPlane: rows.plane))
            let targetBytesPerRow = storage.bytesPerRow(ofPlane: rows.plane)
            for row in 0..<rows.count {
                let start = rows.offset + row * rows.bytesPerRow
                UnsafeMutableRawBufferPointer(rebasing: target[(row * targetBytesPerRow)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + rows.byteCount)]))
            }
        }
        return true
    }
}
