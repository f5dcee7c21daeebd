internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

/// How pictures of one source are converted for a new file. Not Sendable: one stage owns it.
final class SourceLook {
    let converter: PictureConverter
    /// They have to be converted even where they have the size of the new file's.
    let differs: Bool
    private let source: TrackSource?
    private let description: PictureDescription

    /// `source`: the track of a file; nil for a gap. `track`: the one that it is part of.
    init(_ source: TrackSource?, of track: TrackSource, _ rendering: PictureRendering) {
        self.source = source
        let planned = rendering.description(
            track.composed?.sources.first?.facts.video ?? track.facts.video ?? VideoFacts()
        )
        var own = planned
        if track.composed != nil {
            own = source.map { PictureDescription($0.facts.video ?? VideoFacts()) } ?? PictureDescription()
            own.transform = planned.transform
        }
        let looksTheSame = source?.facts.video.map { PictureDescription($0) == track.firstDescription } ?? false
        if track.composed == nil || looksTheSame { own = planned }
        differs = source != nil && own != planned
        description = own
        // What is multiplied over white is straightened before anything else is done to it.
        var ready = own
        ready.isOverWhite = false
        converter = PictureConverter(own == planned ? rendering.request : rendering.requestForOthers, ready)
    }

    /// Pictures of this source are meant.
    func isOf(_ other: TrackSource?) -> Bool {
        guard let source, let other else { return source == nil && other == nil }
        return source.input.identity == other.input.identity && source.facts.trackID == other.facts.trackID
    }

    /// Makes alpha what the new file has of it.
    func settleAlpha(of frame: borrowing Frame, _ rendering: PictureRendering) throws {
        let (color, isPremultiplied) = (description.color(of: frame), description.isPremultiplied)
        if description.isOverWhite { try converter.alphaLayer.straighten(frame, color, over: .white) }
        if rendering.encoding.alpha == nil {
            try converter.alphaLayer.compose(frame, over: rendering.background, color, isPremultiplied: isPremultiplied)
        } else if isPremultiplied, rendering.encoding.alpha == .straight {
            try converter.alphaLayer.straighten(frame, color)
        }
    }
}

extension TrackSource {
    /// What the first source of a composition's track says of its pictures.
    fileprivate var firstDescription: PictureDescription? {
        composed?.sources.first?.facts.video.map { PictureDescription($0) }
    }
}
