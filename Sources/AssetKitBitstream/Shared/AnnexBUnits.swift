/// The NAL units of a byte stream with start codes (Annex B of H.264 and of HEVC).
///
/// Bytes before the first start code are skipped and trailing zeros belong to no unit; nothing can fail.
/// Also right for the start codes of MPEG-2 and MPEG-4, except that there a segment may end in zeros.
package struct AnnexBUnits: Sequence {
    package let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package func makeIterator() -> Iterator { Iterator(bytes) }

    package struct Iterator: IteratorProtocol {
        private let bytes: ArraySlice<UInt8>
        private var upcoming: Int?

        package init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
            upcoming = AnnexBUnits.startCode(in: bytes, from: bytes.startIndex).map { $0 + 3 }
        }

        /// The next unit that is not empty.
        package mutating func next() -> ArraySlice<UInt8>? {
            while let start = upcoming {
                let following = AnnexBUnits.startCode(in: bytes, from: start)
                upcoming = following.map { $0 + 3 }
                var end = following ?? bytes.endIndex
                while end > start, bytes[end - 1] == 0 { end -= 1 }
                if end > start { return bytes[start..<end] }
            }
            return nil
        }
    }

    /// Calls with the place of each unit of bytes that lie in memory.
    package static func forEachPlace(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
        var upcoming = startCode(in: bytes, from: 0)
        while let code = upcoming {
            upcoming = startCode(in: bytes, from: code + 3)
            var end = upcoming ?? bytes.count
            while end > code + 3, bytes[end - 1] == 0 { end -= 1 }
            if end > code + 3 { body(code + 3..<end) }
        }
    }

    /// The index of the first 00 00 01 that begins at `index` or later.
    package static func startCode(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        var last = index + 2
        while last < bytes.count {
            // Where there is no zero, none begins.
            if last + 6 <= bytes.count, !hasZero(bytes.loadUnaligned(fromByteOffset: last - 2, as: UInt64.self)) {
                last += 8
                continue
            }
            switch bytes[last] {
            case 0: last += 1
            case 1 where bytes[last - 1] == 0 && bytes[last - 2] == 0: return last - 2
            default: last += 3  // no start code can end within the next two bytes
            }
        }
        return nil
    }

    /// One of the eight bytes is zero: only that one borrows where it had no highest bit.
    private static func hasZero(_ bytes: UInt64) -> Bool {
        (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080 != 0
    }

    /// The index of the first 00 00 01 that begins at `index` or later.
    package static func startCode(in bytes: ArraySlice<UInt8>, from index: Int) -> Int? {
        let place = bytes.withUnsafeBytes { startCode(in: $0, from: index - bytes.startIndex) }
        return place.map { bytes.startIndex + $0 }
    }
}
