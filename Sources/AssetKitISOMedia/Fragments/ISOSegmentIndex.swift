internal import CMTimeLib

/// `sidx`: the subsegments of a range of the file.
struct ISOSegmentIndex: Hashable, Sendable {
    struct Reference: Hashable, Sendable {
        /// What it points to is an index itself.
        let isIndex: Bool
        /// Where it starts in the file.
        let offset: Int64
        let size: UInt32
        /// In ticks of the index.
        let startTime: Int64
        let duration: UInt32
        /// It starts with a sample that can be played from.
        let startsWithAccessPoint: Bool
    }

    /// The track, or the stream, that the times are of.
    let referenceID: UInt32
    let timescale: UInt32
    let earliestTime: Int64
    let references: [Reference]

    /// Where its last subsegment ends.
    var end: CMTime {
        let ticks = references.last.map { $0.startTime + Int64($0.duration) } ?? earliestTime
        return ISOTime.time(ticks, timescale: timescale)
    }

    /// `end` is where the box ends in the file; offsets count from there.
    init(_ fields: ISOFields, end: Int64) throws(ISOMediaError) {
        var fields = fields
        let isWide = try fields.versionAndFlags().version >= 1
        referenceID = try fields.u32()
        timescale = try fields.u32()
        guard timescale > 0 else { throw .damaged("a segment index without a timescale") }
        earliestTime = Int64(min(try fields.unsigned(isWide: isWide), UInt64(ISODecodeTimes.latest)))
        var offset = end + Int64(min(try fields.unsigned(isWide: isWide), UInt64(ISOBox.farthest)))
        try fields.skip(2)
        let count = Int(try fields.u16())
        var time = earliestTime
        var references: [Reference] = []
        references.reserveCapacity(count)
        for _ in 0..<min(count, fields.remaining / 12) {
            let word = try fields.u32()
            let duration = try fields.u32()
            let access = try fields.u32()
            references.append(
                Reference(
                    isIndex: word >> 31 == 1,
                    offset: offset,
                    size: word & 0x7fff_ffff,
                    startTime: time,
                    duration: duration,
                    startsWithAccessPoint: access >> 31 == 1
                )
            )
            offset += Int64(word & 0x7fff_ffff)
            time += Int64(duration)
        }
        self.references = references
    }
}
