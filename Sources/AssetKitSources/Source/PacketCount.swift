internal import AssetKitBase
internal import AssetKitFFmpeg

/// How many packets a stream has, and what their times come to, in its ticks.
struct PacketCount: Equatable {
    var packetCount: Int64 = 0
    var byteCount: Int64 = 0
    var end = Int64.min
    /// The latest presentation time so far.
    private var latest = Int64.min
    private(set) var isReordered = false
    /// Every packet says when it shows.
    private(set) var isTimed = true

    mutating func add(_ packet: borrowing Packet, clockOffset: Int64) {
        let ticks = packet.presentationTicks?.addingClamped(clockOffset)
        add(byteCount: packet.byteCount, presentationTicks: ticks, durationTicks: packet.durationTicks)
    }

    mutating func add(_ packet: ListedPacket) {
        add(
            byteCount: packet.byteCount,
            presentationTicks: packet.presentationTicks,
            durationTicks: packet.durationTicks
        )
    }

    private mutating func add(byteCount count: Int, presentationTicks: Int64?, durationTicks: Int64) {
        // A demuxer that has nothing yet leaves the slot empty.
        guard count > 0 else { return }
        packetCount += 1
        byteCount += Int64(count)
        guard let ticks = presentationTicks else {
            isTimed = false
            return
        }
        end = max(end, ticks.addingClamped(max(0, durationTicks)))
        isReordered = isReordered || ticks < latest
        latest = max(latest, ticks)
    }
}
