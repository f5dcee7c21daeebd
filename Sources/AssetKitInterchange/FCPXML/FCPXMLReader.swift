internal import CMTimeLib

/// Makes a neutral document of Final Cut's elements: the storyline becomes the lowest track, what is connected to it becomes
/// further ones, by lane.
struct FCPXMLReader {
    let resources: FCPXMLResources
    var warnings = WarningList()
    var frameRate: FrameRate?
    var size: EditSize?
    /// Elements that are not read: how often, and where first.
    private var unread: [(name: String, count: Int, line: Int)] = []
    private var visited = 0

    init(_ resources: FCPXMLResources) { self.resources = resources }

    mutating func document(_ root: MarkupElement) throws(InterchangeError) -> EditDocument {
        let projects = Self.projects(in: root)
        guard let (name, sequence) = projects.first else {
            throw InterchangeError("there is no project with a sequence in the document")
        }
        if projects.count > 1 {
            warnings.add("the document has \(projects.count) projects; only '\(name.shortened)' is read")
        }
        readFormat(sequence)
        var document = EditDocument(name: name, frameRate: frameRate, size: size)
        document.startTimecode = try startTimecode(sequence)
        try checkElementCount(of: sequence)
        let story = try story(ofSequence: sequence, depth: 0)
        document.tracks = try tracks(of: story)
        document.markers = story.chapters.sorted { $0.range.start < $1.range.start }
        for element in unread {
            warnings.add(
                "<\(element.name.shortened)> is not read (\(element.count) times, first at line \(element.line))"
            )
        }
        document.warnings = warnings.all
        return document
    }

    private static func projects(in root: MarkupElement) -> [(String, MarkupElement)] {
        let events = (root.all("library") + [root]).flatMap { $0.all("event") }
        return (events + [root]).flatMap { $0.all("project") }.compactMap { project in
            project.first("sequence").map { (project["name"] ?? "", $0) }
        }
    }

    private mutating func readFormat(_ sequence: MarkupElement) {
        guard let id = sequence["format"], let format = resources.formats[id] else { return }
        frameRate = format.frameRate
        size = format.size
    }

    private mutating func startTimecode(_ sequence: MarkupElement) throws(InterchangeError) -> EditTimecode? {
        guard let start = try sequence.time("tcStart") else { return nil }
        guard let rate = frameRate else {
            if start != .zero { warnings.add("tcStart is left out, because the sequence has no frame rate") }
            return nil
        }
        let isDropFrame = sequence["tcFormat"] == "DF" && TimecodeRate(rate, isDropFrame: true) != nil
        guard let frame = rate.frame(nearestTo: start) else { return nil }
        if rate.frame(startingAt: start) == nil {
            warnings.add("tcStart is no whole number of frames; the nearest one, \(frame), is taken")
        }
        return EditTimecode(frameNumber: frame, frameRate: rate, isDropFrame: isDropFrame)
    }

    /// Pictures from the lowest lane up, then sound: that of the storyline, what lies below it, and what lies above.
    private func tracks(of story: FCPXMLStory) throws(InterchangeError) -> [EditTrack] {
        let connected = story.connected.enumerated().sorted { first, second in
            first.element.start != second.element.start
                ? first.element.start < second.element.start : first.offset < second.offset
        }
        var (video, audio) = (TrackRows(), TrackRows())
        if story.video.hasClips { try video.place(story.video.builder, at: .zero, level: 0) }
        if story.audio.hasClips { try audio.place(story.audio.builder, at: .zero, level: 0) }
        for (_, item) in connected {
            if item.run.track.kind == .video {
                try video.place(item.run, at: item.start, level: item.lane)
            } else {
                try audio.place(item.run, at: item.start, level: item.lane > 0 ? 1_000_000 + item.lane : -item.lane)
            }
        }
        return (video.tracks + audio.tracks).map(\.track)
    }

    /// Refuses what would take very long before any of it is laid out.
    private func checkElementCount(of sequence: MarkupElement) throws(InterchangeError) {
        var counter = FCPXMLElementCount(resources.compositions)
        let count = counter.count(of: sequence)
        guard count - counter.own <= DocumentLimits.repeats else {
            throw InterchangeError("there is more in the document than is laid out", at: sequence.place)
        }
    }

    /// Counts what is looked at: compositions that refer to each other can make very much of very little.
    mutating func visit(_ element: MarkupElement, depth: Int) throws(InterchangeError) {
        visited += element.weight
        guard visited <= DocumentLimits.visits else {
            throw InterchangeError("there is more in the document than is laid out", at: element.place)
        }
        guard depth < DocumentLimits.nesting else {
            throw InterchangeError("items are nested more than \(DocumentLimits.nesting) deep", at: element.place)
        }
    }

    mutating func leaveOut(_ element: MarkupElement) {
        if let index = unread.firstIndex(where: { $0.name == element.name }) {
            unread[index].count += 1
        } else if unread.count < 100 {
            unread.append((element.name, 1, element.line))
        }
    }
}

extension MarkupElement {
    /// How much there is to look at in it, other items left out.
    fileprivate var weight: Int {
        1 + children.reduce(0) { $0 + ($1["offset"] == nil ? $1.weight : 1) }
    }
}
