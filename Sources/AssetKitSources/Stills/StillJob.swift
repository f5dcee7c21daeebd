internal import AssetKitBase
internal import AssetKitFFmpeg

/// A run of samples that one thread decodes, for pictures that somebody waits for.
struct StillJob {
    /// Who waits for the picture with these ticks.
    var deliveries: [Int64: [StillDelivery]]
    var run: PictureRun
    /// The same pictures from a place further back, for when this one did not give them; nil from the first sample on.
    var furtherBack: (() throws -> StillJob?)?

    /// The same job for those pictures only that are missing.
    func only(_ missing: Set<Int64>) -> StillJob {
        var job = self
        job.run.wanted = missing
        job.run.neighbours = run.neighbours.filter { missing.contains($0.key) }
        job.deliveries = deliveries.filter { missing.contains($0.key) }
        return job
    }
}

extension StillJob {
    /// A job on samples that a container lists: they are read when they are decoded.
    init(_ group: IndexedStillPlan.Group, _ reader: any ListedSampleReading) {
        let index = reader.index
        var deliveries: [Int64: [StillDelivery]] = [:]
        for (sample, waiting) in group.deliveries {
            deliveries[index.table.presentationTicks(of: sample), default: []] += waiting
        }
        var neighbours: [Int64: PictureNeighbours] = [:]
        for (sample, around) in group.neighbours {
            neighbours[index.table.presentationTicks(of: sample)] = PictureNeighbours(
                previous: index.table.presentationTicks(of: around.previous),
                next: around.next.map { index.table.presentationTicks(of: $0) }
            )
        }
        let reader = reader.copy()
        reader.go(to: group.start)
        let last = group.last
        let wanted = Set(deliveries.keys)
        self.init(
            deliveries: deliveries,
            run: PictureRun(parameters: reader.parameters, wanted: wanted, neighbours: neighbours) { packet in
                try reader.position <= last && reader.read(into: packet)
            }
        )
        guard group.start > 0 else { return }
        furtherBack = {
            var earlier = group
            earlier.start = index.decodingStart(for: group.start - 1)
            return StillJob(earlier, reader)
        }
    }

    /// A job on samples that have been read.
    init(
        _ packets: [StoredPacket],
        _ parameters: CodecParameters,
        _ deliveries: [Int64: [StillDelivery]],
        _ neighbours: [Int64: PictureNeighbours]
    ) {
        var rest = packets[...]
        let wanted = Set(deliveries.keys)
        self.init(
            deliveries: deliveries,
            run: PictureRun(parameters: parameters, wanted: wanted, neighbours: neighbours) { packet in
                guard let next = rest.popFirst() else { return false }
                try packet.share(next.packet)
                return true
            }
        )
    }
}
