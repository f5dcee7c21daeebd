extension CVBuffer {
    /// The same pixels as another picture, with attachments of its own: those of now. The memory stays as long as one of the two
    /// does, so whoever gets this one alone can be told apart from those who hold the other.
    package func twin() -> CVBuffer {
        let twin = CVBuffer(width: width, height: height, format: format, storage: storage, extended: extended)
        attachmentStore.copyAll(to: twin.attachmentStore)
        return twin
    }

    /// Copies the pixels and all attachments into a picture of the same format and size; false where that cannot be written to.
    package func copy(to other: CVBuffer) -> Bool {
        precondition(
            other.format.type == format.type && other.width == width && other.height == height,
            "the pictures are of two kinds"
        )
        guard lock(readOnly: true) == kCVReturnSuccess else { return false }
        defer { _ = unlock(readOnly: true) }
        guard other.lock(readOnly: false) == kCVReturnSuccess else { return false }
        defer { _ = other.unlock(readOnly: false) }
        other.storage.fill(from: storage)
        attachmentStore.copyAll(to: other.attachmentStore)
        return true
    }
}

extension PixelStorage {
    /// Takes the pixels of another memory of the same planes, row by row, as far as both go.
    func fill(from source: any PixelStorage) {
        for plane in 0..<source.planeCount {
            let (from, to) = (source.memory(ofPlane: plane), memory(ofPlane: plane))
            let (fromBytes, toBytes) = (source.bytesPerRow(ofPlane: plane), bytesPerRow(ofPlane: plane))
            let count = min(fromBytes, toBytes)
            for row in 0..<min(source.rowCount(ofPlane: plane), rowCount(ofPlane: plane)) {
                let rest = min(count, from.count - row * fromBytes, to.count - row * toBytes)
                guard rest > 0 else { continue }
                let bytes = UnsafeRawBufferPointer(rebasing: from[(row * fromBytes)...].prefix(rest))
                UnsafeMutableRawBufferPointer(rebasing: to[(row * toBytes)...]).copyMemory(from: bytes)
            }
        }
    }
}
