internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia

/// The tables of a file whose samples are being listed, what they come to, and what they may cost.
struct SampleListing {
    private let limits: AKOpeningLimits
    var tables: [PacketTable?]
    /// What the packets of each table come to, by its place.
    private var counts: [PacketCount]
    private var count = 0

    init(limits: AKOpeningLimits, tables: [PacketTable?]) {
        (self.limits, self.tables) = (limits, tables)
        counts = Array(repeating: PacketCount(), count: tables.count)
    }

    /// Counts a packet, and adds it where it is wanted.
    mutating func append(_ packet: ListedPacket?) throws {
        count += 1
        guard count <= limits.listedSampleCount else {
            throw MediaProblem(
                code: .operationNotSupportedForAsset,
                reason: "it has more than \(limits.listedSampleCount) samples, which is more than can be listed"
            )
        }
        // Looking takes longer than appending, so not every sample is looked at.
        if count & 0xfff == 0 { try checkMemory() }
        guard let packet else { return }
        tables[packet.stream]?.append(packet)
        counts[packet.stream].add(packet)
    }

    /// By the number of the stream, of those that have packets.
    var countsOfStreams: [Int: PacketCount] {
        counts.indices.reduce(into: [:]) { if counts[$1].packetCount > 0 { $0[$1] = counts[$1] } }
    }

    private func checkMemory() throws {
        guard tables.reduce(0, { $0 + ($1?.memory ?? 0) }) > limits.indexMemory else { return }
        throw MediaProblem(
            code: .operationNotSupportedForAsset,
            reason: "the list of its samples takes more than \(limits.indexMemory) bytes"
        )
    }
}
