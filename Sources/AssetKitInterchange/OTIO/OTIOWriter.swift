internal import CMTimeLib

/// Makes OTIO's objects of a document.
struct OTIOWriter {
    static let defaultKey = "DEFAULT_MEDIA"
    /// Under which a clip keeps what its speed effect says beside the speed.
    static let speedEffectKey = "speedEffect"

    let document: EditDocument
    var warnings = WarningList()

    init(_ document: EditDocument) { self.document = document }

    mutating func timeline() -> JSONValue {
        var members = document.extras.fields
        let kept = members.removeValue(forKey: "tracks")?.objectValue ?? [:]
        members["OTIO_SCHEMA"] = .string("Timeline.1")
        members["name"] = .string(document.name)
        members["metadata"] = metadata(document.extras, exact: documentMetadata)
        members["global_start_time"] = document.startTimecode.map(startTime) ?? .null
        members["tracks"] = stack(kept)
        return .object(members)
    }

    private mutating func stack(_ kept: [String: JSONValue]) -> JSONValue {
        let times = OTIOTimeWriter(
            for: document.markers.flatMap { [$0.range.start, $0.range.duration] },
            preferring: document.frameRate
        )
        var members = itemMembers("Stack.1", name: "tracks", extras: document.extras)
        // The timeline has its own metadata, and its stack what it had.
        members["metadata"] = .object([:])
        members.merge(kept) { _, kept in kept }
        members["source_range"] = .null
        members["markers"] = .array(document.markers.map { marker($0, from: .zero, isChapter: true, times) })
        members["children"] = .array(document.tracks.map { track($0) })
        return .object(members)
    }

    private mutating func track(_ track: EditTrack) -> JSONValue {
        let times = OTIOTimeWriter(for: track.plainTimes, preferring: document.frameRate)
        var members = itemMembers("Track.1", name: track.name, extras: track.extras)
        members.merge(track.extras.fields) { _, kept in kept }
        members["kind"] = .string(track.kind.rawValue)
        members["enabled"] = .bool(track.isEnabled)
        members["source_range"] = .null
        members["markers"] = .array(track.markers.map { marker($0, from: .zero, isChapter: false, times) })
        members["children"] = .array(track.items.map { item($0, times) })
        return .object(members)
    }

    private mutating func item(_ item: EditItem, _ times: OTIOTimeWriter) -> JSONValue {
        switch item {
        case .clip(let clip): self.clip(clip, times)
        case .gap(let gap): self.gap(gap, times)
        case .transition(let transition): self.transition(transition, times)
        case .unknown(let value): value
        }
    }

    private func gap(_ gap: EditGap, _ times: OTIOTimeWriter) -> JSONValue {
        var members = itemMembers("Gap.1", name: gap.name, extras: gap.extras)
        members.merge(gap.extras.fields) { _, kept in kept }
        members["enabled"] = .bool(gap.isEnabled)
        members["source_range"] = times.range(CMTimeRange(start: .zero, duration: gap.targetRange.duration))
        members["markers"] = .array(gap.markers.map { marker($0, from: .zero, isChapter: false, times) })
        return .object(members)
    }

    private func transition(_ transition: EditTransition, _ times: OTIOTimeWriter) -> JSONValue {
        var members = transition.extras.fields
        members["OTIO_SCHEMA"] = .string("Transition.1")
        members["name"] = .string(transition.name)
        members["metadata"] = metadata(transition.extras, exact: nil)
        members["in_offset"] = times.time(transition.inOffset)
        members["out_offset"] = times.time(transition.outOffset)
        switch transition.kind {
        case .dissolve: members["transition_type"] = .string("SMPTE_Dissolve")
        case .other(let name): members["transition_type"] = .string(name)
        }
        return .object(members)
    }

    /// A marker, its time counted from `start` before what it is on begins.
    func marker(_ marker: EditMarker, from start: CMTime, isChapter: Bool, _ times: OTIOTimeWriter) -> JSONValue {
        var members = marker.extras.fields
        let moved = marker.moved(by: CMTime.zero.minus(start))
        let exact = marker.isChapter == isChapter ? nil : ExactMetadata.make(["chapter": .bool(marker.isChapter)])
        members["OTIO_SCHEMA"] = .string("Marker.2")
        members["name"] = .string(marker.name)
        members["metadata"] = metadata(marker.extras, exact: exact)
        members["marked_range"] = times.range(moved.range)
        members["color"] = .string(marker.color)
        members["comment"] = .string(marker.comment)
        return .object(members)
    }

    /// What all items have. Those of a composition come on top.
    func itemMembers(_ schema: String, name: String, extras: EditExtras) -> [String: JSONValue] {
        [
            "OTIO_SCHEMA": .string(schema),
            "name": .string(name),
            "metadata": metadata(extras, exact: nil),
            "effects": .array(extras.effects),
            "enabled": .bool(true),
            "color": .null,
        ]
    }

    func metadata(_ extras: EditExtras, exact: JSONValue?) -> JSONValue {
        var metadata = extras.metadata
        if let exact { metadata[ExactMetadata.name] = exact }
        return .object(metadata)
    }

    private var documentMetadata: JSONValue? {
        var members: [String: JSONValue] = [:]
        if let rate = document.frameRate { members["frameDuration"] = ExactMetadata.text(rate.frameDuration) }
        if let size = document.size { members.merge(size.members) { first, _ in first } }
        if document.startTimecode?.isDropFrame == true { members["dropFrame"] = .bool(true) }
        return ExactMetadata.make(members)
    }

    private func startTime(_ start: EditTimecode) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .string("RationalTime.1"),
            "value": .double(Double(start.frameNumber)),
            "rate": .double(start.frameRate.framesPerSecond.doubleValue),
        ])
    }
}

extension EditSize {
    var members: [String: JSONValue] {
        ["width": .integer(Int64(width)), "height": .integer(Int64(height))]
    }
}

extension EditTrack {
    /// The times that a track is written with, as far as they are the timeline's.
    fileprivate var plainTimes: [CMTime] {
        items.flatMap { item -> [CMTime] in
            switch item {
            case .clip(let clip): [clip.targetRange.duration]
            case .gap(let gap): [gap.targetRange.duration]
            case .transition(let transition): [transition.inOffset, transition.outOffset]
            case .unknown: []
            }
        }
    }
}
