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

    private func marker(_ element: MarkupElement) throws(InterchangeError) -> EditMarker {
        let range = CMTimeRange(start: try element.time("start") ?? .zero, duration: try element.duration() ?? .zero)
        var marker = EditMarker(name: element["value"] ?? "", range: range)
        marker.comment = element["note"] ?? ""
        return marker
    }
}
