internal import CMTimeLib

/// Where an element lies: its place on the timeline, and what its own time begins with.
struct FCPXMLPlace {
    var start: CMTime
    var localStart: CMTime
    var duration: CMTime

    /// The place on the timeline of a time of the element's own.
    func time(_ local: CMTime) -> CMTime { start.plus(local.minus(localStart)) }
}

extension FCPXMLPlace {
    /// The two points of an element that plays as it is.
    var points: [EditSpeedPoint] {
        [
            EditSpeedPoint(source: localStart, target: .zero),
            EditSpeedPoint(source: localStart.plus(duration), target: duration),
        ]
    }
}
