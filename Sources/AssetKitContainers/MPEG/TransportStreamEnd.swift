package import AssetKitBase

/// Looks whether the end of a transport stream (ISO/IEC 13818-1) is all there. Only its beginning and its end are read.
package struct TransportStreamEnd {
    private let layout: TransportStreamLayout
    /// How many bytes of the last packet are missing, and of the last unit of each stream, where one is not all there.
    package private(set) var missingCount = 0
    private(set) var unfinishedStreams: [Int] = []
    /// Where the packets of those units begin.
    package private(set) var unfinishedPackets: [Int64] = []

    /// So many packets at the end are looked at.
    private static let lookedAtCount: Int64 = 1024

    /// nil where no packets are found, or the length is not known.
    package init?(_ window: ByteWindow) throws {
        let head = try window.available(TransportStreamLayout.lookedAtCount, at: 0)
        guard let length = window.length, let layout = TransportStreamLayout(head) else { return nil }
        self.layout = layout
        let rest = Int((length - start) % Int64(packetSize))
        if rest > 0 { missingCount = packetSize - rest }
        try lookAtUnits(window, count: (length - start) / Int64(packetSize))
    }

    /// How long packets are.
    package var packetSize: Int { layout.packetSize }

    private var start: Int64 { layout.start }

    /// What is missing, in words; nil for a stream that is complete.
    package var problem: String? {
        if missingCount > 0 { return "the file ends \(missingCount) bytes before its last packet does" }
        guard let stream = unfinishedStreams.first else { return nil }
        return "the file ends before the last unit of stream \(stream) does"
    }

    private mutating func lookAtUnits(_ window: ByteWindow, count: Int64) throws {
        let first = max(0, count - Self.lookedAtCount)
        let bytes = try window.available(
            Int(count - first) * packetSize,
            at: start + first * Int64(packetSize)
        )
        var missing: [Int: Int] = [:]
        var places: [Int: [Int64]] = [:]
        let lead = layout.lead
        for place in stride(from: lead, to: max(lead, bytes.count - 187), by: packetSize) {
            let packet = bytes[place..<min(place + 188, bytes.count)]
            guard packet.count == 188, packet.first == TransportStreamLayout.syncByte else { continue }
            let stream = Int(packet[place + 1] & 0x1F) << 8 | Int(packet[place + 2])
            let payload = Self.payload(packet)
            if packet[place + 1] & 0x40 != 0 {
                missing[stream] = Self.unitCount(payload)
                places[stream] = []
            }
            places[stream]?.append(start + first * Int64(packetSize) + Int64(place))
            if let open = missing[stream] { missing[stream] = open - payload.count }
        }
        unfinishedStreams = missing.filter { $0.value > 0 }.map(\.key).sorted()
        unfinishedPackets = unfinishedStreams.flatMap { places[$0] ?? [] }
    }

    private static func payload(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let control = packet[packet.startIndex + 3] >> 4 & 3
        guard control & 1 != 0 else { return [] }
        let adaptation = control & 2 != 0 ? Int(packet[packet.startIndex + 4]) + 1 : 0
        return packet.dropFirst(4 + adaptation)
    }

    /// How many bytes a unit of a stream has with its head; nil for what does not say so, as units of pictures may not.
    private static func unitCount(_ payload: ArraySlice<UInt8>) -> Int? {
        let head = Array(payload.prefix(6))
        guard head.count == 6, head.starts(with: [0, 0, 1]) else { return nil }
        let count = Int(head[4]) << 8 | Int(head[5])
        return count > 0 ? count + 6 : nil
    }
}
