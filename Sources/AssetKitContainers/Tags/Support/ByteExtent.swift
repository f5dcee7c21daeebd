internal import AssetKitBase

/// Where bytes lie in a source. Large values (pictures, attachments) are handed out this way and read when asked for.
package struct ByteExtent: Hashable, Sendable {
    package var offset: Int64
    package var count: Int64

    package init(offset: Int64, count: Int64) {
        self.offset = offset
        self.count = count
    }

    /// The offset behind the last byte; clamped, so that hostile numbers cannot overflow.
    package var end: Int64 {
        let (sum, overflows) = offset.addingReportingOverflow(count)
        return overflows ? .max : sum
    }
}

extension ByteWindow {
    /// The bytes of an extent, which may be at most `limit` bytes.
    package func bytes(of extent: ByteExtent, limit: Int = 64 << 20) throws -> [UInt8] {
        guard extent.count >= 0, extent.offset >= 0 else { throw Failure.endsEarly(at: 0) }
        guard extent.count <= Int64(limit) else { throw Failure.tooLarge(extent.count) }
        return try bytes(at: extent.offset, count: Int(extent.count), limit: limit)
    }
}
