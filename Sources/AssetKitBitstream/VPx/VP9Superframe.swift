/// Several VP9 frames in one sample: hidden ones and the one that is shown (Annex B of the VP9 specification).
package enum VP9Superframe {
    /// The frames of a sample: itself, when it has no index at its end.
    package static func frames(of sample: ArraySlice<UInt8>) throws(BitstreamError) -> [ArraySlice<UInt8>] {
        guard let marker = sample.last else { throw .endOfData }
        let sizeBytes = Int(marker >> 3 & 3) + 1
        let count = Int(marker & 7) + 1
        let indexSize = 2 + sizeBytes * count
        guard marker >> 5 == 0b110, sample.count >= indexSize, sample[sample.endIndex - indexSize] == marker else {
            return [sample]
        }
        var sizes = sample.suffix(indexSize).dropFirst()
        var rest = sample.dropLast(indexSize)
        var frames: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            // Little-endian, unlike the rest of the format.
            let size = sizes.prefix(sizeBytes).reversed().reduce(0) { ($0 << 8) | Int($1) }
            sizes = sizes.dropFirst(sizeBytes)
            guard size <= rest.count else { throw .endOfData }
            if size > 0 { frames.append(rest.prefix(size)) }
            rest = rest.dropFirst(size)
        }
        return frames
    }
}
