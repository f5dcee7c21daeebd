internal import AssetKitContainers
internal import AssetKitSinks

extension JoinPlanner {
    /// The new file says about itself what the first one does; what others say besides is named.
    func carryMetadata(_ plan: inout CopyPlan, _ inputs: [JoinInput]) throws {
        guard let first = inputs.first else { return }
        guard joints.carriesMetadata else {
            var own = settings
            own.metadata = settings.metadata ?? []
            plan.sink.metadata = try ExportMetadata(loaded: first.context.loaded, settings: own).entries()
            return
        }
        plan.sink.metadata = try ExportMetadata.carried(first.context.loaded)
        plan.warnings += try MetadataRoom.losses(plan.sink.metadata, plan.sink.chapters, in: plan.sink.fileType)
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
