/// The head of an Ogg page: everything but the packets' bytes.
struct OggPage: Hashable, Sendable {
    static let headByteCount = 27

    var offset: Int64
    var isContinued: Bool
    var isFirst: Bool
    var isLast: Bool
    /// Where the stream has got to at the end of the last packet that ends on this page; nil when none does.
    var granule: Int64?
    var serial: UInt32
    var sequence: UInt32
    /// The sizes that packets are made of: one below 255 ends a packet.
    var segments: [UInt8]

    var headSize: Int { Self.headByteCount + segments.count }
    var bodySize: Int { segments.reduce(0) { $0 + Int($1) } }
    var bodyOffset: Int64 { offset + Int64(headSize) }
    var end: Int64 { bodyOffset + Int64(bodySize) }
    /// How many packets end here.
    var endedPacketCount: Int { segments.count { $0 < 255 } }

    /// Reads the head at `offset`; nil when there is none.
    init?(_ scanner: inout ByteScanner, at offset: Int64) throws {
        guard let head = try scanner.bytes(at: offset, count: Self.headByteCount) else { return nil }
        var reader = FieldReader(Array(head))
        guard reader.code() == "OggS", reader.byte() == 0, let flags = reader.byte(), let granule = reader.little(8),
            let serial = reader.little(4), let sequence = reader.little(4), reader.skip(4), let count = reader.byte(),
            let segments = try scanner.bytes(at: offset + Int64(Self.headByteCount), count: Int(count))
        else { return nil }
        self.offset = offset
        isContinued = flags & 1 != 0
        isFirst = flags & 2 != 0
        isLast = flags & 4 != 0
        // All ones say that nothing ends here; other numbers below zero are nonsense.
        self.granule = Int64(exactly: granule)
        self.serial = UInt32(serial)
        self.sequence = UInt32(sequence)
        self.segments = Array(segments)
    }
}
