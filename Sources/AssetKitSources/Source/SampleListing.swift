internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia

/// The tables of a file whose samples are being listed, and what they may cost.
struct SampleListing {
    private let limits: AKOpeningLimits
    var tables: [PacketTable?]
    private var count = 0

    init(limits: AKOpeningLimits, tables: [PacketTable?]) { (self.limits, self.tables) = (limits, tables) }

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
        if let packet { tables[packet.stream]?.append(packet) }
    }

    private func checkMemory() throws {
        guard tables.reduce(0, { $0 + ($1?.memory ?? 0) }) > limits.indexMemory else { return }
        throw MediaProblem(
            code: .operationNotSupportedForAsset,
            reason: "the list of its samples takes more than \(limits.indexMemory) bytes"
        )
    }
}
