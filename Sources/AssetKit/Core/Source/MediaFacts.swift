internal import Foundation

/// What a file says about itself, gathered once when it is opened. A plain value.
struct MediaFacts: Sendable {
    /// The type by content, where it is one that has a name.
    var fileType: AVFileType?
    /// FFmpeg's short names of the container, for messages and for choosing what to do.
    var container = ""
    var byteCount: Int64?
    /// From zero to the end of the last sample; indefinite when it is not known.
    var duration = CMTime.indefinite
    /// The duration, and the times of samples, are exact.
    var isPrecise = false
    /// The stored time that is zero on the asset's timeline.
    var startTime = CMTime.zero
    var preferredRate: Float = 1
    var preferredVolume: Float = 1
    var preferredTransform = CGAffineTransform.identity
    var creationDate: Date?
    var canContainFragments = false
    var containsFragments = false
    var tracks: [TrackFacts] = []
    /// The samples of tracks, by identifier, where the container has tables of them: they need no reading then.
    var sampleTables: [Int32: any SampleTable] = [:]
    var metadata: [MetadataEntry] = []
    var chapters: [Chapter] = []
    /// What a playlist offers to choose from.
    var variants: [HLSVariant] = []
    /// Oddities that were worked around, each a sentence.
    var warnings: [String] = []

    /// Bits a second over the whole file.
    var bitRate: Double? {
        guard let byteCount, duration.isNumeric, duration.seconds > 0 else { return nil }
        return Double(byteCount) * 8 / duration.seconds
    }

    var hasProtectedContent: Bool { tracks.contains { $0.isProtected } }
}

/// A chapter: a title and a range of the timeline.
struct Chapter: Sendable, Hashable {
    var title: String
    var timeRange: CMTimeRange
    /// The language of the title as an extended tag; `und` when it is not known.
    var language = "und"
}

/// One piece of metadata in the container's own words.
struct MetadataEntry: Sendable {
    /// What it is worth.
    enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case data([UInt8])
        /// A value too large to be read before somebody asks.
        case stored(Range<Int64>)
    }

    var keySpace: AVMetadataKeySpace
    /// The key as the container spells it.
    var key: String
    var value: Value
    /// The common key that means the same, where there is one.
    var commonKey: String?
    /// The type of the value as AVFoundation names it, such as `com.apple.metadata.datatype.UTF-8`.
    var dataType: String?
    /// An extended language tag.
    var language: String?
    /// What the container calls this one of several under the same key.
    var info: String?
}
