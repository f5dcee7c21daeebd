internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Files that clips become before they are joined: beside the target, and gone with this object, if they have not been copied
/// before that. The first ones have no names, so that not even a kill leaves anything; of hundreds not all can be open, so
/// that the others are in a hidden folder.
final class JoinIntermediates {
    private static let namelessLimit = 8

    private let target: String
    private var files: [ClipFile] = []
    private var folder: HiddenFolder?

    init(target: String) { self.target = target }

    /// The clips with files in place of those that have to be encoded.
    func make(
        _ inputs: [JoinInput],
        _ target: CopyTarget,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> [JoinInput] {
        let count = Double(inputs.filter(\.isMadeAnew).count)
        var done = 0.0
        return try inputs.map { input in
            guard input.isMadeAnew else { return input }
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
        // Before there is the file, which a new folder would take for abandoned.
        if files.count == Self.namelessLimit { folder = try HiddenFolder(besides: self.target) }
        let path = HiddenFile(of: self.target).freshName()
        var result = input
        try result.make(at: path, target, progress)
        let file = try folder.map { try ClipFile(moving: path, into: $0) } ?? ClipFile(taking: path)
        files.append(file)
        let asset = AVURLAsset(
            url: URL(filePath: file.path),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        let made = SourceContext(try asset.requireLoaded(), input.context.flag)
        result.source = input.shown(try made.samples())
        result.source.clipFile = file
        result.intermediate = file.path
        guard input.differences.isEmpty else { return result }
        let late = made.loaded.beginning
        result.range = CMTimeRange(start: late, duration: result.range.duration)
        result.offset = result.offset - late
        return result
    }
}

extension LoadedAsset {
    /// When the pictures of a cut begin in its own file: in transport streams behind what an encoder of sound puts first.
    fileprivate var beginning: CMTime {
        guard facts.knownContainer == .transportStream, let video = tracks.first(where: { $0.mediaType == .video })
        else {
            return .zero
        }
        let shown = video.facts.timeRange.start
        return shown > .zero && shown < CMTime(value: 1, timescale: 10) ? shown : .zero
    }
}
