internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitSinks
internal import AssetKitWriting
internal import CMTimeLib

// How much of the disk a recording may take. On the worker.

extension Recording {
    /// So much may be reserved for a file beyond what it needs to be complete, or be in blocks that are not full.
    private static let spareBytes: Int64 = 128 << 10

    /// Lets the file have what the disk has beyond what is to be left, as often as others may have taken some of that.
    func limitToSpace(of writer: AVAssetWriter) {
        guard plan.minimumFreeSpace > 0 else { return }
        let now = environment.host.now
        let isDue = state.withLock { state in
            now >= state.lastSpaceCheck.addingReportingOverflow(spaceInterval).partialValue
        }
        guard isDue, let room = room(for: writer) else { return }
        let size = plan.maximumSize ?? .max
        writer.byteLimit = min(room, size)
        // What has filled it already stays what it was.
        let isFull = writer.budget?.fullTime != nil
        state.withLock { state in
            state.lastSpaceCheck = now
            if !isFull { state.isShortOfSpace = room < size }
        }
    }

    /// Once a second, and for each fragment where there are more of them.
    private var spaceInterval: Int64 {
        let second = CMTime(value: 1, timescale: 1)
        let interval = plan.fragmentInterval
        guard interval.isNumeric, interval > .zero, interval < second else { return 1_000_000_000 }
        return CMTimeConvertScale(interval, timescale: 1_000_000_000, method: .roundHalfAwayFromZero).value
    }

    /// How large the file may become; nil where nobody can tell, or not now.
    private func room(for writer: AVAssetWriter) -> Int64? {
        // While the file grows, what it takes and what is left do not belong together.
        for _ in 0..<8 {
            guard let taken = writer.occupiedByteCount, let free = plan.diskSpace.free(at: plan.url) else { return nil }
            guard writer.occupiedByteCount == taken else { continue }
            let (room, isFar) = (max(0, free) - plan.minimumFreeSpace).addingReportingOverflow(taken - Self.spareBytes)
            guard !isFar else { return free > plan.minimumFreeSpace ? Int64.max : 0 }
            return max(0, room)
        }
        return nil
    }
}
