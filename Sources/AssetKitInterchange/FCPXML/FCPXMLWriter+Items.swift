internal import CMTimeLib

extension FCPXMLWriter {
    /// An item as it stands in a storyline; nil for what FCPXML cannot have. A transition lies over `cut`.
    mutating func element(_ item: EditItem, offset: CMTime, cut: CMTime, _ track: EditTrack) -> MarkupElement? {
        switch item {
        case .clip(let clip): return element(clip, offset: offset, track)
        case .gap(let gap): return element(gap, offset: offset)
        case .transition(let transition): return element(transition, cut: cut)
        case .unknown:
            warnings.add("things of a kind that is not known are not written to FCPXML")
            return nil
        }
    }

    mutating func element(_ gap: EditGap, offset: CMTime) -> MarkupElement {
        var element = self.element("gap", gap.name.isEmpty ? Self.gapName : gap.name, offset, gap.targetRange.duration)
        element.attributes["start"] = "0s"
        if !gap.isEnabled { element.attributes["enabled"] = "0" }
        element.children = gap.markers.map { self.element($0) }
        return element
    }

    private mutating func element(_ transition: EditTransition, cut: CMTime) -> MarkupElement {
        var name = Self.dissolveName
        if case .other(let other) = transition.kind { name = other }
        let duration = transition.inOffset.plus(transition.outOffset)
        return element("transition", name, cut.minus(transition.inOffset), duration)
    }

    private mutating func element(_ clip: EditClip, offset: CMTime, _ track: EditTrack) -> MarkupElement {
        guard clip.media.isFile else {
            warnings.add("the clip '\(clip.name.shortened)' is in no file, and becomes a gap")
            var gap = EditGap(name: clip.name, targetRange: clip.targetRange)
            gap.isEnabled = clip.isEnabled
            return element(gap, offset: offset)
        }
        var element = element("asset-clip", clip.name, offset, clip.targetRange.duration)
        // With a time map the element's own time is that of the track.
        let localStart = clip.speed.isEmpty ? clip.media.start.plus(clip.sourceRange.start) : .zero
        element.attributes["ref"] = resources.asset(of: clip.media, kind: track.kind)
        element.attributes["start"] = localStart.fcpxml(at: rate)
        element.attributes["srcEnable"] = track.kind == .video ? "video" : "audio"
        if !clip.isEnabled || !track.isEnabled { element.attributes["enabled"] = "0" }
        for (name, role) in clip.extras.metadata["fcpxml"]?.objectValue ?? [:] {
            element.attributes[name] = role.stringValue
        }
        if track.kind == .audio, element["audioRole"] == nil { element.attributes["audioRole"] = "dialogue" }
        element.children = effects(of: clip, start: localStart)
        if !clip.speed.isEmpty { insert(timeMap(of: clip), into: &element) }
        element.children += markers(of: clip).map { self.element($0) }
        return element
    }

    private mutating func element(_ kind: String, _ name: String, _ offset: CMTime, _ duration: CMTime) -> MarkupElement
    {
        check(offset)
        check(duration)
        return MarkupElement(
            kind,
            ["name": name, "offset": offset.fcpxml(at: rate), "duration": duration.fcpxml(at: rate)]
        )
    }

    /// Adjustments, and a note before them where those are not exact.
    private mutating func effects(of clip: EditClip, start: CMTime) -> [MarkupElement] {
        let adjustments = FCPXMLAdjustments(frame: document.size, source: clip.media.size, start: start)
        let (elements, problems) = adjustments.elements(of: clip.effects)
        for problem in problems {
            warnings.add("\(problem) of the clip '\(clip.name.shortened)' stands in a note that only AssetKit reads")
        }
        let read = try? adjustments.effects(of: MarkupElement("asset-clip", [:], elements)).effects
        guard read != clip.effects, let note = FCPXMLNote.element(clip.effects) else { return elements }
        return [note] + elements
    }

    private func timeMap(of clip: EditClip) -> MarkupElement {
        let points = clip.speed.map { point in
            let attributes = [
                "time": point.target.fcpxml(at: rate), "value": clip.media.start.plus(point.source).fcpxml(at: rate),
                "interp": "linear",
            ]
            return MarkupElement("timept", attributes)
        }
        return MarkupElement("timeMap", [:], points)
    }

    /// The time map stands behind the note and before all else.
    private func insert(_ timeMap: MarkupElement, into element: inout MarkupElement) {
        element.children.insert(timeMap, at: element.children.first?.name == "note" ? 1 : 0)
    }

    /// Markers of the media in the element's own time. Those that the speed never shows are left out, with a warning.
    private mutating func markers(of clip: EditClip) -> [EditMarker] {
        guard !clip.speed.isEmpty else { return clip.markers.map { $0.moved(by: CMTime.zero.minus(clip.media.start)) } }
        let inverse = SpeedInverse(clip.speed)
        return clip.markers.compactMap { marker in
            guard let target = inverse.target(of: marker.range.start) else {
                let name = marker.name.shortened
                warnings.add("the marker '\(name)' lies where its clip shows nothing, and is left out")
                return nil
            }
            var moved = marker
            moved.range.start = target
            return moved
        }
    }

    mutating func element(_ marker: EditMarker) -> MarkupElement {
        var element = MarkupElement(marker.isChapter ? "chapter-marker" : "marker")
        element.attributes = [
            "start": marker.range.start.fcpxml(at: rate), "duration": marker.range.duration.fcpxml(at: rate),
            "value": marker.name,
        ]
        if !marker.comment.isEmpty { element.attributes["note"] = marker.comment }
        if let completed = marker.completed, !marker.isChapter {
            element.attributes["completed"] = completed
        } else if !marker.color.isEmpty {
            warnings.add("FCPXML has no colours of markers")
        }
        return element
    }
}
