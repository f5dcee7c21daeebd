internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes the content of `moov` (header, edits, metadata, chapters) and the brands, out of the plan, the tracks with
/// their sample tables, and the ending.
struct ISOMovieAssembly {
    let plan: SinkPlan
    let isQuickTime: Bool

    init(_ plan: SinkPlan) {
        self.plan = plan
        isQuickTime = plan.fileType == .mov
    }

    /// The tracks as the file will describe them, with empty sample tables.
    func tracks() throws(ISOWritingError) -> [ISOSinkTrack] {
        guard !plan.tracks.isEmpty else { throw .format("a movie needs a track") }
        var tracks: [ISOSinkTrack] = []
        for (number, track) in plan.tracks.enumerated() {
            tracks.append(try ISOSinkTrack(track, number: number, isQuickTime: isQuickTime))
        }
        return tracks
    }

    // MARK: Header

    /// The header of the whole movie. `chapterTracks` have the titles of its chapters, one track for each language.
    func content(
        _ tracks: [ISOSinkTrack],
        _ ending: SinkEnding,
        chapterTracks: [ISOChapterTrack] = []
    ) throws(ISOWritingError) -> ISOMovieContent {
        guard ending.edits.count <= tracks.count else { throw .time("there are edits of more tracks than there are") }
        let timescale = movieTimescale(ending, chapterTracks)
        let metadata = ending.metadata ?? plan.metadata
        var movie = ISOMovieContent(timescale: UInt32(timescale), tracks: [], isQuickTime: isQuickTime)
        movie.metadata = try ISOMetadataEntry.entries(of: metadata, in: plan.fileType)
        movie.creationTime = ISOCreationTime.seconds(in: metadata)
        movie.listedChapters = listedChapters(ending.chapters ?? plan.chapters)
        for (number, track) in tracks.enumerated() {
            var content = try content(of: track, chapterTracks.map(\.id))
            var edits = ISOEdits(
                movieTimescale: timescale,
                timescale: track.timescale,
                mediaZero: track.table.firstDecodeTicks
            )
            if !track.table.isEmpty {
                if number < ending.edits.count, let mappings = ending.edits[number] {
                    try edits.present(mappings)
                } else {
                    let table = track.table
                    try edits.presentAll(
                        from: table.presentationStart,
                        until: table.presentationEnd - track.trimmedTicks
                    )
                }
            }
            (content.edits, content.duration) = (edits.edits, UInt64(edits.end))
            movie.tracks.append(content)
        }
        for track in chapterTracks { movie.tracks.append(try track.content(movieTimescale: timescale)) }
        return movie
    }

    /// A track with its samples so far; edits and duration are for the caller to set.
    func content(
        of track: ISOSinkTrack,
        _ chapterTracks: [UInt32] = []
    ) throws(ISOWritingError) -> ISOTrackContent {
        var content = ISOTrackContent(
            id: track.id,
            handler: track.handler,
            timescale: UInt32(track.timescale),
            entries: track.entries
        )
        content.table = track.table
        content.roll = track.roll
        content.isEnabled = track.plan.isEnabled
        content.alternateGroup = Int16(clamping: track.plan.alternateGroup)
        if track.handler == "soun" {
            content.volume = Int16(min(max(track.plan.volume * 256, -32768), 32767).rounded())
        }
        content.matrix = track.matrix
        (content.width, content.height) = track.size
        content.languageCode = track.plan.languageCode
        content.extendedLanguageTag = track.plan.extendedLanguageTag
        content.title = track.plan.title
        content.metadata = try ISOMetadataEntry.entries(of: track.plan.metadata, in: plan.fileType)
        content.references = references(of: track, chapterTracks)
        if isQuickTime { content.graphicsMode = track.plan.formats.first?.graphicsMode ?? 0 }
        return content
    }

