package import AssetKitBase
internal import AssetKitBitstream
internal import CMTimeLib

/// Reads the titles of chapter tracks, and nothing but their samples.
package struct ISOChapterTrackReader {
    package let movie: ISOMovie
    package let window: ByteWindow
    package var limits = ISOLimits()

    package init(movie: ISOMovie, window: ByteWindow, limits: ISOLimits = ISOLimits()) {
        self.movie = movie
        self.window = window
        self.limits = limits
    }

    /// The tracks that other tracks name as their chapters, each once.
    package var chapterTracks: [ISOTrack] {
        var seen: Set<UInt32> = []
        return movie.tracks.flatMap { $0.references("chap") }.filter { seen.insert($0).inserted }
            .compactMap { movie.track($0) }
    }

    /// The tracks with titles; several, when there are several languages.
    package var titleTracks: [ISOTrack] {
        chapterTracks.filter { $0.handler.type == "text" || $0.handler.type == "sbtl" }
    }

    /// The chapters of a track, in the order of their samples.
    package func chapters(of track: ISOTrack, warn: (String) -> Void = { _ in }) throws -> [ISOChapter] {
        // Nobody edits chapters into more pieces; looking through millions for each would take for ever.
        let timeline = movie.timeline(of: track).prefix(256)
        if track.samples.count > limits.chapters { warn("there are more chapters than \(limits.chapters)") }
        var result: [ISOChapter] = []
        for sample in track.samples.samples().prefix(limits.chapters) {
            let time = ISOTime.time(sample.presentationTime, timescale: track.media.timescale)
            guard let start = timeline.lazy.compactMap({ $0.movieTime(of: time) }).first else { continue }
            guard let title = try title(of: sample) else {
                warn("the title of chapter \(sample.index + 1) lies behind the end of the file")
                continue
            }
            let duration = ISOTime.time(Int64(sample.duration), timescale: track.media.timescale)
            result.append(
                ISOChapter(title: title, start: start, duration: duration, languageTag: track.media.languageTag)
            )
        }
        return result
    }

    /// A count of bytes and the text; what follows it, such as links and the encoding, is left alone.
    private func title(of sample: ISOSample) throws -> String? {
        let size = min(Int(sample.size), limits.chapterTitleBytes)
        guard size >= 2 else { return "" }
        var fields = ISOFields(try window.available(size, at: sample.offset), of: "text")
        guard let count = try? fields.u16(), let bytes = try? fields.take(min(Int(count), fields.remaining)) else {
            return nil
        }
        return ISOText.text(bytes)
    }
}
