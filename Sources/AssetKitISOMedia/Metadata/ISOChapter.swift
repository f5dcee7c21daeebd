package import CMTimeLib

/// A chapter: a title that holds from a time on.
package struct ISOChapter: Hashable, Sendable {
    package let title: String
    /// On the movie's timeline.
    package let start: CMTime
    /// nil when the file does not tell; then the chapter lasts to the next one or to the end.
    package let duration: CMTime?
    /// Of the chapter track, where that has one.
    package var languageTag: String?

    /// The chapters of a `chpl` box, whose times are in tenths of a microsecond.
    package static func list(in fields: ISOFields, limit: Int) throws(ISOMediaError) -> [ISOChapter] {
        var fields = fields
        if try fields.versionAndFlags().version > 0 { try fields.skip(4) }
        let count = Int(try fields.u8())
        var result: [ISOChapter] = []
        for _ in 0..<min(count, limit) {
            // The list may be cut; what there is counts.
            guard fields.remaining >= 9 else { break }
            let ticks = Int64(min(try fields.u64(), UInt64(ISODecodeTimes.latest)))
            let length = Int(try fields.u8())
            let title = ISOText.text(try fields.take(min(length, fields.remaining)))
            result.append(
                ISOChapter(title: title, start: CMTimeMake(value: ticks, timescale: 10_000_000), duration: nil)
            )
        }
        return result
    }
}
