internal import CMTimeLib

extension FCPXMLReader {
    /// What stands within an item besides what it shows itself.
    struct Children {
        /// In the element's own time.
        var markers: [EditMarker] = []
    }

    /// Elements that are read where the item is.
    private static let readElsewhere: Set = [
        "timeMap", "adjust-volume", "adjust-transform", "adjust-crop", "adjust-blend", "note", "media-rep",
    ]
    private static let items: Set = [
        "asset-clip", "clip", "video", "audio", "ref-clip", "sync-clip", "mc-clip", "title", "audition", "spine",
        "caption",
    ]

    mutating func readChildren(
        of element: MarkupElement,
        _ place: FCPXMLPlace,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) -> Children {
        var result = Children()
        for child in element.children {
            switch child.name {
            case "marker": result.markers.append(try marker(child))
            case "chapter-marker":
                var chapter = try marker(child)
                chapter.isChapter = true
                let time = place.time(chapter.range.start)
                // Those of parts that are cut off are not on the timeline.
                guard time >= place.start, time < place.start.plus(place.duration) else { continue }
                chapter.range.start = time
                story.chapters.append(chapter)
            case let name where Self.items.contains(name):
                if child["lane"] != nil {
                    try connect(child, to: place, in: &story, depth: depth + 1)
                } else if !Self.holdsItems(element.name) {
                    leaveOut(child)
                }
            case let name where Self.readElsewhere.contains(name): continue
            default: leaveOut(child)
            }
        }
        return result
    }

    /// Items within these, and without a lane, are what they are made of.
    private static func holdsItems(_ name: String) -> Bool {
        name == "clip" || name == "sync-clip" || name == "mc-clip" || name == "audition"
    }

    /// Puts the notes of a clip of a composition on what it shows then: on pictures, or on sound where it shows none.
    mutating func put(
        _ markers: [EditMarker],
        of element: MarkupElement,
        _ place: FCPXMLPlace,
        on story: inout FCPXMLStory
    ) {
        let moved = markers.map { $0.moved(by: place.localStart) }
        let shows = element["srcEnable"] ?? "all"
        var lost = moved
        if shows == "video" || shows != "audio" && (story.video.hasClips || !story.audio.hasClips) {
            lost = story.video.builder.add(moved)
        } else if story.audio.hasClips {
            lost = story.audio.builder.add(moved)
        }
        for marker in lost {
            let name = marker.name.shortened
            let reason = "lies where its <ref-clip> shows nothing, and is left out"
            warnings.add("the marker '\(name)' \(reason) (line \(element.line))")
        }
    }

    private func marker(_ element: MarkupElement) throws(InterchangeError) -> EditMarker {
        let range = CMTimeRange(start: try element.time("start") ?? .zero, duration: try element.duration() ?? .zero)
        var marker = EditMarker(name: element["value"] ?? "", range: range)
        marker.comment = element["note"] ?? ""
        if element.name == "marker", let completed = element["completed"] { marker.makeToDo(completed: completed) }
        return marker
    }
}

extension EditMarker {
    /// What a to-do marker of Final Cut says of itself: `0`, or `1` once it is done. nil for others.
    var completed: String? { extras.metadata["fcpxml"]?["completed"]?.stringValue }

    /// Final Cut has no colours but those of the kinds of markers: what is to be done is red, and green once it is.
    fileprivate mutating func makeToDo(completed: String) {
        guard let color = ["0": "RED", "1": "GREEN"][completed] else { return }
        self.color = color
        extras.metadata["fcpxml"] = .object(["completed": .string(completed)])
    }
}
