import AssetKitInterchange
import CMTimeLib
import Foundation

/// What OpenTimelineIO says about a timeline, as `scripts/check-interchange/library.py` writes it down.
struct LibraryFacts: Codable {
    struct Track: Codable {
        var name: String
        var kind: String
        var duration: Double
        /// It has a source range, which its items are cut to.
        var isCut: Bool
        var enabled: Bool?
        var items: [Item]
    }

    struct Item: Codable {
        var type: String
        var name: String
        var range: [Double]?
        var source: [Double]?
        var visible: [Double]?
        var url: String?
        var mediaStart: Double?
        var enabled: Bool?
        var speed: Double?
    }

    var name: String
    var start: Double?
    var duration: Double
    var tracks: [Track]

    /// Where a document that was read says otherwise.
    func differences(from document: EditDocument) -> [String] {
        var problems: [String] = []
        func expect(_ holds: Bool, _ what: String) {
            if !holds { problems.append(what) }
        }
        expect(document.name == name, "name")
        expect(isClose(document.startTimecode?.time?.seconds ?? 0, start ?? 0), "start")
        expect(isClose(document.duration.seconds, duration), "duration \(document.duration.seconds), not \(duration)")
        for track in tracks {
            guard let read = document.tracks.first(where: { $0.name == track.name }) else {
                problems.append("no track \(track.name)")
                continue
            }
            expect(read.kind.rawValue == track.kind, "kind of \(track.name)")
            let end = read.duration.seconds
            expect(isClose(end, track.duration), "duration of \(track.name): \(end), not \(track.duration)")
            for item in track.items { problems += item.differences(from: read) }
        }
        return problems
    }
}

extension LibraryFacts.Item {
    fileprivate func differences(from track: EditTrack) -> [String] {
        guard let range else { return [] }
        let place = "\(track.name), \(type) \(name) at \(range)"
        guard type == "Clip" else {
            let isThere =
                type == "Transition"
                ? track.items.indices.contains { track.transitionRange(at: $0).map { isClose($0, range) } ?? false }
                // Where a composition within is cut into items, they begin and end with it.
                : ["Stack", "Track"].contains(type) ? track.hasCuts(at: range) : track.hasGap(at: range)
            return isThere ? [] : ["\(place) is not there"]
        }
        let found = track.items.indices.first { index in
            guard case .clip(let clip) = track.items[index] else { return false }
            return clip.name == name && isClose(clip.targetRange, range)
        }
        guard let found, case .clip(let clip) = track.items[found] else { return ["\(place) is not there"] }
        return differences(from: clip, visible: track.visibleRange(at: found), place)
    }

    private func differences(from clip: EditClip, visible range: CMTimeRange?, _ place: String) -> [String] {
        var problems: [String] = []
        if let source, let start = mediaStart {
            let used = speed.map { source[1] * abs($0) } ?? source[1]
            if !isClose(clip.sourceRange, [source[0] - start, used]) {
                problems.append("\(place): source \(clip.sourceRange)")
            }
        }
        if let visible, let range {
            let early = range.start.minusSeconds(clip.targetRange.start)
            if !isClose(early, visible[0]) || !isClose(range.duration.seconds, visible[1]) {
                problems.append("\(place): visible range \(range)")
            }
        }
        if let url, clip.media.url != url { problems.append("\(place): url \(clip.media.url)") }
        if let enabled, clip.isEnabled != enabled { problems.append("\(place): enabled") }
        if let speed,
            !isClose(
                clip.speed.first?.source.seconds ?? -1,
                speed < 0 ? clip.sourceRange.end.seconds : clip.sourceRange.start.seconds
            )
        {
            problems.append("\(place): speed")
        }
        return problems
    }
}

extension CMTime {
    fileprivate func minusSeconds(_ other: CMTime) -> Double { (self - other).seconds }
}

extension EditTrack {
    fileprivate func hasGap(at range: [Double]) -> Bool {
        items.contains { item in
            guard case .gap(let gap) = item else { return false }
            return isClose(gap.targetRange, range)
        }
    }

    fileprivate func hasCuts(at range: [Double]) -> Bool {
        let ranges = items.compactMap(\.targetRange)
        return ranges.contains { isClose($0.start.seconds, range[0]) }
            && ranges.contains { isClose($0.end.seconds, range[0] + range[1]) }
    }
}

/// To less than a microsecond: the library counts in binary numbers.
private func isClose(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1e-6 }

private func isClose(_ range: CMTimeRange, _ pair: [Double]) -> Bool {
    isClose(range.start.seconds, pair[0]) && isClose(range.duration.seconds, pair[1])
}
