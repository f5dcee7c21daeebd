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

    var key: Key { Key(asset: ObjectIdentifier(asset), intermediate: intermediate) }

    /// Whether a track of the source is one of those that are encoded.
    func encodes(_ place: Int) -> Bool {
        guard source.tracks.indices.contains(place) else { return false }
        let trackID = source.tracks[place].facts.trackID
        return differences.contains { $0.trackID == trackID }
    }

    /// The clip as it will be once it has been encoded, as far as a plan can tell.
    func expected() -> JoinInput {
        guard !differences.isEmpty else { return self }
        var result = self
        let tracks = source.tracks.map { track in
            guard let model = differences.first(where: { $0.trackID == track.facts.trackID })?.model.facts else {
                return track
            }
            var facts = track.facts
            (facts.descriptions, facts.codec) = (model.descriptions, model.codec)
            (facts.decoderName, facts.codecName) = (model.decoderName, model.codecName)
            (facts.video, facts.audio) = (model.video, model.audio)
            return CopySource.Track(facts: facts, index: track.index, isTabled: track.isTabled, origin: track.origin)
        }
        result.source = CopySource(input: source.input, facts: source.facts, tracks: tracks)
        result.intermediate = "expected"
        return result
    }
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
        _ flag: CancellationFlag,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> [JoinInput] {
        let count = Double(inputs.filter { !$0.differences.isEmpty }.count)
        var done = 0.0
        return try inputs.map { input in
            guard !input.differences.isEmpty else { return input }
            let finished = done
            let made = try Named.by(input.source.name) {
                try conform(input, target, flag) { progress((finished + $0) / count) }
            }
            done += 1
            return made
        }
    }

    private func conform(
        _ input: JoinInput,
        _ target: CopyTarget,
        _ flag: CancellationFlag,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> JoinInput {
        let path = HiddenFile(of: self.target).freshName()
        let conforming = JoinConforming(
            asset: input.asset,
            range: input.range,
            source: input.source,
            differences: input.differences,
            target: target
        )
        try conforming.run(to: path, flag, progress)
        let file = try NamelessFile(taking: path)
        files.append(file)
        let asset = AVURLAsset(
            url: URL(filePath: file.path),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        var result = input
        result.source = try Waiting.result(of: { try await CopySource.load(asset) })
        result.range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        result.intermediate = file.path
        return result
    }
}
