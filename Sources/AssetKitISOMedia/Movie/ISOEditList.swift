/// `elst`: which ranges of the media a track presents, in which order.
package struct ISOEditList: Hashable, Sendable {
    package struct Edit: Hashable, Sendable {
        /// How long the edit is presented, in ticks of the movie.
        package let duration: UInt64
        /// Where it starts in the media, in the media's ticks; -1 presents nothing.
        package let mediaTime: Int64
        /// 16.16 fixed point; 0 holds what lies at the media time.
        package let rate: Int32

        package init(duration: UInt64, mediaTime: Int64, rate: Int32) {
            self.duration = duration
            self.mediaTime = mediaTime
            self.rate = rate
        }

        package var isEmpty: Bool { mediaTime < 0 }
    }

    package let edits: [Edit]
    /// The box promises more edits than it has.
    package let isCut: Bool

    package init(edits: [Edit]) {
        self.edits = edits
        isCut = false
    }

    package init(_ fields: ISOFields, limit: Int) throws(ISOMediaError) {
        var fields = fields
        let isWide = try fields.versionAndFlags().version == 1
        let stated = Int(try fields.u32())
        let count = min(stated, fields.remaining / (isWide ? 20 : 12))
        guard count <= limit else { throw .limitExceeded("an edit list with over \(limit) edits") }
        var edits: [Edit] = []
        edits.reserveCapacity(count)
        for _ in 0..<count {
            let duration = try fields.unsigned(isWide: isWide)
            let mediaTime = isWide ? try fields.i64() : Int64(try fields.i32())
            edits.append(Edit(duration: duration, mediaTime: mediaTime, rate: try fields.i32()))
        }
        self.edits = edits
        isCut = count < stated
    }
}
