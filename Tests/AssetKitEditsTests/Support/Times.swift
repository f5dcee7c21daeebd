import AssetKitEdits
import CMTimeLib

typealias Clips = SegmentList<String>

func time(_ value: Int64, _ timescale: CMTimeScale = 600) -> CMTime { CMTime(value: value, timescale: timescale) }

func seconds(_ seconds: Int64) -> CMTime { time(seconds * 600) }

func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }

/// A source range at its own speed, or in a time of its own.
func clip(_ source: String, _ start: CMTime, _ duration: CMTime, in target: CMTime? = nil) -> EditSegment<String> {
    let mapping = CMTimeMapping(source: range(start, duration), target: range(.zero, target ?? duration))
    return EditSegment(source: source, mapping: mapping)
}

/// What a list shows, in words: the source with the seconds of it, and how many seconds it lasts.
func words(_ list: Clips) -> [String] {
    list.map { segment in
        let source = segment.mapping.source
        let shown = segment.source.map { "\($0) \(source.start.seconds)+\(source.duration.seconds)" } ?? "empty"
        return "\(shown) in \(segment.target.duration.seconds)"
    }
}

/// Ten seconds of one source.
func tenSeconds() throws -> Clips { try Clips(joining: [clip("a", seconds(100), seconds(10))]) }
