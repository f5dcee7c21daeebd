internal import CMTimeLib

/// Makes Final Cut's elements of a document: the lowest track of pictures becomes the storyline, all others are connected to
/// it, pictures above and sound below.
struct FCPXMLWriter {
    static let dissolveName = "Cross Dissolve"
    static let gapName = "Gap"

    let document: EditDocument
    let rate: FrameRate
    var warnings = WarningList()
    var resources: FCPXMLResourceList
    /// Times that are no whole number of frames: how many, and one of them.
    private var unevenCount = 0
    private var unevenTime: CMTime?

    init(_ document: EditDocument, rate: FrameRate) {
        self.document = document
        self.rate = rate
        resources = FCPXMLResourceList(rate: rate, size: document.size)
        if document.frameRate == nil { warnings.add("the document does not say its frame rate; \(rate) is written") }
    }

    mutating func root() -> MarkupElement {
        let spine = spine()
        warnAboutWhatIsLost()
        let start = document.startTimecode
        let duration = spine.children.reduce(CMTime.zero) { end, element in
            element.name == "transition" ? end : end.plus((try? element.time("duration")) ?? .zero)
        }
        var attributes = [
            "format": resources.formatID, "duration": duration.fcpxml(at: rate), "audioLayout": "stereo",
            "audioRate": "48k",
        ]
        if let start, let time = start.time {
            attributes["tcStart"] = time.fcpxml(at: rate)
            attributes["tcFormat"] = start.isDropFrame ? "DF" : "NDF"
        }
        let sequence = MarkupElement("sequence", attributes, [spine])
        let project = MarkupElement("project", ["name": document.name], [sequence])
        let event = MarkupElement("event", ["name": document.name], [project])
        let library = MarkupElement("library", [:], [event])
        return MarkupElement("fcpxml", ["version": "1.9"], [resources.element, library])
    }

    private mutating func warnAboutWhatIsLost() {
        if let time = unevenTime {
            let reason = "\(unevenCount) times are no whole number of frames, the first at \(time.fcpxml)"
            warnings.add("\(reason); Final Cut moves such times")
        }
        if document.tracks.contains(where: { !$0.name.isEmpty }) { warnings.add("FCPXML has no names of tracks") }
        let extras = document.tracks.flatMap { track in [track.extras] + track.items.map(\.extras) } + [document.extras]
        let fcpxmlKeys: Set = ["fcpxml"]
        if extras.contains(where: { !Set($0.metadata.keys).isSubset(of: fcpxmlKeys) || !$0.fields.isEmpty }) {
            warnings.add("metadata of other programs is not written to FCPXML")
        }
        if extras.contains(where: { !$0.effects.isEmpty }) {
            warnings.add("effects of other programs are not written to FCPXML")
        }
        if document.tracks.contains(where: { !$0.markers.isEmpty }) {
            warnings.add("FCPXML has no markers of tracks")
        }
    }

    /// Notes a time that Final Cut would move.
    mutating func check(_ time: CMTime) {
        guard rate.frame(startingAt: time) == nil else { return }
        unevenCount += 1
        if unevenTime == nil { unevenTime = time }
    }
}

extension EditItem {
    fileprivate var extras: EditExtras {
        switch self {
        case .clip(let clip): clip.extras
        case .gap(let gap): gap.extras
        case .transition(let transition): transition.extras
        case .unknown: EditExtras()
        }
    }
}
