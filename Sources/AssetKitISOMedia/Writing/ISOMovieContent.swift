/// What `moov` is to say. A plain value.
package struct ISOMovieContent {
    /// Ticks of a second on the movie's timeline.
    package var timescale: UInt32
    /// In seconds since the start of 1904; 0 for nobody knows.
    package var creationTime: UInt64 = 0
    package var tracks: [ISOTrackContent]
    package var metadata: [ISOMetadataEntry] = []
    /// Nero's list; times are in tenths of a microsecond.
    package var listedChapters: [(start: UInt64, title: String)] = []
    package var isQuickTime: Bool
    /// Samples come in fragments; these are the lengths so far.
    package var isFragmented = false

    package init(
        timescale: UInt32,
        creationTime: UInt64 = 0,
        tracks: [ISOTrackContent],
        metadata: [ISOMetadataEntry] = [],
        listedChapters: [(start: UInt64, title: String)] = [],
        isQuickTime: Bool,
        isFragmented: Bool = false
    ) {
        self.timescale = timescale
        self.creationTime = creationTime
        self.tracks = tracks
        self.metadata = metadata
        self.listedChapters = listedChapters
        self.isQuickTime = isQuickTime
        self.isFragmented = isFragmented
    }

    /// In ticks of the movie.
    package var duration: UInt64 { tracks.map(\.duration).max() ?? 0 }
}
