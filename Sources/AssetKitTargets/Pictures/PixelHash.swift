internal import AssetKitMedia

/// Numbers made of pixels, to tell pictures apart.
enum PixelHash {
    /// FNV-1a of 64 bits over the visible bytes of all planes, row by row, eight at a time where there are.
    static func hash(of picture: CVPixelBuffer) -> UInt64 {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for plane in picture.format.planes.indices {
            let shape = picture.format.planes[plane]
            let byteCount = shape.byteCount(ofWidth: shape.width(ofPictureWidth: picture.width)) ?? 0
            let storage = picture.storage
            let memory = UnsafeRawBufferPointer(storage.memory(ofPlane: plane))
            for row in 0..<shape.height(ofPictureHeight: picture.height) {
                let start = row * storage.bytesPerRow(ofPlane: plane)
                let end = min(start + byteCount, memory.count)
                guard start < end else { continue }
                add(UnsafeRawBufferPointer(rebasing: memory[start..<end]), to: &hash)
            }
        }
        return hash
    }

    private static func add(_ bytes: UnsafeRawBufferPointer, to hash: inout UInt64) {
        let wholeCount = bytes.count / 8
        for index in 0..<wholeCount {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) &* 0x100_0000_01B3
        }
        for index in (wholeCount * 8)..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    }
}
