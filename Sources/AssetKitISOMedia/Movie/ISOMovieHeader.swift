internal import CMTimeLib
package import Foundation

/// `mvhd`: facts about the movie as a whole.
package struct ISOMovieHeader: Sendable {
    package var version: UInt8 = 0
    package var creationDate: Date?
    var modificationDate: Date?
    /// Ticks in a second, on the movie's timeline. Never 0.
    package var timescale: UInt32 = 600
    /// In ticks of ``timescale``; nil when the file says that it is unknown.
    package var duration: UInt64?
    /// 16.16 fixed point.
    package var preferredRate: Int32 = 0x10000
    /// 8.8 fixed point.
    package var preferredVolume: Int16 = 0x100
    package var matrix = ISOMatrix.identity
    var nextTrackID: UInt32 = 0

    package init() {}

    package init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        version = try fields.versionAndFlags().version
        let isWide = version == 1
        creationDate = ISODate.date(try fields.unsigned(isWide: isWide))
        modificationDate = ISODate.date(try fields.unsigned(isWide: isWide))
        timescale = try fields.u32()
        let ticks = try fields.unsigned(isWide: isWide)
        duration = ISOMovieHeader.known(ticks, isWide: isWide)
        preferredRate = try fields.i32()
        preferredVolume = try fields.i16()
        try fields.skip(10)
        matrix = try ISOMatrix(&fields)
        try fields.skip(24)
        nextTrackID = try fields.u32()
    }

    /// All bits set means that a duration is not known; so does one that no clock would ever reach.
    package static func known(_ ticks: UInt64, isWide: Bool) -> UInt64? {
        guard ticks != (isWide ? .max : UInt64(UInt32.max)), ticks <= UInt64(Int64.max) / 2 else { return nil }
        return ticks
    }

    /// The duration as a time; indefinite when it is not known.
    var durationTime: CMTime { duration.map { ISOTime.time(Int64($0), timescale: timescale) } ?? .indefinite }
}
