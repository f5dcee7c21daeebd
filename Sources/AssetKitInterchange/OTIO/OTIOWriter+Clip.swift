internal import CMTimeLib

extension OTIOWriter {
    mutating func clip(_ clip: EditClip, _ times: OTIOTimeWriter) -> JSONValue {
        var extras = clip.extras
        let keptSpeed = extras.fields.removeValue(forKey: Self.speedEffectKey)?.objectValue ?? [:]
        let keptMedia = extras.fields.removeValue(forKey: "media_references")?.objectValue ?? [:]
        let key = extras.fields["active_media_reference_key"]?.stringValue ?? Self.defaultKey
        var members = itemMembers("Clip.2", name: clip.name, extras: extras)
        members.merge(extras.fields) { _, kept in kept }
        let range = CMTimeRange(
            start: clip.media.start.plus(clip.sourceRange.start),
            duration: clip.targetRange.duration
        )
        members["metadata"] = metadata(extras, exact: exactMetadata(of: clip, range, times))
        members["enabled"] = .bool(clip.isEnabled)
        members["source_range"] = times.range(range)
        members["effects"] = .array(speedEffects(of: clip, keptSpeed) + extras.effects)
        members["markers"] = .array(
            clip.markers.map { marker($0, from: clip.media.start, isChapter: false, times) }
        )
        members["media_references"] = .object(keptMedia.merging([key: media(clip.media)]) { _, own in own })
        members["active_media_reference_key"] = .string(key)
        return .object(members)
    }

    private func exactMetadata(of clip: EditClip, _ range: CMTimeRange, _ times: OTIOTimeWriter) -> JSONValue? {
        var members = ExactMetadata.members(of: clip.effects)
        let isExact = times.isExact(range.start) && times.isExact(range.duration)
        if !clip.speed.isEmpty || !isExact { members["mapping"] = ExactMetadata.mapping(of: clip) }
        return ExactMetadata.make(members)
    }

    private mutating func speedEffects(of clip: EditClip, _ kept: [String: JSONValue]) -> [JSONValue] {
        guard let rate = clip.speed.averageRate, let first = clip.speed.first else { return [] }
        if clip.speed.count > 2 {
            warnings.add(
                "OTIO has one speed for a clip; other programs play '\(clip.name.shortened)' at its average speed"
            )
        }
        let isStill = clip.speed.allSatisfy { $0.source == first.source }
        var members = kept
        members["OTIO_SCHEMA"] = .string(isStill ? "FreezeFrame.1" : "LinearTimeWarp.1")
        members["effect_name"] = .string(isStill ? "FreezeFrame" : "LinearTimeWarp")
        members["enabled"] = .bool(true)
        members["time_scalar"] = .double(rate.doubleValue)
        if members["name"] == nil { members["name"] = .string("") }
        if members["metadata"] == nil { members["metadata"] = .object([:]) }
        return [.object(members)]
    }

    private func media(_ media: EditMedia) -> JSONValue {
        if let details = media.details { return details }
        var members = media.extras.fields
        let times = OTIOTimeWriter(for: [media.start, media.duration ?? .zero], preferring: document.frameRate)
        members["name"] = .string(media.name)
        members["available_range"] = .null
        if media.duration != nil || media.start != .zero {
            let range = CMTimeRange(start: media.start, duration: media.duration ?? .zero)
            members["available_range"] = times.range(range)
        }
        members["metadata"] = metadata(media.extras, exact: exactMetadata(of: media, times))
        switch media.kind {
        case .file:
            members["OTIO_SCHEMA"] = .string("ExternalReference.1")
            members["target_url"] = .string(media.url)
        case .generator(let kind):
            members["OTIO_SCHEMA"] = .string("GeneratorReference.1")
            members["generator_kind"] = .string(kind)
            members["parameters"] = .object([:])
        case .missing, .imageSequence, .unknown: members["OTIO_SCHEMA"] = .string("MissingReference.1")
        }
        if members["available_image_bounds"] == nil { members["available_image_bounds"] = .null }
        return .object(members)
    }

    private func exactMetadata(of media: EditMedia, _ times: OTIOTimeWriter) -> JSONValue? {
        var members = media.size?.members ?? [:]
        if !times.isExact(media.start) { members["start"] = ExactMetadata.text(media.start) }
        if let duration = media.duration, !times.isExact(duration) {
            members["duration"] = ExactMetadata.text(duration)
        }
        return ExactMetadata.make(members)
    }
}
