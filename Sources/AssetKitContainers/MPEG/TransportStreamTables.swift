internal import Glibc

/// Watches the tables that say which streams there are (ISO/IEC 13818-1, 2.4.4): they are told again and again, and as long as
/// they say the same no reader has to look at them twice.
struct TransportStreamTables {
    /// The packets of one table as they came first, and how far the present telling is.
    private struct Telling {
        private(set) var packets: [[UInt8]] = []
        private var isComplete = false
        private var place = 0

        mutating func take(_ payload: UnsafeRawBufferPointer, isFirst: Bool) -> Bool {
            if isFirst {
                (isComplete, place) = (!packets.isEmpty, 0)
            } else if packets.isEmpty {
                // The reader came into the middle of a table.
                return true
            }
            defer { place += 1 }
            guard !isComplete else { return place < packets.count && Self.areEqual(packets[place], payload) }
            guard packets.count < TransportStreamTables.mostPackets else { return false }
            packets.append(Array(payload))
            return true
        }

        private static func areEqual(_ known: [UInt8], _ payload: UnsafeRawBufferPointer) -> Bool {
            known.withUnsafeBytes { known in
                guard known.count == payload.count, let one = known.baseAddress, let other = payload.baseAddress else {
                    return known.count == payload.count
                }
                return memcmp(one, other, known.count) == 0
            }
        }
    }

    private var tellings: [Int: Telling] = [0: Telling()]
    /// A table is no longer than that.
    private static let mostPackets = 32
    private static let mostPrograms = 256

    /// The stream has a table.
    func has(_ stream: Int) -> Bool { tellings[stream] != nil }

    /// Looks at a packet of a table; false where it says anything new, or is hard to understand.
    mutating func take(_ payload: UnsafeRawBufferPointer, of stream: Int, isFirst: Bool) -> Bool {
        if isFirst, stream == 0, tellings[0]?.packets.isEmpty ?? false, !notePrograms(payload) { return false }
        return tellings[stream]?.take(payload, isFirst: isFirst) ?? true
    }

    /// Notes which streams have the tables of programs.
    private mutating func notePrograms(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard let pointer = payload.first else { return false }
        let start = 1 + Int(pointer)
        guard payload.count >= start + 8, payload[start] == 0 else { return false }
        let end = start + 3 + (Int(payload[start + 1] & 15) << 8 | Int(payload[start + 2])) - 4
        // Of several sections each would have to be read.
        guard end >= start + 8, end + 4 <= payload.count, payload[start + 6] == 0, payload[start + 7] == 0 else {
            return false
        }
        for place in stride(from: start + 8, to: end - 3, by: 4) {
            guard payload[place] != 0 || payload[place + 1] != 0 else { continue }
            let stream = Int(payload[place + 2] & 0x1F) << 8 | Int(payload[place + 3])
            if tellings[stream] == nil { tellings[stream] = Telling() }
        }
        return tellings.count <= Self.mostPrograms
    }
}
