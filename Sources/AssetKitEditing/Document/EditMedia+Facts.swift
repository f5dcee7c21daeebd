internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension EditMedia {
    /// A file, with what is known of it: how long it is, the timecode that it starts with, and how large its pictures are
    /// when they stand upright.
    init(_ url: URL, _ facts: MediaFacts?) {
        self = .file(url.absoluteString)
        name = url.lastPathComponent
        guard let facts else { return }
        start = facts.timecodeStart
        if facts.duration.isNumeric { duration = facts.duration }
        size = facts.tracks.first { $0.mediaType == .video }?.video.flatMap(EditSize.init)
    }
}

extension EditSize {
    /// nil where it is not known.
    fileprivate init?(_ video: VideoFacts) {
        guard video.naturalSize.width > 0, video.naturalSize.height > 0 else { return nil }
        self.init(PicturePlace(video.naturalSize, video.transform).size)
    }

    /// In whole pixels.
    init(_ size: CGSize) { self.init(width: Int(size.width.rounded()), height: Int(size.height.rounded())) }
}
