internal import CMTimeLib

/// Tracks that what lies over other things is laid out on: runs of items, each at a time of its own.
///
/// Runs of one level share a track where they do not overlap, and get a further one beside it where they do.
struct TrackRows {
    private struct Row {
        let level: Int
        var builder: TrackBuilder
    }
    private var rows: [Row] = []

    /// The tracks in the order of their levels.
    var tracks: [TrackBuilder] { rows.map(\.builder) }

    var levels: [(level: Int, builder: TrackBuilder)] { rows.map { ($0.level, $0.builder) } }

    /// Puts a run where nothing is in the way. Runs of a level come in the order of their starts.
    mutating func place(_ run: TrackBuilder, at start: CMTime, level: Int) throws(InterchangeError) {
        let index = try row(at: start, level: level, like: run.track)
        rows[index].builder.pad(to: start)
        for item in run.track.items { rows[index].builder.append(item) }
    }

    private mutating func row(at start: CMTime, level: Int, like track: EditTrack) throws(InterchangeError) -> Int {
        if let free = rows.firstIndex(where: { $0.level == level && $0.builder.end <= start }) { return free }
        guard rows.count < DocumentLimits.tracks else {
            throw InterchangeError("the document needs more than \(DocumentLimits.tracks) tracks")
        }
        let index = rows.firstIndex { $0.level > level } ?? rows.count
        rows.insert(Row(level: level, builder: TrackBuilder(kind: track.kind, name: track.name)), at: index)
        return index
    }
}
