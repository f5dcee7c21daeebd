internal import CMTimeLib

extension FCPXMLReader {
    mutating func story(ofSequence sequence: MarkupElement, depth: Int) throws(InterchangeError) -> FCPXMLStory {
        try visit(sequence, depth: depth)
        guard let spine = sequence.first("spine") else {
            throw InterchangeError("a sequence has a storyline, <spine>", at: sequence.place)
        }
        for element in sequence.children where element.name != "spine" { leaveOut(element) }
        // Offsets count from the sequence's first timecode, but some programs count them from zero.
        let written = try sequence.time("tcStart") ?? .zero
        let first = try spine.children.first { $0.name != "transition" }?.time("offset") ?? written
        return try story(ofSpine: spine, from: min(written, first), depth: depth)
    }

    /// Items one after the other. Their offsets count from `base`.
    mutating func story(
        ofSpine spine: MarkupElement,
        from base: CMTime,
        depth: Int
    ) throws(InterchangeError) -> FCPXMLStory {
        try visit(spine, depth: depth)
        var story = FCPXMLStory()
        for element in spine.children {
            if element.name == "transition" {
                try append(transition: element, to: &story, from: base)
            } else {
                try append(element, to: &story, from: base, depth: depth + 1)
            }
        }
        story.video.settle()
        story.audio.settle()
        return story
    }

    private mutating func append(
        transition element: MarkupElement,
        to story: inout FCPXMLStory,
        from base: CMTime
    ) throws(InterchangeError) {
        guard let duration = try element.duration() else {
            throw InterchangeError("a transition has a duration", at: element.place)
        }
        let half = duration.scaled(by: Rational128(1, 2) ?? 1)
        let start = try element.time("offset")?.minus(base) ?? story.end.minus(half)
        let inOffset = story.end.minus(start)
        guard inOffset >= .zero, inOffset <= duration else {
            throw InterchangeError("a transition lies over the cut it stands at", at: element.place)
        }
        let name = element["name"] ?? ""
        var transition = EditTransition(inOffset: inOffset, outOffset: duration.minus(inOffset))
        if !name.isEmpty, name != FCPXMLWriter.dissolveName {
            transition.kind = .other(name)
            warnings.add("the transition '\(name.shortened)' is shown as a dissolve (line \(element.line))")
        }
        story.video.append(transition, at: story.end)
        story.audio.append(transition, at: story.end)
    }

    private mutating func append(
        _ element: MarkupElement,
        to story: inout FCPXMLStory,
        from base: CMTime,
        depth: Int
    ) throws(InterchangeError) {
        let start = try element.time("offset")?.minus(base) ?? story.end
        if start < story.end {
            warnings.add(
                "an item begins before the one in front of it ends, and is moved behind it (line \(element.line))"
            )
        }
        try item(element, at: max(start, story.end), into: &story, depth: depth)
    }

    /// What hangs on an item beside it: `parent` says where that lies.
    mutating func connect(
        _ element: MarkupElement,
        to parent: FCPXMLPlace,
        in story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        guard let lane = element["lane"].flatMap({ Int($0) }), (-10_000...10_000).contains(lane) else {
            throw InterchangeError("the lane of a connected item is a number", at: element.place)
        }
        let start = parent.time(try element.time("offset") ?? parent.localStart)
        var own = FCPXMLStory()
        if element.name == "spine" {
            own = try self.story(ofSpine: element, from: .zero, depth: depth)
        } else {
            try item(element, at: .zero, into: &own, depth: depth)
        }
        for track in [own.video, own.audio] where track.hasClips {
            story.connected.append(FCPXMLStory.Connected(lane: lane, start: start, run: track.builder))
        }
        for var inner in own.connected {
            inner.lane += lane
            inner.start = inner.start.plus(start)
            story.connected.append(inner)
        }
        for chapter in own.chapters { story.chapters.append(chapter.moved(by: CMTime.zero.minus(start))) }
    }
}
