internal import CFFmpeg

extension Frame {
    /// A number that differs where pictures do: from their size, layout and all that is seen of their planes.
    package var digest: UInt64 {
        guard let description = av_pix_fmt_desc_get(pixelFormat) else { return 0 }
        var sums = DigestSums(UInt64(width) << 32 | UInt64(height), UInt64(UInt32(bitPattern: pixelFormat.rawValue)))
        for plane in 0..<4 {
            let count = Int(av_image_get_linesize(pixelFormat, CInt(width), CInt(plane)))
            guard count > 0, withRaw({ $0.pointee.extended_data[plane] != nil }) else { break }
            let sharesRows = (plane == 1 || plane == 2) && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
            let shift = sharesRows ? Int(description.pointee.log2_chroma_h) : 0
            for row in 0..<(height + (1 << shift) - 1) >> shift {
                withRow(row, ofPlane: plane) { sums.add(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            }
        }
        return sums.value
    }
}

/// Sums in four lanes, so that a processor can work at all of them at once.
private struct DigestSums {
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var lanes: SIMD4<UInt64>

    init(_ first: UInt64, _ second: UInt64) { lanes = SIMD4(first, second, 1, 2) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        var lanes = lanes
        while place + 32 <= bytes.count {
            let words = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ words) &* SIMD4(repeating: Self.factor)
            lanes ^= lanes &>> 29
            place += 32
        }
        while place < bytes.count {
            lanes[place & 3] = (lanes[place & 3] ^ UInt64(bytes[place])) &* Self.factor
            place += 1
        }
        self.lanes = lanes
    }

    var value: UInt64 {
        (0..<4).reduce(0) { sum, lane in
            let mixed = (sum ^ lanes[lane]) &* Self.factor
            return mixed ^ mixed >> 31
        }
    }
}
