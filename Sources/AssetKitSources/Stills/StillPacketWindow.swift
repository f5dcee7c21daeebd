internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg

/// The samples around a time, of a container without tables: from the last key frame shown then or before until it is
/// sure which sample is shown. Reading is cheap beside decoding.
final class StillPacketWindow {
    /// More compressed samples than this are not kept for one picture.
    private static let byteLimit = 512 << 20
    /// Up to so many seconds ahead, reading on is as quick as seeking.
    private static let readingAhead: Int64 = 2
    /// The picture behind another one comes within so many samples, or is done without.
    private static let lookAheadLimit = 128

    private let reader: any SampleReading
    private let times: StoredTimes
    private let keepsGroupBefore: Bool
    /// The samples read from the last key frame on.
    private(set) var packets: [StoredPacket] = []
    /// Those of the GOP before it, where they came along.
    private var groupBefore: [StoredPacket] = []
    /// Those that were read too early, to see what is shown next.
    private var ahead: [StoredPacket] = []
    private var byteCount = 0
    private var isAtEnd = false

    init(_ reader: any SampleReading, keepsGroupBefore: Bool) {
        (self.reader, times, self.keepsGroupBefore) = (reader, reader.storedTimes, keepsGroupBefore)
    }

    /// When the key frame is shown that the samples begin with.
    var key: Int64? { packets.first?.shownTicks }

    /// When the picture is shown that is on the screen at `ticks`; before the first one, when that is.
    func shown(at ticks: Int64) -> Int64? { packets.compactMap(\.shownTicks).filter { $0 <= ticks }.max() ?? key }

    // MARK: Reading

    /// Sees to it that `packets` begins with the last key frame shown at `ticks` or before, and goes on until no sample
    /// behind can be shown at `ticks` or before.
    func collect(upTo ticks: Int64) throws {
        if !isWithinReach(ticks) {
            forget()
            try reader.seek(to: ticks)
        }
        try readOn(upTo: ticks)
    }

    private func readOn(upTo ticks: Int64) throws {
        while !isPast(ticks, packets.last, in: packets), let stored = try read() {
            if stored.packet.isKey, let shown = stored.shownTicks, shown <= ticks { beginGroup() }
            guard !packets.isEmpty || stored.packet.isKey else { continue }
            packets.append(stored)
            byteCount += stored.packet.byteCount
            guard byteCount <= Self.byteLimit else {
                let reason = "its key pictures are more than \(Self.byteLimit >> 20) MiB apart"
                throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
            }
        }
    }

    /// The next sample; nil at the end.
    private func read() throws -> StoredPacket? {
        ahead.isEmpty ? try readFurther() : ahead.removeFirst()
    }

    private func readFurther() throws -> StoredPacket? {
        guard !isAtEnd else { return nil }
        let packet = Packet()
        guard try reader.read(into: packet) else {
            isAtEnd = true
            return nil
        }
        return StoredPacket(takingFrom: packet)
    }

    private func beginGroup() {
        if keepsGroupBefore { groupBefore = packets }
        (packets, byteCount) = ([], 0)
    }

    private func forget() { (packets, groupBefore, ahead, byteCount, isAtEnd) = ([], [], [], 0, false) }

    /// What has been read begins at or before `ticks`, and ends after it or so little before it that reading on is
    /// quick.
    private func isWithinReach(_ ticks: Int64) -> Bool {
        guard let key, key <= ticks, let last = packets.last?.shownTicks else { return false }
        let second = max(1, Int64(reader.tick.denominator) / Int64(reader.tick.numerator))
        return isAtEnd || ticks <= last.addingClamped(Self.readingAhead * second)
    }

    /// A sample has been read that is decoded behind `ticks`: all that follow are shown later still. Where the container
    /// does not say when samples are decoded, so many in a row have to be shown later as can be stored out of order.
    private func isPast(_ ticks: Int64, _ last: StoredPacket?, in read: [StoredPacket]) -> Bool {
        guard let last else { return false }
        if times.hasDecodeTimes, let decoded = last.packet.decodeTicks { return decoded > ticks }
        let later = read.reversed().prefix { ($0.shownTicks ?? .min) > ticks }
        return later.count > times.reorderingDepth
    }

    // MARK: Neighbours

    /// Reads what is needed to know which pictures are shown before and behind one of `packets`. The one before a key
    /// frame is in the GOP before, which is only looked for where it is asked for.
    func look(around ticks: Int64, needsGroupBefore: Bool) throws {
        if needsGroupBefore, groupBefore.isEmpty, let key, previous(of: ticks, in: packets) == nil {
            forget()
            try reader.seek(to: key.subtractingClamped(1))
            try readOn(upTo: ticks)
            if self.key != key {
                forget()
                try collect(upTo: ticks)
            }
        }
        guard neighbours(of: ticks, withGroupBefore: needsGroupBefore) != nil else { return }
        for _ in 0..<Self.lookAheadLimit {
            let known = packets + ahead
            if let next = next(behind: ticks), isPast(next, known.last, in: known) { return }
            guard let stored = try readFurther() else { return }
            ahead.append(stored)
        }
    }

    /// The pictures shown before and behind one, as far as has been looked; nil where there is none before it.
    func neighbours(of ticks: Int64, withGroupBefore: Bool) -> PictureNeighbours? {
        var earlier = previous(of: ticks, in: packets)
        if earlier == nil, withGroupBefore { earlier = previous(of: ticks, in: groupBefore + packets) }
        return earlier.map { PictureNeighbours(previous: $0, next: next(behind: ticks)) }
    }

    /// The samples read so far, in decode order.
    func packets(withGroupBefore: Bool) -> [StoredPacket] { (withGroupBefore ? groupBefore : []) + packets + ahead }

    /// Leading pictures of the first key frame refer to the GOP before.
    private func previous(of ticks: Int64, in samples: [StoredPacket]) -> Int64? {
        guard let key = samples.first?.shownTicks else { return nil }
        return samples.compactMap(\.shownTicks).filter { $0 >= key && $0 < ticks }.max()
    }

    private func next(behind ticks: Int64) -> Int64? {
        (packets + ahead).compactMap(\.shownTicks).filter { $0 > ticks }.min()
    }
}

extension StoredPacket {
    /// When the picture is shown, or else when it is decoded.
    var shownTicks: Int64? { packet.presentationTicks ?? packet.decodeTicks }
}
