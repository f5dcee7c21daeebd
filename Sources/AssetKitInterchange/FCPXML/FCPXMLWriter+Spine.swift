internal import CMTimeLib

/// An element of a storyline, where it lies, and what will be connected to it.
private struct SpineItem {
    var element: MarkupElement
    let start: CMTime
    let duration: CMTime
    /// When its own time begins.
    let localStart: CMTime
    var connected: [MarkupElement] = []
    var markers: [MarkupElement] = []

    /// In the order of Final Cut's document type: what is connected comes before the markers.
    var finished: MarkupElement {
        guard element.name != "transition" else { return element }
        var result = element
        let own = result.children.filter { !$0.name.hasSuffix("marker") }
        let ownMarkers = result.children.filter { $0.name.hasSuffix("marker") }
        result.children = own + connected + ownMarkers + markers
        return result
    }
}

extension FCPXMLWriter {
    mutating func spine() -> MarkupElement {
        let primary = document.tracks.firstIndex { $0.kind == .video }
        var items = primary.map { spineItems(of: document.tracks[$0]) } ?? []
        extend(&items)
        var (above, below) = (0, 0)
        for (index, track) in document.tracks.enumerated() where index != primary {
            let lane: Int
            if track.kind == .video {
                above += 1
                lane = above
            } else {
                below -= 1
                lane = below
            }
            connect(track, lane: lane, to: &items)
        }
        for marker in document.markers { put(marker, on: &items) }
        return MarkupElement("spine", [:], items.map(\.finished))
    }

    private mutating func spineItems(of track: EditTrack) -> [SpineItem] {
        let base = document.startTimecode?.time ?? .zero
        var items: [SpineItem] = []
        var end = CMTime.zero
        for item in track.items {
            let start = end
            guard let element = element(item, offset: base.plus(start), cut: base.plus(end), track) else { continue }
            let duration = item.targetRange?.duration ?? .zero
            end = end.plus(duration)
            let localStart = (try? element.time("start")) ?? .zero
            items.append(SpineItem(element: element, start: start, duration: duration, localStart: localStart))
        }
        return items
    }

    /// What is connected hangs on something: a gap goes on to where the longest track ends. Markers make nothing longer.
    private mutating func extend(_ items: inout [SpineItem]) {
        let end = items.last.map { $0.start.plus($0.duration) } ?? .zero
        guard end < document.duration else { return }
        let base = document.startTimecode?.time ?? .zero
        let gap = EditGap(targetRange: CMTimeRange(from: end, to: document.duration))
        let element = self.element(gap, offset: base.plus(end))
        items.append(SpineItem(element: element, start: end, duration: gap.targetRange.duration, localStart: .zero))
    }

    /// Connects the runs of a track, where gaps are left out. A run with transitions is a storyline of its own.
    private mutating func connect(_ track: EditTrack, lane: Int, to items: inout [SpineItem]) {
        if !track.isEnabled { warnings.add("FCPXML cannot switch off a track; its clips are switched off") }
        for run in track.runs {
            guard let index = Self.index(at: run.start, in: items) else { continue }
            let parent = items[index]
            let offset = parent.localStart.plus(run.start.minus(parent.start))
            if run.items.contains(where: { $0.targetRange == nil }) {
                var spine = MarkupElement("spine", ["lane": "\(lane)", "offset": offset.fcpxml(at: rate)])
                var end = CMTime.zero
                for item in run.items {
                    if let element = element(item, offset: end, cut: end, track) { spine.children.append(element) }
                    end = end.plus(item.targetRange?.duration ?? .zero)
                }
                items[index].connected.append(spine)
            } else if case .clip(let clip)? = run.items.first, !clip.media.isFile {
                // Only storylines have gaps in them.
                warnings.add("the clip '\(clip.name.shortened)' is in no file, and becomes a gap")
            } else if let item = run.items.first, var element = element(item, offset: offset, cut: offset, track) {
                element.attributes["lane"] = "\(lane)"
                items[index].connected.append(element)
            }
        }
    }

    private mutating func put(_ marker: EditMarker, on items: inout [SpineItem]) {
        guard let index = Self.index(at: marker.range.start, in: items) else {
            warnings.add("the marker '\(marker.name.shortened)' lies outside of the timeline, and is left out")
            return
        }
        if !marker.isChapter { warnings.add("FCPXML has no markers of the timeline; they are put on clips") }
        let item = items[index]
        let local = marker.moved(by: item.start.minus(item.localStart))
        items[index].markers.append(element(local))
    }

    /// The item that a time lies in; transitions lie in none.
    private static func index(at time: CMTime, in items: [SpineItem]) -> Int? {
        guard time >= .zero else { return nil }
        var index = items.firstIndexInOrder { $0.start > time } - 1
        while index >= 0, items[index].element.name == "transition" { index -= 1 }
        guard index >= 0, time < items[index].start.plus(items[index].duration) else { return nil }
        return index
    }
}

/// Items that follow each other without a gap.
private struct TrackRun {
    let start: CMTime
    var items: [EditItem]
}

extension EditTrack {
    /// The items without gaps. What has no transition beside it stands alone.
    fileprivate var runs: [TrackRun] {
        var runs: [TrackRun] = []
        var end = CMTime.zero
        // The run that a transition goes on from, and one that nothing stands before.
        var isOpen = false
        var leading: [EditItem] = []
        for item in items {
            switch item {
            case .unknown: continue
            case .transition:
                if let last = runs.last?.items.last?.targetRange, last.end == end {
                    runs[runs.count - 1].items.append(item)
                    isOpen = true
                } else {
                    leading = [item]
                }
            case .clip where isOpen:
                runs[runs.count - 1].items.append(item)
                isOpen = false
            case .clip(let clip):
                runs.append(TrackRun(start: clip.targetRange.start, items: leading + [item]))
                leading = []
            case .gap: (isOpen, leading) = (false, [])
            }
            end = item.targetRange?.end ?? end
        }
        return runs
    }
}
