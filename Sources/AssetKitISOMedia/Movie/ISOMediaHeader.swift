internal import CMTimeLib
package import Foundation

/// `mdhd`: the clock and the language of a track's media.
package struct ISOMediaHeader: Sendable {
    package var version: UInt8 = 0
    package var creationDate: Date?
    /// Ticks in a second, on the media's timeline. Never 0.
    package var timescale: UInt32 = 1
    /// In ticks of ``timescale``; nil when the file says that it is unknown.
    package var duration: UInt64?
    package var language = ISOLanguage(packed: 0x7fff)
    /// The tag of an `elng` box, such as `pt-BR`.
    package var extendedLanguage: String?

    package init() {}

    package init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        version = try fields.versionAndFlags().version
        let isWide = version == 1
        creationDate = ISODate.date(try fields.unsigned(isWide: isWide))
        _ = try fields.unsigned(isWide: isWide)
        timescale = try fields.u32()
        duration = ISOMovieHeader.known(try fields.unsigned(isWide: isWide), isWide: isWide)
        language = ISOLanguage(packed: try fields.u16())
    }

    /// The tag of the language: the extended one where there is one.
    package var languageTag: String? { extendedLanguage ?? language.tag }
    /// The duration as a time; indefinite when it is not known.
    var durationTime: CMTime { duration.map { ISOTime.time(Int64($0), timescale: timescale) } ?? .indefinite }
}
