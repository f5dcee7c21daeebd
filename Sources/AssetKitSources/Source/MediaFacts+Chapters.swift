extension MediaFacts {
    /// Tracks of text and pictures that only say what the chapters are.
    package var chapterTracks: Set<Int32> {
        guard !chapters.isEmpty else { return [] }
        return Set(tracks.flatMap { $0.references["chap"] ?? [] })
    }
}
