internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

extension ExportPreset {
    /// Whether an asset has what the preset makes something of. Without pictures, the ladder of qualities makes sound.
    func fits(_ facts: MediaFacts) -> Bool {
        guard !copies else { return facts.tracks.contains { !$0.isProtected && $0.isSelfContained } }
        let usable = facts.tracks.filter { $0.isDecodable && !$0.isProtected && $0.isSelfContained }
        let hasPictures = usable.contains { $0.mediaType == .video }
        let hasSound = usable.contains { $0.mediaType == .audio }
        guard pictures != nil else { return hasSound }
        return hasPictures || hasSound && pictures?.bound == nil || hasSound && Self.isOnLadder(name)
    }

    private static func isOnLadder(_ name: String) -> Bool {
        [AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality].contains(name)
    }

    /// Whether the result can be a file of a type; nil stands for any.
    func fits(_ facts: MediaFacts, in type: AVFileType?) -> Bool {
        fits(facts) && type.map { fileTypes(for: facts).contains($0) } ?? true
    }

    /// The types that the result for an asset can have, the best one first.
    func fileTypes(for facts: MediaFacts) -> [AVFileType] {
        guard fits(facts) else { return [] }
        return fileTypes.filter { !$0.isSubtitleFile || facts.hasText }
    }
}

extension AVFileType {
    /// Such files hold nothing but subtitles.
    var isSubtitleFile: Bool { self == .akSubRip || self == .akWebVTT }
}

extension MediaFacts {
    /// It has subtitles or captions that are text, besides what only says what the chapters are.
    var hasText: Bool {
        let chapters = chapterTracks
        return tracks.contains { !chapters.contains($0.trackID) && $0.isText }
    }
}

extension TrackFacts {
    /// Its subtitles or captions are text, not pictures of it.
    var isText: Bool {
        guard !isProtected, isSelfContained else { return false }
        return mediaType == .closedCaption && CaptionKind(self) != nil
            || [.subtitle, .text].contains(mediaType) && traits.habits.contains(.isText)
    }
}
