internal import CMTimeLib

// Source and target of a clip: `{"source": [start, duration], "target": [start, duration], "points": [[source, target]]}`.
// Points count from the start of the clip, and are there where the speed is not the usual one.

extension ExactMetadata {
    static func mapping(of clip: EditClip) -> JSONValue {
        var members = ["source": pair(clip.sourceRange), "target": pair(clip.targetRange)]
        if !clip.speed.isEmpty {
            members["points"] = .array(clip.speed.map { .array([text($0.source), text($0.target)]) })
        }
        return .object(members)
    }

    /// Takes the exact times where they are within `tolerance` of those that are there. False where they are not: then
    /// somebody has changed the clip since. Where it lies on the track does not count.
    static func apply(mapping: JSONValue, to clip: inout EditClip, within tolerance: CMTime) -> Bool {
        guard let source = range(mapping["source"]), let target = range(mapping["target"]),
            let speed = points(mapping["points"], lasting: target.duration),
            speed.isEmpty ? source.duration == target.duration : speed.sourceRange == source,
            source.start.isClose(to: clip.sourceRange.start, within: tolerance),
            source.end.isClose(to: clip.sourceRange.end, within: tolerance),
            target.duration.isClose(to: clip.targetRange.duration, within: tolerance)
        else { return false }
        clip.sourceRange = source
        clip.targetRange.duration = target.duration
        clip.speed = speed
        return true
    }

    /// No points for a value that is not there; nil for points that are none.
    private static func points(_ value: JSONValue?, lasting duration: CMTime) -> [EditSpeedPoint]? {
        guard let value else { return [] }
        var points: [EditSpeedPoint] = []
        for element in value.arrayValue ?? [] {
            guard let pair = element.arrayValue, pair.count == 2, let source = time(pair[0]),
                let target = time(pair[1]),
                points.isEmpty ? target == .zero : target > points[points.count - 1].target
            else { return nil }
            points.append(EditSpeedPoint(source: source, target: target))
        }
        return points.count > 1 && points[points.count - 1].target == duration ? points : nil
    }
}
