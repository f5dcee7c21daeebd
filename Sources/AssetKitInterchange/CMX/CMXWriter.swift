internal import CMTimeLib

/// Makes an edit list of a document.
struct CMXWriter {
    let document: EditDocument
    let rate: TimecodeRate
    /// The frame number of the list's first frame.
    let start: Int64
    var warnings = WarningList()
    private var reels = CMXReels()
    private var hasUnevenTimes = false

    init(_ document: EditDocument, rate: TimecodeRate, start: Int64) {
        self.document = document
        self.rate = rate
        self.start = start
    }

    mutating func list() -> InterchangeText {
        var events: [CMXEvent] = []
        for (track, channel) in channels() { events += self.events(of: track, channel) }
        // By where they begin; pictures first.
        let order = events.enumerated().sorted { first, second in
            let (one, other) = (first.element.incoming.recordIn, second.element.incoming.recordIn)
            return one == other ? first.offset < second.offset : one < other
        }
        warnAboutWhatIsLost(eventCount: order.count)
        var lines = ["TITLE: \(document.name.oneLine)", "FCM: \(rate.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")"]
        for (index, event) in order.enumerated() {
            lines.append("")
            lines += event.element.lines(number: index + 1, rate: rate)
        }
        return InterchangeText(text: lines.joined(separator: "\n") + "\n", warnings: warnings.all)
    }

    /// The lowest track of pictures and the first two of sound.
    private mutating func channels() -> [(EditTrack, String)] {
        var result: [(EditTrack, String)] = []
        var free: [EditTrack.Kind: [String]] = [.video: ["V"], .audio: ["A", "A2"]]
        for (index, track) in document.tracks.enumerated() {
            let name = track.name.isEmpty ? "track \(index + 1)" : "track '\(track.name.shortened)'"
            guard track.isEnabled else {
                warnings.add("the \(name) is switched off, and is left out")
                continue
            }
            guard let channel = free[track.kind]?.first else {
                warnings.add("CMX 3600 has one track of pictures and two of sound; the \(name) is left out")
                continue
            }
            free[track.kind]?.removeFirst()
            result.append((track, channel))
        }
        return result
    }

    private mutating func events(of track: EditTrack, _ channel: String) -> [CMXEvent] {
        var events: [CMXEvent] = []
        // What a transition comes from: the side before it, or black.
        var before = black(at: 0)
        var transition: EditTransition?
        for (index, item) in track.items.enumerated() {
            switch item {
            case .unknown: warnings.add("things of a kind that is not known are not written to CMX 3600")
            case .transition(let next):
                transition = next
                if case .other(let name) = next.kind {
                    warnings.add("the transition '\(name.shortened)' is written as a dissolve")
                }
            case .gap, .clip:
                let shown = track.rangeOfEvent(at: index)
                guard let side = side(of: item, shown) else { continue }
                let isBlack = side.reel == CMXReels.black
                if let transition {
                    let length = max(frame(transition.inOffset.plus(transition.outOffset)), 1)
                    events.append(CMXEvent(channel: channel, incoming: side, dissolve: (before, length)))
                } else if !isBlack {
                    events.append(CMXEvent(channel: channel, incoming: side))
                }
                before = side
                transition = nil
            }
        }
        return ended(events, by: transition, at: track.duration, before, channel)
    }

    /// A transition behind the last item goes to black.
    private mutating func ended(
        _ events: [CMXEvent],
        by transition: EditTransition?,
        at end: CMTime,
        _ before: CMXEvent.Side,
        _ channel: String
    ) -> [CMXEvent] {
        guard let transition else { return events }
        var black = self.black(at: start + frame(end.minus(transition.inOffset)))
        let length = max(frame(transition.inOffset.plus(transition.outOffset)), 1)
        black.recordOut = black.recordIn + length
        black.sourceOut = length
        return events + [CMXEvent(channel: channel, incoming: black, dissolve: (before, length))]
    }
}

// MARK: Sides

