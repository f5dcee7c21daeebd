internal import CMTimeLib

extension OTIOReader {
    mutating func gap(_ object: OTIOObject) throws(InterchangeError) -> EditGap? {
        guard let range = try object.range("source_range")?.range, range.duration > .zero else {
            warnings.add("a gap without a duration is left out (\(object.path))")
            return nil
        }
        var gap = EditGap(name: try object.string("name"), targetRange: range)
        gap.isEnabled = try object.bool("enabled", otherwise: true)
        gap.extras.metadata = try object.dictionary("metadata")
        let known: Set = ["name", "enabled", "source_range", "effects", "markers", "metadata"]
        gap.extras.fields = object.leftovers(besides: known)
        gap.extras.effects = try keptEffects(of: object, called: "a gap")
        for marker in try object.objects("markers") { gap.markers.append(try self.marker(marker, from: range.start)) }
        return gap
    }

    mutating func transition(_ object: OTIOObject) throws(InterchangeError) -> EditTransition {
        let offsets = (try object.time("in_offset")?.time ?? .zero, try object.time("out_offset")?.time ?? .zero)
        guard offsets.0 >= .zero, offsets.1 >= .zero else {
            throw InterchangeError("the offsets of a transition are not negative", at: object.path)
        }
        var transition = EditTransition(name: try object.string("name"), inOffset: offsets.0, outOffset: offsets.1)
        let type = try object.string("transition_type")
        if type != "SMPTE_Dissolve" {
            transition.kind = .other(type)
            warnings.add("the transition '\(type.shortened)' is shown as a dissolve (\(object.path))")
        }
        transition.extras.metadata = try object.dictionary("metadata")
        let known: Set = ["name", "in_offset", "out_offset", "transition_type", "metadata"]
        transition.extras.fields = object.leftovers(besides: known)
        return transition
    }

    /// A marker, its time counted from `start`. Whether it is a chapter follows from where it stands, unless metadata of
    /// ours says otherwise.
    mutating func marker(
        _ object: OTIOObject,
        from start: CMTime,
        isChapter: Bool = false
    ) throws(InterchangeError) -> EditMarker {
        // Markers of the first version have their range under another name.
        let range = try object.range(object.member("marked_range") == nil ? "range" : "marked_range")
        var marker = EditMarker(name: try object.string("name"), range: range?.range ?? .zero).moved(by: start)
        marker.color = try object.string("color")
        marker.comment = try object.string("comment")
        marker.extras.metadata = try object.dictionary("metadata")
        let exact = takeMetadata(from: &marker.extras, of: "the marker '\(marker.name.shortened)'")
        marker.isChapter = exact?["chapter"]?.boolValue ?? isChapter
        let known: Set = ["name", "marked_range", "range", "color", "comment", "metadata"]
        marker.extras.fields = object.leftovers(besides: known)
        return marker
    }

    /// The effects of something that has no speed of its own: all are kept, and none is applied.
    mutating func keptEffects(of object: OTIOObject, called name: String) throws(InterchangeError) -> [JSONValue] {
        var kept: [JSONValue] = []
        for effect in try object.objects("effects") { kept.append(try keptEffect(effect, of: name)) }
        return kept
    }

    mutating func keptEffect(_ effect: OTIOObject, of name: String) throws(InterchangeError) -> JSONValue {
        if try effect.bool("enabled", otherwise: true) {
            let effectName = try effect.string("effect_name")
            let shown = effectName.isEmpty ? effect.schema : effectName
            warnings.add("the effect '\(shown.shortened)' of \(name) is kept, but not applied")
        }
        return effect.value
    }
}
