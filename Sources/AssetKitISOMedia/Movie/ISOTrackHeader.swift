package import Foundation

/// `tkhd`: where and when a track is presented.
package struct ISOTrackHeader: Sendable {
    package var version: UInt8 = 0
    package var flags: UInt32 = 0
    package var creationDate: Date?
    var modificationDate: Date?
    package var trackID: UInt32 = 0
    /// In ticks of the movie; nil when the file says that it is unknown.
    package var duration: UInt64?
    /// Smaller is nearer to the viewer.
    package var layer: Int16 = 0
    /// Tracks of one group other than 0 are alternatives, such as languages.
    package var alternateGroup: Int16 = 0
    /// 8.8 fixed point.
    package var volume: Int16 = 0
    package var matrix = ISOMatrix.identity
    /// 16.16 fixed point.
    package var width: UInt32 = 0
    /// 16.16 fixed point.
    package var height: UInt32 = 0

    package init() {}

    package init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        (version, flags) = try fields.versionAndFlags()
        let isWide = version == 1
        creationDate = ISODate.date(try fields.unsigned(isWide: isWide))
        modificationDate = ISODate.date(try fields.unsigned(isWide: isWide))
        trackID = try fields.u32()
        try fields.skip(4)
        duration = ISOMovieHeader.known(try fields.unsigned(isWide: isWide), isWide: isWide)
        try fields.skip(8)
        layer = try fields.i16()
        alternateGroup = try fields.i16()
        volume = try fields.i16()
        try fields.skip(2)
        matrix = try ISOMatrix(&fields)
        width = try fields.u32()
        height = try fields.u32()
    }

    package var isEnabled: Bool { flags & 1 != 0 }
    var displayWidth: Double { Double(width) / 65536 }
    var displayHeight: Double { Double(height) / 65536 }
}
