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
