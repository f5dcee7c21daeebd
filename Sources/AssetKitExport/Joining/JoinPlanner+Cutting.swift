internal import AssetKitAssets
internal import AssetKitMedia
internal import CMTimeLib

extension JoinPlanner {
    /// Plans how clips are cut that begin and end with exactly the pictures and samples that were asked for. Where something
    /// differs, all of a clip is encoded, which is exact too.
    func cut(_ inputs: inout [JoinInput]) throws {
        guard [.smart, .exact].contains(settings.trimMode) else { return }
        for number in inputs.indices where inputs[number].differences.isEmpty && inputs[number].cut == nil {
            let input = inputs[number]
            guard settings.trimMode == .exact || !input.isWhole else { continue }
            let (fileType, joined) = (try fileTypeOfCut(input.source.tracks), try target().fileType)
            inputs[number].cut = try Named.by(input.source.name) {
                try ClipCut(input.range, of: input.source, input.context, cutSettings, as: fileType, joined: joined)
            }
        }
    }

    private func fileTypeOfCut(_ tracks: [LoadedSource.Track]) throws -> AVFileType {
        let target = try target()
        let fileType = target.fileTypeOfClip(holding: tracks.flatMap(\.facts.formatDescriptions))
        // Text that the joined file holds as it is does not become another kind on the way.
        let changesText = tracks.contains {
            $0.textTarget(in: fileType) != nil && $0.textTarget(in: target.fileType) == nil
        }
        return changesText ? target.fileType : fileType
    }

    private var cutSettings: ExportSettings {
        var cut = ExportSettings()
        cut.trimMode = settings.trimMode
        cut.verifiesJoins = settings.verifiesJoins
        cut.fallsBackToEncoding = settings.fallsBackToEncoding
        cut.cutsSoundBetweenPackets = settings.cutsSoundBetweenPackets
        cut.options.processorLimit = settings.options.processorLimit
        return cut
    }
}