    private func references(of track: ISOSinkTrack, _ chapterTracks: [UInt32]) -> [ISOTrackReference] {
        var result: [ISOTrackReference] = []
        for (name, numbers) in track.plan.references.sorted(by: { $0.key < $1.key }) {
            let ids = numbers.filter(plan.tracks.indices.contains).map { UInt32($0 + 1) }
            guard let type = ISOCode(text: name), !ids.isEmpty else { continue }
            result.append(ISOTrackReference(type: type, trackIDs: ids))
        }
        if !chapterTracks.isEmpty, ["vide", "soun"].contains(track.handler) {
            result.append(ISOTrackReference(type: "chap", trackIDs: chapterTracks))
        }
        return result
    }

    // MARK: Time

    /// The timescale in which all durations and edits are exact, where there is one; else that of the sound, or of the
    /// first track.
    func movieTimescale(_ ending: SinkEnding, _ chapterTracks: [ISOChapterTrack] = []) -> CMTimeScale {
        if let timescale = plan.movieTimescale, timescale > 0 { return timescale }
        var timescales: [CMTimeScale] = []
        for (number, track) in plan.tracks.enumerated() {
            timescales.append(track.timescale)
            guard number < ending.edits.count, let mappings = ending.edits[number] else { continue }
            for mapping in mappings {
                timescales.append(SinkTicks.neededTimescale(mapping.target.start))
                timescales.append(SinkTicks.neededTimescale(mapping.target.end))
            }
        }
        let own = SinkTicks.commonTimescale(timescales)
        let all = SinkTicks.commonTimescale(timescales + chapterTracks.map(\.timescale))
        return all ?? own ?? plan.tracks.first { $0.mediaType == .audio }?.timescale ?? plan.tracks[0].timescale
    }

    func listedChapters(_ chapters: [Chapter]) -> [(start: UInt64, title: String)] {
        guard plan.fileType != .mobile3GPP, plan.fileType != .mobile3GPP2, !isQuickTime else { return [] }
        let sorted = chapters.filter { $0.timeRange.start.isNumeric }.sorted { $0.timeRange.start < $1.timeRange.start }
        return sorted.compactMap { chapter in
            let ticks = try? SinkTicks.ticks(chapter.timeRange.start, 10_000_000)
            return ticks.map { (UInt64(max(0, $0)), chapter.title) }
        }
    }

    /// The tracks with the titles of chapters, one for each language, with numbers behind those of the plan. None where
    /// the plan has such a track itself, or the file type has no place for one.
    func chapterTracks(_ ending: SinkEnding) throws(ISOWritingError) -> [ISOChapterTrack] {
        let chapters = ending.chapters ?? plan.chapters
        let hasOwn = plan.tracks.contains { $0.references["chap"] != nil }
        guard !chapters.isEmpty, !hasOwn, plan.fileType != .mobile3GPP, plan.fileType != .mobile3GPP2 else { return [] }
        var languages: [String] = []
        for chapter in chapters where !languages.contains(chapter.language) { languages.append(chapter.language) }
        var result: [ISOChapterTrack] = []
        for language in languages {
            let own = chapters.filter { $0.language == language && $0.timeRange.start.isNumeric }
            guard !own.isEmpty else { continue }
            let id = UInt32(plan.tracks.count + result.count + 1)
            result.append(try ISOChapterTrack(own, language: language, id: id))
        }
        return result
    }

    // MARK: Brands

    func brands(isFragmented: Bool) -> ISOBrands {
        let base: [ISOCode] = isFragmented ? ["isom", "iso5", "iso6"] : ["isom", "iso4"]
        switch plan.fileType {
        case .mov: return ISOBrands(major: "qt  ", compatible: ["qt  "])
        case .m4a: return ISOBrands(major: "M4A ", compatible: ["M4A ", "mp42"] + base)
        case .m4v: return ISOBrands(major: "M4V ", compatible: ["M4V ", "M4A ", "mp42"] + base)
        case .mobile3GPP: return ISOBrands(major: "3gp6", compatible: ["3gp6", "3gp5", "3gp4"] + base)
        case .mobile3GPP2: return ISOBrands(major: "3g2a", compatible: ["3g2a"] + base)
        default: return ISOBrands(major: "mp42", minorVersion: 1, compatible: ["mp41", "mp42"] + base)
        }
    }
}
