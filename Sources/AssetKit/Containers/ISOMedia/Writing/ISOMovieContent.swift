/// What `moov` is to say. A plain value.
struct ISOMovieContent {
    /// Ticks of a second on the movie's timeline.
    var timescale: UInt32
    /// In seconds since the start of 1904; 0 for nobody knows.
    var creationTime: UInt64 = 0
    var tracks: [ISOTrackContent]
    var metadata: [ISOMetadataEntry] = []
    /// Nero's list; times are in tenths of a microsecond.
    var listedChapters: [(start: UInt64, title: String)] = []
    var isQuickTime: Bool
    /// Samples come in fragments; these are the lengths so far.
    var isFragmented = false

    /// In ticks of the movie.
    var duration: UInt64 { tracks.map(\.duration).max() ?? 0 }
}

/// What `trak` is to say. A plain value.
struct ISOTrackContent {
    var id: UInt32
    var handler: ISOCode
    var isEnabled = true
    /// In ticks of the movie.
    var duration: UInt64 = 0
    var alternateGroup: Int16 = 0
    /// 8.8 fixed point.
    var volume: Int16 = 0
    var matrix: [Int32] = ISOMatrix.identity.values
    /// 16.16 fixed point.
    var width: UInt32 = 0
    var height: UInt32 = 0
    var edits: [ISOEditList.Edit] = []
    var references: [ISOTrackReference] = []
    var timescale: UInt32
    /// Three letters.
    var languageCode: String?
    var extendedLanguageTag: String?
    /// The entries of `stsd`.
    var entries: [[UInt8]]
    var table = ISOWrittenTable()
    /// How many samples must be decoded before one that comes out right, as a negative number.
    var roll: Int16?
    var title: String?
    var metadata: [ISOMetadataEntry] = []
    /// How pictures are drawn over others; 0 is in their place.
    var graphicsMode: UInt16 = 0
}
