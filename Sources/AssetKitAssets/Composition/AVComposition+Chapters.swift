package import AssetKitCore

extension AVComposition {
    /// The chapters of the edit, which it has as a file has its own. Inserting takes none over; where there are none, clips that
    /// are copied bring those of their sources.
    package var chapters: [Chapter] { storage.state.chapters }
}

extension AVMutableComposition {
    /// Says what the chapters are. Edits leave them where they are, so it is done when all is in its place.
    package func setChapters(_ chapters: [Chapter]) { storage.update { $0.chapters = chapters } }
}
