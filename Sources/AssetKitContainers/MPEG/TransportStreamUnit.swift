/// What the head of a unit of a stream says (a PES packet, ISO/IEC 13818-1, 2.4.3.6).
package struct TransportStreamUnit: Hashable, Sendable {
    /// The stream that it is of.
    package let stream: Int
    /// Where the packet lies that it begins in, with all that belongs to that.
    package let position: Int64
    package let presentationTicks: Int64?
    /// Where nothing else is said a sample is decoded when it is shown.
    package let decodeTicks: Int64?
    /// How many bytes of what begins with the head are head.
    let headCount: Int
    /// How many bytes follow the head; nil where that is not said, as for units of pictures.
    let byteCount: Int?

    /// nil where it is not all there, or nothing that every writer would have written.
    init?(_ bytes: UnsafeRawBufferPointer, of stream: Int, at position: Int64) {
        guard bytes.count >= 9, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1, Self.hasMedia(bytes[3]),
            bytes[6] & 0xF0 == 0x80
        else { return nil }
        let (count, fields) = (Int(bytes[4]) << 8 | Int(bytes[5]), Int(bytes[8]))
        headCount = 9 + fields
        guard bytes.count >= headCount, count == 0 || count + 6 > headCount else { return nil }
        byteCount = count == 0 ? nil : count + 6 - headCount
        switch bytes[7] >> 6 {
        case 0: (presentationTicks, decodeTicks) = (nil, nil)
        case 2 where fields >= 5:
            presentationTicks = Self.ticks(bytes, 9)
            decodeTicks = presentationTicks
        case 3 where fields >= 10: (presentationTicks, decodeTicks) = (Self.ticks(bytes, 9), Self.ticks(bytes, 14))
        default: return nil
        }
        (self.stream, self.position) = (stream, position)
    }

    /// Units of sound, of pictures, and of what has no identifier of its own.
    private static func hasMedia(_ identifier: UInt8) -> Bool {
        identifier == 0xBD || identifier == 0xFD || identifier >> 5 == 6 || identifier >> 4 == 14
    }

    /// 33 bits of a time, with marks between them.
    private static func ticks(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int64 {
        Int64(bytes[place] >> 1 & 7) << 30 | Int64(bytes[place + 1]) << 22 | Int64(bytes[place + 2] >> 1) << 15
            | Int64(bytes[place + 3]) << 7 | Int64(bytes[place + 4] >> 1)
    }
}
