internal import AssetKitBase
internal import CMTimeLib
internal import Foundation

/// A clip of a joined file, and what of it goes there.
struct JoinInput {
    /// What tells files that are copied apart.
    struct Key: Hashable {
        let asset: ObjectIdentifier
        /// Encoded clips are files of their own.
        let intermediate: String?
    }

    let asset: AVAsset
    /// What is known of its file, and open of it.
    let context: SourceContext
    /// The part of the timeline of the source.
    var range: CMTimeRange
    var source: CopySource
    /// What has to be encoded.
    var differences: [JoinModel.Difference] = []
    /// Why tracks of pictures and of sound cannot be in the file as they are.
    var obstacles: [Int32: String] = [:]
    var warnings: [String] = []
    /// The file in which that has been done.
    var intermediate: String?
    /// What of the asset the source begins with; it is a file of its own where a clip has been made anew.
    var offset = CMTime.zero
    /// The clip ends where the asset does.
    var reachesEnd = true
    /// The tracks of sound of the asset, in their order.
    var originalSounds: [Int32] = []

    init(_ clip: AKJoinSession.Clip, _ source: CopySource, _ context: SourceContext) {
        (asset, range) = (clip.asset, clip.timeRange)
        (self.source, self.context) = (source, context)
    }

    var key: Key { Key(asset: ObjectIdentifier(asset), intermediate: intermediate) }

    /// Why tracks are encoded, each a sentence.
    var reasonsToEncode: [String] {
        let reasons = differences.map(\.reason)
        let others = source.tracks.indices.filter { encodes($0) }.count - differences.count
        return isWhole || others <= 0 ? reasons : reasons + [JoinConforming.cutsExactly]
    }

    /// Why a track of the source is encoded, a sentence; nil where it is not.
    func reasonToEncode(_ place: Int) -> String? {
        guard encodes(place) else { return nil }
        let own = differences.first { $0.trackID == source.tracks[place].facts.trackID }
        return own?.reason ?? JoinConforming.cutsExactly
    }

    /// Whether a track of the source is one of those that are encoded.
    func encodes(_ place: Int) -> Bool {
        guard source.tracks.indices.contains(place), !differences.isEmpty else { return false }
        let facts = source.tracks[place].facts
        let isCut = !isWhole && [.video, .audio].contains(facts.mediaType)
        return isCut || differences.contains { $0.trackID == facts.trackID }
    }

    /// The file that the clip became. The joined track says how its pictures are shown, whatever they say themselves.
    func shown(_ made: CopySource) -> CopySource {
        var looks = source.tracks.filter { $0.facts.mediaType == .video }.map { track in
            differences.first { $0.trackID == track.facts.trackID }?.model.facts.video ?? track.facts.video
        }[...]
        let tracks = made.tracks.map { track in
            guard track.facts.mediaType == .video, let own = track.facts.video, let look = looks.popFirst(), var look
            else { return track }
            (look.nominalFrameRate, look.minimumFrameDuration) = (own.nominalFrameRate, own.minimumFrameDuration)
            var facts = track.facts
            facts.video = look
            return CopySource.Track(facts: facts, index: track.index, isTabled: track.isTabled, origin: track.origin)
        }
        return CopySource(input: made.input, facts: made.facts, tracks: tracks, original: source.name)
    }

    /// The clip as it will be once it has been encoded, planned as that would be, and with nothing written.
    func expected(_ target: CopyTarget) throws -> JoinInput {
        guard !differences.isEmpty else { return self }
        return try Named.by(source.name) {
            let plan = try conforming(target).plan()
            var result = self
            result.source = shown(try JoinForecast(input: self, plan: plan).source())
            result.offset = CMTimeMaximum(range.start, .zero)
            result.range = CMTimeRange(start: .zero, duration: .positiveInfinity)
            // Parts of one asset are files of their own.
            result.intermediate = "expected \(range.start.seconds) \(range.end.seconds)"
            return result
        }
    }

    func conforming(_ target: CopyTarget) -> JoinConforming {
        JoinConforming(
            context: context,
            range: range,
            source: source,
            differences: differences,
            target: target
        )
    }

    /// All of the asset's timeline is wanted.
    var isWhole: Bool { range.start <= .zero && range.end >= source.duration }
}

/// Files that clips become before they are joined: beside the target, without names, and gone with this object.
final class JoinIntermediates {
    private let target: String
    private var files: [NamelessFile] = []

    init(target: String) { self.target = target }

    /// The clips with files in place of those that have to be encoded.
    func make(
        _ inputs: [JoinInput],
        _ target: CopyTarget,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> [JoinInput] {
        let count = Double(inputs.filter { !$0.differences.isEmpty }.count)
        var done = 0.0
        return try inputs.enumerated().map { number, input in
            guard !input.differences.isEmpty else { return input }
            let isReadAgain = inputs[(number + 1)...].contains {
                !$0.differences.isEmpty && $0.context === input.context
            }
            // Of hundreds of files not all can be open.
            defer { if !isReadAgain { input.context.session.close() } }
            let finished = done
            let made = try Named.by(input.source.name) {
                try conform(input, target) { progress((finished + $0) / count) }
            }
            done += 1
            return made
        }
    }

    private func conform(
        _ input: JoinInput,
        _ target: CopyTarget,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> JoinInput {
        let path = HiddenFile(of: self.target).freshName()
        try input.conforming(target).run(to: path, progress)
        let file = try NamelessFile(taking: path)
        files.append(file)
        let asset = AVURLAsset(
            url: URL(filePath: file.path),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        var result = input
        result.source = input.shown(try SourceContext(try asset.requireLoaded(), input.context.flag).samples())
        result.offset = CMTimeMaximum(input.range.start, .zero)
        result.range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        result.intermediate = file.path
        return result
    }
}
