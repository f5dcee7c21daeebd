internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

extension [SoundBlock] {
    /// What of it lies before a frame.
    func before(_ end: Int64) -> [SoundBlock] {
        compactMap { block in
            guard block.end > end else { return block }
            guard block.start < end else { return nil }
            return try? block.prefix(Int(end - block.start))
        }
    }
}

extension SoundBlock {
    /// Its first frames.
    fileprivate func prefix(_ count: Int) throws -> SoundBlock {
        let (whole, width) = (self.count, format.bytesPerFrame)
        let part = try CMBlockBuffer(length: count * width * format.planeCount)
        try part.withUnsafeMutableBytes { target in
            try data.withContiguousStorage { source in
                for plane in 0..<format.planeCount {
                    let (from, to) = (plane * whole * width, plane * count * width)
                    for byte in 0..<(count * width) { target[to + byte] = source[from + byte] }
                }
            }
        }
        return SoundBlock(data: part, start: start, count: count, format: format)
    }
}
