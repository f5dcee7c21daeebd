internal import CMTimeLib

/// The places from which the file can be played, in the file's order: two numbers per place, so that a long film's
/// table stays small.
package struct MatroskaCues: Sendable {
    package struct Point: Hashable, Sendable {
        package var ticks: Int64
        package var track: UInt32
        /// Where the cluster begins, as an offset in the file.
        package var clusterOffset: Int64

        package init(ticks: Int64, track: UInt32, clusterOffset: Int64) {
            self.ticks = ticks
            self.track = track
            self.clusterOffset = clusterOffset
        }
    }

    package private(set) var points: [Point] = []

    /// Reads `Cues`; `origin` is where positions in the segment are counted from.
    package init(_ node: EBMLNode, origin: Int64, limits: MatroskaLimits, problems: inout ProblemList) {
        let isSound = node.forEachChild { child in
            if child.id == MatroskaID.cuePoint { addPoint(child, origin: origin) }
            return points.count < limits.cueCount
        }
        if !isSound { problems.add("Cues are damaged", at: node.offset) }
        points.sort { ($0.ticks, $0.clusterOffset) < ($1.ticks, $1.clusterOffset) }
    }

    private mutating func addPoint(_ node: EBMLNode, origin: Int64) {
        var ticks: Int64?
        node.forEachChild { child in
            if child.id == MatroskaID.cueTime { ticks = child.unsigned.flatMap { Int64(exactly: $0) } }
            if child.id == MatroskaID.cueTrackPositions, let ticks {
                addPosition(child, ticks: ticks, origin: origin)
            }
            return true
        }
    }

    private mutating func addPosition(_ node: EBMLNode, ticks: Int64, origin: Int64) {
        var track: UInt64 = 0
        var position: UInt64?
        node.forEachChild { child in
            if child.id == MatroskaID.cueTrack { track = child.unsigned ?? 0 }
            if child.id == MatroskaID.cueClusterPosition { position = child.unsigned }
            return true
        }
        guard let position, position <= UInt64(Int64.max - origin), let track = UInt32(exactly: track) else { return }
        points.append(Point(ticks: ticks, track: track, clusterOffset: origin + Int64(position)))
    }

    /// The last place of a track at or before a time; the first one when there is none before.
    package func point(atOrBefore ticks: Int64, track: UInt32? = nil) -> Point? {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].ticks <= ticks { low = middle + 1 } else { high = middle }
        }
        let matches = { (point: Point) in track == nil || point.track == track }
        return points[..<low].last(where: matches) ?? points[low...].first(where: matches)
    }
}
