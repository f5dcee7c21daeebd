internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// The tracks that all clips of a joined file are to be like: those of the first clip that has some that the file can
/// hold. Pure.
struct JoinModel {
    /// A track that cannot be copied behind its model.
    struct Difference {
        let trackID: Int32
        let model: LoadedSource.Track
        let source: LoadedSource
        /// A sentence.
        let reason: String
    }

    /// Which track: the first one of sound, say.
    private struct Place: Hashable {
        let mediaType: AVMediaType
        let ordinal: Int
    }

    private struct Member {
        let track: LoadedSource.Track
        let source: LoadedSource
        var agreement: CopyFormats
    }

    private let target: CopyTarget
    /// Clips are of several files, and not parts of one.
    private let joins: Bool
    private var members: [Place: Member] = [:]

    init(_ target: CopyTarget, joins: Bool) { (self.target, self.joins) = (target, joins) }

    /// Takes tracks of a clip as models for what no clip before it has. `obstacles`: why tracks cannot be in the file.
    mutating func learn(from source: LoadedSource, obstacles: [Int32: String]) throws {
        for (track, ordinal) in Self.numbered(source) where obstacles[track.facts.trackID] == nil {
            let track = lostTurn(of: track) == nil ? track : track.upright
            let place = Place(mediaType: track.facts.mediaType, ordinal: ordinal)
            guard members[place] == nil else { continue }
            var agreement = CopyFormats(allowsSeveral: target.hasEdits)
            _ = try agreement.places(of: track.facts)
            members[place] = Member(track: track, source: source, agreement: agreement)
        }
    }

    /// Takes AAC as the model for sound that no clip has in a form that belongs into an M4A file.
    mutating func learnUsual(from source: LoadedSource) {
        guard target.fileType == .m4a else { return }
        for (track, ordinal) in Self.numbered(source) where target.oddity(of: track.facts) != nil {
            let place = Place(mediaType: track.facts.mediaType, ordinal: ordinal)
            guard members[place] == nil else { continue }
            let agreement = CopyFormats(allowsSeveral: target.hasEdits)
            members[place] = Member(track: track.asAAC, source: source, agreement: agreement)
        }
    }

    /// What of a clip cannot be copied behind the models.
    mutating func differences(of source: LoadedSource, obstacles: [Int32: String]) throws -> [Difference] {
        try Self.numbered(source).compactMap { track, ordinal in
            let place = Place(mediaType: track.facts.mediaType, ordinal: ordinal)
            let obstacle = obstacles[track.facts.trackID]
            guard let member = members[place] else {
                guard let obstacle else { return nil }
                throw MediaProblem(code: .operationNotSupportedForAsset, reason: obstacle)
            }
            func difference(_ reason: String) -> Difference {
                Difference(
                    trackID: track.facts.trackID,
                    model: member.track,
                    source: member.source,
                    reason: reason
                )
            }
            if let obstacle { return difference(obstacle) }
            if let turn = lostTurn(of: track) { return difference("its pictures are \(turn)") }
            do {
                _ = try members[place]?.agreement.places(of: track.facts)
                return nil
            } catch let problem as MediaProblem {
                return difference(problem.reason)
            }
        }
    }

    /// How pictures are turned that the file cannot say; nil where it can, and where encoding them would not help.
    private func lostTurn(of track: LoadedSource.Track) -> String? {
        guard joins, let turn = track.facts.video?.transform, PictureTurn(turn) != .none else { return nil }
        return MediaSinks.obstacle(toTurn: turn, in: target.fileType)
    }

    /// The tracks of pictures and those of sound, each with its number among its like.
    private static func numbered(_ source: LoadedSource) -> [(LoadedSource.Track, Int)] {
        [AVMediaType.video, .audio].flatMap { type in
            source.tracks.filter { $0.facts.mediaType == type }.enumerated().map { ($1, $0) }
        }
    }
}

extension LoadedSource.Track {
    /// The track as it would be in AAC.
    fileprivate var asAAC: LoadedSource.Track {
        var facts = facts
        facts.codec = "mp4a".fourCharCode
        (facts.traits, facts.codecName, facts.profile) = (MediaCodec.aac.traits, "AAC", "LC")
        facts.descriptions = [SampleDescriptionFacts(codec: facts.codec)]
        var track = LoadedSource.Track(facts: facts, index: index, isTabled: isTabled, origin: origin)
        track.clockError = clockError
        return track
    }

    /// The track as it would be with pictures that are turned themselves.
    fileprivate var upright: LoadedSource.Track {
        guard let video = facts.video else { return self }
        var facts = facts
        facts.video = video.upright
        let swaps = PictureTurn(video.transform).swapsSides
        facts.descriptions = facts.descriptions.map { description in
            var description = description
            if swaps { (description.width, description.height) = (description.height, description.width) }
            description.entry = nil
            return description
        }
        return LoadedSource.Track(facts: facts, index: index, isTabled: isTabled, origin: origin)
    }
}

extension VideoFacts {
    /// The same of pictures that are turned themselves.
    fileprivate var upright: VideoFacts {
        let whole = CGSize(width: codedWidth, height: codedHeight)
        var result = self
        result.cleanAperture = cleanAperture?.applying(transform.startingAtOrigin(whole))
        result.transform = .identity
        guard PictureTurn(transform).swapsSides else { return result }
        (result.codedWidth, result.codedHeight) = (codedHeight, codedWidth)
        result.pixelAspect = PixelAspect(horizontal: pixelAspect.vertical, vertical: pixelAspect.horizontal)
        result.naturalSize = CGSize(width: naturalSize.height, height: naturalSize.width)
        return result
    }
}
