internal import CMTimeLib

extension OTIOReader {
    /// The tracks of a document, bottom first.
    mutating func tracks(ofRoot root: OTIOObject) throws(InterchangeError) -> [EditTrack] {
        let builders =
            switch root.schema {
            case "Stack": try tracks(ofStack: root, depth: 0)
            case "Track", "Sequence": try tracks(ofTrack: root, depth: 0)
            default: try loneTrack(root).map { [$0] } ?? []
            }
        guard builders.count <= DocumentLimits.tracks else {
            throw InterchangeError("the document has more than \(DocumentLimits.tracks) tracks")
        }
        return builders.map(\.track)
    }

    private mutating func tracks(ofStack stack: OTIOObject, depth: Int) throws(InterchangeError) -> [TrackBuilder] {
        try checkDepth(depth, stack)
        guard stack.schema == "Stack" else {
            throw InterchangeError("a Stack should be here, not '\(stack.schema.shortened)'", at: stack.path)
        }
        var result: [TrackBuilder] = []
        for child in try stack.objects("children") {
            switch child.schema {
            case "Track", "Sequence": result += try tracks(ofTrack: child, depth: depth + 1)
            case "Stack":
                warnAboutComposition(child)
                result += try nested(child, depth: depth + 1)
            default:
                if let track = try loneTrack(child) { result.append(track) }
            }
        }
        guard let range = try stack.range("source_range")?.range else { return result }
        return result.map { $0.trimmed(to: range) }
    }

    /// What stands in a stack without a track gets one of its own.
    private mutating func loneTrack(_ object: OTIOObject) throws(InterchangeError) -> TrackBuilder? {
        var track = TrackBuilder(kind: .video, name: try object.string("name"))
        switch object.schema {
        case "Clip": if let clip = try clip(object) { track.append(.clip(clip)) }
        case "Gap": if let gap = try gap(object) { track.append(.gap(gap)) }
        default:
            warnings.add("a '\(object.schema.shortened)' in a stack is left out (\(object.path))")
            return nil
        }
        return track
    }

    /// The track itself, and above it what further tracks compositions in it need.
    private mutating func tracks(ofTrack object: OTIOObject, depth: Int) throws(InterchangeError) -> [TrackBuilder] {
        try checkDepth(depth, object)
        guard var main = try emptyTrack(object) else { return [] }
        var rows = TrackRows()
        for child in try object.objects("children") {
            switch child.schema {
            case "Clip": if let clip = try clip(child) { main.append(.clip(clip)) }
            case "Gap": if let gap = try gap(child) { main.append(.gap(gap)) }
            case "Transition": main.append(.transition(try transition(child)))
            case "Stack", "Track", "Sequence":
                warnAboutComposition(child)
                let inner = try nested(child, depth: depth + 1)
                try place(inner, in: &main, above: &rows)
            default:
                warnings.add("a '\(child.schema.shortened)' in a track is kept, but shows nothing (\(child.path))")
                main.append(.unknown(child.value))
            }
        }
        var all = [main] + rows.tracks
        if !main.track.isEnabled { for index in all.indices { all[index].disable() } }
        guard let range = try object.range("source_range")?.range else { return all }
        return all.map { $0.trimmed(to: range) }
    }

    private mutating func emptyTrack(_ object: OTIOObject) throws(InterchangeError) -> TrackBuilder? {
        let name = try object.string("name")
        let kindName = try object.string("kind")
        guard let kind = kindName.isEmpty ? .video : EditTrack.Kind(rawValue: kindName) else {
            warnings.add(
                "the track '\(name.shortened)' is neither of pictures nor of sound ('\(kindName.shortened)'); it is left out"
            )
            return nil
        }
        var track = EditTrack(name: name, kind: kind, isEnabled: try object.bool("enabled", otherwise: true))
        let known: Set = ["name", "kind", "enabled", "children", "source_range", "effects", "markers", "metadata"]
        track.extras.metadata = try object.dictionary("metadata")
        track.extras.fields = object.leftovers(besides: known)
        track.extras.effects = try keptEffects(of: object, called: "the track '\(name.shortened)'")
        for marker in try object.objects("markers") { track.markers.append(try self.marker(marker, from: .zero)) }
        return TrackBuilder(track)
    }

    /// A composition within another: its tracks, cut to what is shown of it, and all as long as the longest.
    private mutating func nested(_ object: OTIOObject, depth: Int) throws(InterchangeError) -> [TrackBuilder] {
        var inner =
            object.schema == "Stack"
            ? try tracks(ofStack: object, depth: depth) : try tracks(ofTrack: object, depth: depth)
        let end = inner.map(\.end).max() ?? .zero
        let isEnabled = try object.bool("enabled", otherwise: true)
        for index in inner.indices {
            inner[index].pad(to: end)
            let track = inner[index].track
            if !isEnabled || !track.isEnabled { inner[index].disableItems() }
            if !track.markers.isEmpty || !track.extras.isEmpty {
                warnings.add(
                    "what the track '\(track.name.shortened)' of a nested composition says of itself is left out"
                )
            }
        }
        return inner
    }

    /// Puts the lowest track of the same kind into the track itself, and the others beside it.
    private mutating func place(
        _ inner: [TrackBuilder],
        in main: inout TrackBuilder,
        above rows: inout TrackRows
    ) throws(InterchangeError) {
        let start = main.end
        let duration = inner.map(\.end).max() ?? .zero
        let own = inner.firstIndex { $0.track.kind == main.track.kind }
        for (level, track) in inner.enumerated() where level != own { try rows.place(track, at: start, level: level) }
        if let own { for item in inner[own].track.items { main.append(item) } }
        main.pad(to: start.plus(duration))
    }

    private mutating func warnAboutComposition(_ object: OTIOObject) {
        let name = (object.member("name")?.stringValue ?? "").shortened
        for effect in object.member("effects")?.arrayValue ?? [] where effect["enabled"] != .bool(false) {
            let effect = effect["effect_name"]?.stringValue ?? effect["OTIO_SCHEMA"]?.stringValue ?? ""
            warnings.add("the effect '\(effect.shortened)' of the nested composition '\(name)' is left out")
        }
        if object.member("metadata")?.objectValue?.isEmpty == false {
            warnings.add("the metadata of the nested composition '\(name)' is left out")
        }
        if object.member("markers")?.arrayValue?.isEmpty == false {
            warnings.add("the markers of the nested composition '\(name)' are left out")
        }
    }

    private func checkDepth(_ depth: Int, _ object: OTIOObject) throws(InterchangeError) {
        guard depth < DocumentLimits.nesting else {
            throw InterchangeError("compositions are nested more than \(DocumentLimits.nesting) deep", at: object.path)
        }
    }
}
