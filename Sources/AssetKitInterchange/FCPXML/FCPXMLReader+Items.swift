internal import CMTimeLib

extension FCPXMLReader {
    /// Reads an item of a storyline, or a connected one, with all that hangs on it.
    mutating func item(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        try visit(element, depth: depth)
        switch element.name {
        case "gap": try gap(element, at: start, into: &story, depth: depth)
        case "asset-clip", "video", "audio": try assetClip(element, at: start, into: &story, depth: depth)
        case "clip": try clip(element, at: start, into: &story, depth: depth)
        case "ref-clip": try compositionClip(element, at: start, into: &story, depth: depth)
        case "audition":
            // The first one is the one that is chosen.
            guard let chosen = element.children.first else { return }
            try item(chosen, at: start, into: &story, depth: depth + 1)
        case "title", "sync-clip", "mc-clip", "caption": try emptyClip(element, at: start, into: &story, depth: depth)
        default: leaveOut(element)
        }
    }

    private mutating func gap(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        // What is connected to a gap counts in the gap's own time, and so do its markers.
        let place = try place(of: element, at: start, defaultStart: .zero, defaultDuration: nil)
        guard place.duration > .zero else { return }
        var gap = EditGap(targetRange: CMTimeRange(start: .zero, duration: place.duration))
        gap.name = element["name"].flatMap { $0 == FCPXMLWriter.gapName ? nil : $0 } ?? ""
        gap.isEnabled = element.isOn()
        let inner = try readChildren(of: element, place, into: &story, depth: depth)
        gap.markers = inner.markers.map { $0.moved(by: place.localStart) }
        story.video.append(gap, at: start)
        story.end = start.plus(place.duration)
    }

    private mutating func assetClip(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        guard let id = element["ref"], let asset = resources.assets[id] else {
            if let id = element["ref"], resources.effects[id] == nil {
                warnings.add("<\(element.name)> refers to '\(id.shortened)', which is no asset (line \(element.line))")
            }
            try emptyClip(element, at: start, into: &story, depth: depth)
            return
        }
        let media = asset.media
        let place = try place(of: element, at: start, defaultStart: media.start, defaultDuration: media.duration)
        let points = try speedPoints(of: element, place).map { $0.moved(by: media.start) }
        let shows = element["srcEnable"] ?? "all"
        let wantsVideo = element.name != "audio" && asset.hasVideo && shows != "audio"
        let wantsAudio = element.name != "video" && asset.hasAudio && shows != "video"
        let clip = EditClip(element: element, media: media, points: points, duration: place.duration)
        try append(
            video: wantsVideo ? clip : nil,
            audio: wantsAudio ? clip : nil,
            element,
            place,
            to: &story,
            depth: depth
        )
    }

    /// Appends what an element shows, with its effects and markers, and connects what hangs on it.
    mutating func append(
        video: EditClip?,
        audio: EditClip?,
        _ element: MarkupElement,
        _ place: FCPXMLPlace,
        to story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        guard place.duration > .zero else {
            warnings.add("<\(element.name)> without a duration is left out (line \(element.line))")
            return
        }
        let inner = try readChildren(of: element, place, into: &story, depth: depth)
        let effects = try effects(of: element, place, source: (video ?? audio)?.media.size)
        if var video {
            video.effects = effects
            video.effects.volume = []
            video.markers = inner.markers.map { video.marker($0, in: place) }
            warnAboutMedia(of: video, element)
            story.video.append(video, at: place.start)
        }
        if var audio {
            audio.effects.volume = effects.volume
            // Of a clip with both the pictures have the markers.
            if video == nil { audio.markers = inner.markers.map { audio.marker($0, in: place) } }
            warnAboutMedia(of: audio, element)
            story.audio.append(audio, at: place.start)
        }
        story.end = place.start.plus(place.duration)
    }

    private mutating func warnAboutMedia(of clip: EditClip, _ element: MarkupElement) {
        if clip.media.isFile, let warning = clip.earlyStartWarning {
            warnings.add("\(warning) (line \(element.line))")
        }
        if clip.media.kind == .missing, resources.assets[element["ref"] ?? ""] != nil {
            warnAboutMissingMedia(of: clip, element)
        }
    }

    mutating func warnAboutMissingMedia(of clip: EditClip, _ element: MarkupElement) {
        let name = clip.name.shortened
        warnings.add("the media of the clip '\(name)' is missing; it shows nothing (line \(element.line))")
    }

    /// What is made by the program that wrote the document, or of media that is not one file, shows nothing.
    private mutating func emptyClip(
        _ element: MarkupElement,
        at start: CMTime,
        into story: inout FCPXMLStory,
        depth: Int
    ) throws(InterchangeError) {
        let place = try place(of: element, at: start, defaultStart: .zero, defaultDuration: nil)
        let name = element["name"] ?? ""
        var media = EditMedia.missing
        if element.name == "title" || element.name == "video" || element.name == "caption" {
            media = .generator(resources.effects[element["ref"] ?? ""] ?? element.name)
        }
        warnings.add("<\(element.name)> '\(name.shortened)' shows nothing (line \(element.line))")
        let clip = EditClip(element: element, media: media, points: place.points, duration: place.duration)
        let isAudio = element.name == "audio"
        try append(video: isAudio ? nil : clip, audio: isAudio ? clip : nil, element, place, to: &story, depth: depth)
    }

    /// Where an element lies, and which range of its own time it shows.
    func place(
        of element: MarkupElement,
        at start: CMTime,
        defaultStart: CMTime,
        defaultDuration: CMTime?
    ) throws(InterchangeError) -> FCPXMLPlace {
        let localStart = try element.time("start") ?? defaultStart
        guard let duration = try element.duration() ?? defaultDuration else {
            throw InterchangeError("the item has no duration", at: element.place)
        }
        guard start.plus(duration).isWithinLimits else {
            throw InterchangeError("the item ends after \(DocumentLimits.seconds) seconds", at: element.place)
        }
        return FCPXMLPlace(start: start, localStart: localStart, duration: duration)
    }
}

extension EditSpeedPoint {
    /// The same where the source counts from `start`.
    func moved(by start: CMTime) -> EditSpeedPoint { EditSpeedPoint(source: source.minus(start), target: target) }
}

extension EditMedia {
    static func generator(_ kind: String) -> EditMedia { EditMedia(kind: .generator(kind)) }
}

extension EditClip {
    init(element: MarkupElement, media: EditMedia, points: [EditSpeedPoint], duration: CMTime) {
        let isPlain = points.count == 2 && points.averageRate == .one
        self.init(
            name: element["name"] ?? media.name,
            media: media,
            sourceRange: points.sourceRange,
            targetRange: CMTimeRange(start: .zero, duration: duration),
            speed: isPlain ? [] : points,
            isEnabled: element.isOn()
        )
        let roles = element.attributes.filter { $0.key == "audioRole" || $0.key == "videoRole" }
        if !roles.isEmpty { extras.metadata["fcpxml"] = .object(roles.mapValues(JSONValue.string)) }
    }

    /// A marker of the element's own time in that of the media.
    fileprivate func marker(_ marker: EditMarker, in place: FCPXMLPlace) -> EditMarker {
        var result = marker
        result.range.start = speedPoints.source(at: marker.range.start.minus(place.localStart))
        return result
    }
}
