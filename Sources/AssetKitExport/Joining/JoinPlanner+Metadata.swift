internal import AssetKitContainers
internal import AssetKitSinks

extension JoinPlanner {
    /// The new file says about itself what the first one does, and what was set besides; what others say is named.
    func carryMetadata(_ plan: inout CopyPlan, _ inputs: [JoinInput]) throws {
        guard var loaded = inputs.first?.context.loaded else { return }
        var (own, comparesClips) = (settings, false)
        switch joints.metadata {
        case .ofFirstClip: comparesClips = true
        case .of(let file): loaded = file
        case .nothing: own.metadata = settings.metadata ?? []
        }
        let metadata = ExportMetadata(loaded: loaded, settings: own)
        plan.sink.metadata = try metadata.entries()
        if let chapters = joints.chapters { plan.sink.chapters = chapters }
        if let chapters = metadata.ownChapters(until: plan.duration) { plan.sink.chapters = chapters }
        if own.options.stripsMetadata {
            for number in plan.sink.tracks.indices { plan.sink.tracks[number].metadata = [] }
        }
        plan.warnings += try metadata.losses(in: plan.sink.fileType, plan.sink.chapters, length: plan.duration)
        // Nothing is missed where it was said what there is to be.
        guard comparesClips, own.metadata == nil, !own.options.stripsMetadata else { return }
        try nameWhatOthersSay(inputs, &plan)
    }

    private func nameWhatOthersSay(_ inputs: [JoinInput], _ plan: inout CopyPlan) throws {
        var known = Set(try SinkTags(plan.sink.metadata).texts.map { [$0.name, $0.value] })
        for input in inputs.dropFirst() {
            let tags = try SinkTags(try ExportMetadata.carried(input.context.loaded))
            let lost = tags.texts.filter { $0.name != "creation_time" && known.insert([$0.name, $0.value]).inserted }
            guard !lost.isEmpty else { continue }
            let names = MetadataRoom.list(lost.map { $0.usual?.title ?? "'\($0.name)'" })
            plan.warnings.append(
                "'\(input.source.name)': what it says of itself and the first file does not is left out: \(names)"
            )
        }
    }
}
