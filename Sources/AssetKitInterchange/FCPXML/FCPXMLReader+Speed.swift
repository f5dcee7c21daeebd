internal import CMTimeLib

extension FCPXMLReader {
    /// Which time of the media shows when: as the element's time map says, or as it plays by itself. Targets count from the
    /// start of the element, sources as its media does.
    mutating func speedPoints(
        of element: MarkupElement,
        _ place: FCPXMLPlace
    ) throws(InterchangeError) -> [EditSpeedPoint] {
        guard let map = element.first("timeMap") else { return place.points }
        var points: [EditSpeedPoint] = []
        for point in map.all("timept") {
            guard let time = try point.time("time"), let value = try point.time("value") else {
                throw InterchangeError("a point of a time map has a time and a value", at: point.place)
            }
            guard points.last.map({ $0.target < time }) ?? true else {
                throw InterchangeError("the points of a time map stand in the order of their times", at: point.place)
            }
            if let interpolation = point["interp"], interpolation != "linear", map.children.count > 2 {
                warnings.add("speed that changes smoothly is played in straight lines (line \(map.line))")
            }
            points.append(EditSpeedPoint(source: value, target: time))
        }
        guard points.count > 1 else { throw InterchangeError("a time map has two points and more", at: map.place) }
        let trimmed = points.trimmed(from: place.localStart, to: place.localStart.plus(place.duration))
        guard trimmed.allSatisfy({ $0.source.isWithinLimits }) else {
            throw InterchangeError("a clip plays too fast to be read", at: map.place)
        }
        return trimmed
    }

    /// A clip that is made of others: what it shows is the first of each kind within.
    mutating func clip(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        let place = try place(of: element, at: start, defaultStart: .zero, defaultDuration: nil)
        let points = try speedPoints(of: element, place)
        let inner = element.children.filter { $0["lane"] == nil }
        let pictures = inner.first { $0.name == "video" || $0.name == "asset-clip" }
        let ownSound = inner.first { $0.name == "audio" }
        // Sound that belongs to pictures stands within them.
        let boundSound = pictures?.first("audio")
        var video = try pictures.flatMap { part throws(InterchangeError) in try self.part(part, points, element, place)
        }
        var audio = try ownSound.flatMap { part throws(InterchangeError) in try self.part(part, points, element, place)
        }
        if audio == nil, let pictures, let boundSound {
            let shifted = try shift(points, into: pictures)
            audio = try part(boundSound, shifted, element, place)
        }
        if pictures?.name == "asset-clip", let asset = pictures.flatMap({ resources.assets[$0["ref"] ?? ""] }) {
            if audio == nil, asset.hasAudio { audio = video }
            if !asset.hasVideo { video = nil }
        }
        if video == nil, audio == nil {
            warnings.add("<clip> '\((element["name"] ?? "").shortened)' shows nothing (line \(element.line))")
            video = EditClip(element: element, media: .missing, points: points, duration: place.duration)
        }
        for part in inner where part.first("timeMap") != nil {
            warnings.add("the speed of what is within a clip is left out (line \(part.line))")
        }
        try append(video: video, audio: audio, element, place, to: &story, depth: depth)
    }

    /// The clip that a part of another one shows.
    private mutating func part(
        _ part: MarkupElement,
        _ points: [EditSpeedPoint],
        _ element: MarkupElement,
        _ place: FCPXMLPlace
    ) throws(InterchangeError) -> EditClip? {
        guard let asset = resources.assets[part["ref"] ?? ""] else { return nil }
        let moved = try shift(points, into: part).map { $0.moved(by: asset.media.start) }
        let clip = EditClip(element: element, media: asset.media, points: moved, duration: place.duration)
        if asset.media.kind == .missing { warnAboutMissingMedia(of: clip, element) }
        return clip
    }

    /// Times of an element as those of a part of it, which begins at the part's offset with the part's start. Both are
    /// zero unless they are said.
    private func shift(
        _ points: [EditSpeedPoint],
        into part: MarkupElement
    ) throws(InterchangeError) -> [EditSpeedPoint] {
        let offset = try part.time("offset") ?? .zero
        let start = try part.time("start") ?? .zero
        return points.map { $0.moved(by: offset.minus(start)) }
    }

    /// A clip of a composition: its tracks are laid out in its place.
    mutating func compositionClip(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        let id = element["ref"] ?? ""
        guard let sequence = resources.compositions[id]?.first("sequence") else {
            warnings.add("<ref-clip> refers to '\(id.shortened)', which is no composition (line \(element.line))")
            var gap = EditGap(targetRange: .zero)
            let place = try place(of: element, at: start, defaultStart: .zero, defaultDuration: nil)
            gap.targetRange.duration = place.duration
            let inner = try readChildren(of: element, place, into: &story, depth: depth)
            gap.markers = inner.markers.map { $0.moved(by: place.localStart) }
            if place.duration > .zero { story.video.append(gap, at: start) }
            story.end = start.plus(place.duration)
            return
        }
        var inner = try self.story(ofSequence: sequence, depth: depth + 1)
        let local = try sequence.time("tcStart") ?? .zero
        let place = try place(of: element, at: start, defaultStart: local, defaultDuration: inner.end)
        guard place.duration > .zero else { return }
        let range = CMTimeRange(start: place.localStart.minus(local), duration: place.duration)
        inner = inner.trimmed(to: range)
        if !element.isOn() { inner.disableItems() }
        for child in element.children where child.name == "timeMap" || child.name.hasPrefix("adjust-") {
            leaveOut(child)
        }
        let markers = try readChildren(of: element, place, into: &story, depth: depth).markers
        put(markers, of: element, place, on: &inner)
        lay(inner, showing: element["srcEnable"] ?? "all", at: start, into: &story)
    }

    private func lay(
        _ inner: FCPXMLStory,
        showing parts: String,
        at start: CMTime,
        into story: inout FCPXMLStory
    ) {
        if parts != "audio" { story.video.append(inner.video.builder.track.items, at: start) }
        if parts != "video", inner.audio.hasClips { story.audio.append(inner.audio.builder.track.items, at: start) }
        for var item in inner.connected where item.run.track.kind == .video ? parts != "audio" : parts != "video" {
            item.start = item.start.plus(start)
            story.connected.append(item)
        }
        for chapter in inner.chapters { story.chapters.append(chapter.moved(by: CMTime.zero.minus(start))) }
        story.end = start.plus(inner.end)
    }
}
