/// An entry of `tfra`: a sample of a fragment that can be played from. Numbers count from 1.
struct ISORandomAccessPoint: Hashable, Sendable {
    /// In ticks of the media.
    let time: UInt64
    /// Where the fragment's `moof` starts.
    let fragmentOffset: UInt64
    let trackFragmentNumber: UInt32
    let runNumber: UInt32
    let sampleNumber: UInt32

    /// The entries of a `tfra` and the track that they are of.
    static func all(
        in fields: ISOFields,
        reserve: (Int) throws -> Void
    ) throws -> (trackID: UInt32, points: [ISORandomAccessPoint]) {
        var fields = fields
        let isWide = try fields.versionAndFlags().version == 1
        let trackID = try fields.u32()
        let lengths = try fields.u32()
        let sizes = [lengths >> 4, lengths >> 2, lengths].map { Int($0 & 3) + 1 }
        let count = min(Int(try fields.u32()), fields.remaining / ((isWide ? 16 : 8) + sizes.reduce(0, +)))
        try reserve(count * MemoryLayout<ISORandomAccessPoint>.stride)
        var points: [ISORandomAccessPoint] = []
        points.reserveCapacity(count)
        for _ in 0..<count {
            points.append(
                ISORandomAccessPoint(
                    time: try fields.unsigned(isWide: isWide),
                    fragmentOffset: try fields.unsigned(isWide: isWide),
                    trackFragmentNumber: try fields.number(sizes[0]),
                    runNumber: try fields.number(sizes[1]),
                    sampleNumber: try fields.number(sizes[2])
                )
            )
        }
        return (trackID, points)
    }
}

extension ISOFields {
    /// An integer of 1 to 4 bytes.
    fileprivate mutating func number(_ size: Int) throws(ISOMediaError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<size { value = value << 8 | UInt32(try u8()) }
        return value
    }
}
