/// How the packets of a transport stream (ISO/IEC 13818-1) lie in its file.
package struct TransportStreamLayout: Hashable, Sendable {
    /// How long packets are: with a time in front of each, or a checksum behind it.
    package let packetSize: Int
    /// Where the first packet begins, with all that belongs to it.
    package let start: Int64

    static let syncByte: UInt8 = 0x47
    /// So many bytes of a packet are the same in every file.
    static let plainSize = 188
    /// So many bytes of a file tell how its packets lie.
    package static let lookedAtCount = 4096

    /// nil where no packets are found. `head`: what the file begins with.
    package init?(_ head: [UInt8]) {
        for (size, lead) in [(188, 0), (192, 4), (204, 0)] {
            for place in lead..<size + lead {
                let marks = stride(from: place, to: head.count, by: size)
                guard head.count > place + 2 * size, marks.allSatisfy({ head[$0] == Self.syncByte }) else { continue }
                (packetSize, start) = (size, Int64(place - lead))
                return
            }
        }
        return nil
    }

    /// How many bytes stand in front of a packet.
    var lead: Int { packetSize == 192 ? 4 : 0 }
}
