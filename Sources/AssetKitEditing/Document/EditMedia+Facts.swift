internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension EditMedia {
    /// A file, with what is known of it: how long it is, and the timecode that it starts with.
    init(_ url: URL, _ facts: MediaFacts?) {
        self = .file(url.absoluteString)
        name = url.lastPathComponent
        guard let facts else { return }
        start = facts.timecodeStart
        if facts.duration.isNumeric { duration = facts.duration }
    }
}
