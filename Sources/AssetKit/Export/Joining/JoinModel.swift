internal import CMTimeLib

/// The tracks that all clips of a joined file are to be like: those of the first clip that has some that the file can
/// hold. Pure.
struct JoinModel {
    /// A track that cannot be copied behind its model.
    struct Difference {
        let trackID: Int32
        let model: CopySource.Track
        let source: CopySource
        /// A sentence.
        let reason: String
    }

    /// Which track: the first one of sound, say.
    private struct Place: Hashable {
        let mediaType: AVMediaType
        let ordinal: Int
    }

    private struct Member {
        let track: CopySource.Track
        let source: CopySource
        var agreement: CopyFormats
    }

    private let target: CopyTarget
    private var members: [Place: Member] = [:]

    init(_ target: CopyTarget) { self.target = target }

    /// Takes tracks of a clip as models for what no clip before it has. `obstacles`: why tracks cannot be in the file.
    mutating func learn(from source: CopySource, obstacles: [Int32: String]) throws {
        for (track, ordinal) in Self.numbered(source) where obstacles[track.facts.trackID] == nil {
            let place = Place(mediaType: track.facts.mediaType, ordinal: ordinal)
            guard members[place] == nil else { continue }
            var agreement = CopyFormats(allowsSeveral: target.hasEdits)
            _ = try agreement.places(of: track.facts)
            members[place] = Member(track: track, source: source, agreement: agreement)
        }
    }

    /// What of a clip cannot be copied behind the models.
    mutating func differences(of source: CopySource, obstacles: [Int32: String]) throws -> [Difference] {
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
            do {
                _ = try members[place]?.agreement.places(of: track.facts)
                return nil
            } catch let problem as MediaProblem {
                return difference(problem.reason)
            }
        }
    }

    /// The tracks of pictures and those of sound, each with its number among its like.
    private static func numbered(_ source: CopySource) -> [(CopySource.Track, Int)] {
        [AVMediaType.video, .audio].flatMap { type in
            source.tracks.filter { $0.facts.mediaType == type }.enumerated().map { ($1, $0) }
        }
    }
}