extension CMXWriter {
    private func black(at frame: Int64) -> CMXEvent.Side {
        CMXEvent.Side(
            reel: CMXReels.black,
            clipName: "",
            file: "",
            sourceIn: 0,
            sourceOut: 0,
            recordIn: frame,
            recordOut: frame
        )
    }

    /// An item on the list.
    private mutating func side(of item: EditItem, _ shown: CMTimeRange) -> CMXEvent.Side? {
        guard let target = item.targetRange else { return nil }
        check(shown.start)
        check(shown.end)
        var side = black(at: start + frame(shown.start))
        side.recordOut = max(start + frame(shown.end), side.recordIn)
        side.sourceOut = side.recordOut - side.recordIn
        guard case .clip(let clip) = item else { return side }
        if !clip.effects.isEmpty {
            warnings.add(
                "CMX 3600 has no levels and no layouts; those of the clip '\(clip.name.shortened)' are left out"
            )
        }
        guard clip.media.isFile, clip.isEnabled else {
            warnings.add("the clip '\(clip.name.shortened)' shows nothing, and becomes black")
            return side
        }
        let (from, to) = (shown.start.minus(target.start), shown.end.minus(target.start))
        fill(&side, from: clip, clip.speedPoints.source(at: from), clip.speedPoints.source(at: to))
        return side
    }

    private mutating func fill(_ side: inout CMXEvent.Side, from clip: EditClip, _ first: CMTime, _ last: CMTime) {
        side.reel = reel(of: clip)
        side.clipName = clip.name.oneLine
        side.file = clip.media.url.oneLine
        side.sourceIn = frame(clip.media.start.plus(min(first, last)))
        side.sourceOut = frame(clip.media.start.plus(max(first, last)))
        if side.sourceIn < 0 {
            warnings.add("a dissolve shows the clip '\(clip.name.shortened)' before its media begins")
        }
        guard let average = clip.speed.averageRate else {
            // Both sides of an event that plays as usual are equally long.
            side.sourceOut = side.sourceIn + (side.recordOut - side.recordIn)
            return
        }
        if clip.speed.count > 2 {
            warnings.add("CMX 3600 has one speed for a clip; '\(clip.name.shortened)' gets its average speed")
        }
        side.speed = average.multiplied(by: Rational128(Int64(rate.nominalFramesPerSecond)))
    }

    private mutating func reel(of clip: EditClip) -> String {
        // The reel that an edit list was read with stays.
        let known = clip.extras.metadata["cmx_3600"]?["reel"]?.stringValue ?? ""
        let isUsable = !known.isEmpty && known.utf8.count <= 8 && known.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isUsable ? known : reels.name(for: clip.media.url)
    }

    /// The nearest frame.
    private func frame(_ time: CMTime) -> Int64 { rate.frameRate.frame(nearestTo: time) ?? 0 }

    private mutating func check(_ time: CMTime) {
        if rate.frameRate.frame(startingAt: time) == nil { hasUnevenTimes = true }
    }

    private mutating func warnAboutWhatIsLost(eventCount: Int) {
        if hasUnevenTimes { warnings.add("cuts that are no whole number of frames are moved to the nearest one") }
        if !document.markers.isEmpty || document.tracks.contains(where: { $0.clips.contains { !$0.markers.isEmpty } }) {
            warnings.add("CMX 3600 has no markers and no chapters; they are left out")
        }
        if eventCount > 999 { warnings.add("CMX 3600 counts to 999 events, and there are \(eventCount)") }
    }
}

extension EditTrack {
    /// What the event of an item shows: from where a dissolve to it begins to where the next one does.
    fileprivate func rangeOfEvent(at index: Int) -> CMTimeRange {
        guard let range = items[index].targetRange else { return .zero }
        var (start, end) = (range.start, range.end)
        if index > 0, case .transition(let before) = items[index - 1] { start = start.minus(before.inOffset) }
        if index + 1 < items.count, case .transition(let after) = items[index + 1] { end = end.minus(after.inOffset) }
        return CMTimeRange(from: start, to: max(start, end))
    }
}

extension String {
    /// Without what would end a line of the list.
    fileprivate var oneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
