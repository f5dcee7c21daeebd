import AssetKit

/// What a file holds, ready to be printed.
struct Facts {
    let name: String
    let duration: CMTime
    let title: String?
    let tracks: [String]
    let chapters: [String]

    /// Reads the facts of the file at `url`; throws why that cannot be done.
    init(of url: URL) async throws {
        let asset = AVURLAsset(url: url)
        let (duration, tracks, metadata) = try await asset.load(.duration, .tracks, .commonMetadata)
        let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
        let chapters = try await asset.loadChapterMetadataGroups(
            bestMatchingPreferredLanguages: Locale.preferredLanguages
        )

        name = url.lastPathComponent
        self.duration = duration
        title = try await titles.first?.load(.stringValue)
        self.tracks = tracks.map(Self.line)
        self.chapters = chapters.map(Self.line)
    }

    var text: String {
        var lines = ["\(name): \(Self.seconds(duration))"]
        if let title { lines.append("  title    \(title)") }
        lines += tracks.map { "  track    \($0)" }
        lines += chapters.map { "  chapter  \($0)" }
        return lines.joined(separator: "\n")
    }

    private static func line(_ track: AVAssetTrack) -> String {
        var parts = ["\(track.trackID)", track.mediaType.rawValue]
        if track.hasMediaCharacteristic(.visual) {
            let size = track.naturalSize
            parts.append("\(Int(size.width))x\(Int(size.height)), \(track.nominalFrameRate) pictures a second")
        }
        if let language = track.extendedLanguageTag ?? track.languageCode { parts.append(language) }
        return parts.joined(separator: " ")
    }

    private static func line(_ chapter: AVTimedMetadataGroup) -> String {
        let titles = AVMetadataItem.metadataItems(from: chapter.items, filteredByIdentifier: .commonIdentifierTitle)
        return "\(seconds(chapter.timeRange.start)) \(titles.first?.stringValue ?? "without a title")"
    }

    private static func seconds(_ time: CMTime) -> String {
        time.isNumeric ? "\(time.seconds) s" : "of unknown length"
    }
}
