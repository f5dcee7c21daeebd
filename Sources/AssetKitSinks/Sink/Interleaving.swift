internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// In which order the samples of several tracks go into a file, and which track has to wait. Pure: no thread and no file.
///
/// Time is divided into cells of half a second, or of a tenth where all samples but sparse ones are live: what comes too early for its cell
/// waits, and what waits is lost in a crash. A file holds cell after cell, and in each one track after the other: so the
/// order depends on the samples alone, and not on who was faster. Samples of a track must come with ascending decode times.
package struct Interleaving {
    /// How a track goes with the others.
    package enum Pace: Sendable {
        /// It waits for the others, and they for it.
        case even
        /// It has a sample now and then, as subtitles do: nobody waits for it. Its samples go where they belong if they are
        /// there in time.
        case sparse
        /// Its samples are live: they wait a little for those of others that belong before them, and whoever brings
        /// them never waits.
        case realTime
    }

    private struct Track {
        let pace: Pace
        var samples = Fifo<SinkSample>()
        /// The bytes that are not in the file yet, those of the sample on its way among them.
        var byteCount = 0
        /// The cell of the last sample that came; nil before the first one.
        var cell: Int64?
        var isEnded = false
        /// Somebody has been told that the track must wait.
        var isHeld = false
        /// Somebody has been told that there is room for a sample, which stays true until it comes: another track may begin
        /// earlier than all that came before.
        var isPromised = false
    }

    private var tracks: [Track]
    /// Where it all begins: the smallest cell that came.
    private var firstCell: Int64?
    private let byteLimit: Int
    private let cellsPerSecond: Int64

    /// One pace for each track. A track waits, whatever its times, when it has more bytes than the limit.
    init(_ paces: [Pace], byteLimit: Int = 16 << 20) {
        tracks = paces.map { Track(pace: $0) }
        cellsPerSecond = paces.contains(.realTime) && !paces.contains(.even) ? 10 : 2
        self.byteLimit = byteLimit
    }

    /// The bytes that are not in the file yet.
    var byteCount: Int { tracks.reduce(0) { $0 + $1.byteCount } }

    func isEnded(_ track: Int) -> Bool { tracks[track].isEnded }

    // MARK: Coming in

    /// Whether a track may have another sample. There is always one unfinished track that may.
    mutating func canAppend(to track: Int) -> Bool {
        if tracks[track].isPromised { return true }
        tracks[track].isHeld = mustWait(track)
        tracks[track].isPromised = !tracks[track].isHeld
        return tracks[track].isPromised
    }

    mutating func append(_ sample: SinkSample, to track: Int) {
        let cell = cell(of: sample.decodeTime)
        tracks[track].byteCount += sample.data.endIndex
        tracks[track].cell = max(cell, tracks[track].cell ?? .min)
        tracks[track].samples.append(sample)
        tracks[track].isPromised = false
        firstCell = min(firstCell ?? cell, cell)
    }

    /// No more samples come for a track.
    mutating func end(_ track: Int) { tracks[track].isEnded = true }

    mutating func endAll() { tracks.indices.forEach { end($0) } }

    /// The tracks that had to wait when they were last asked about, and need not any more. Each is named once.
    mutating func takeReleased() -> [Int] {
        let released = tracks.indices.filter { tracks[$0].isHeld && !mustWait($0) }
        released.forEach { tracks[$0].isHeld = false }
        return released
    }

    private func mustWait(_ track: Int) -> Bool {
        let current = tracks[track]
        guard current.byteCount < byteLimit else { return true }
        guard current.pace == .even, let cell = current.cell else { return false }
        return ahead(cell, of: track) >= 2
    }

    /// How many cells a track is ahead of the slowest one that others wait for.
    private func ahead(_ cell: Int64, of track: Int) -> Int64 {
        var slowest = cell
        for (index, other) in tracks.enumerated() where index != track && !other.isEnded && other.pace != .sparse {
            slowest = min(slowest, other.cell ?? firstCell ?? cell)
        }
        return cell.subtractingClamped(slowest)
    }

    // MARK: Going out

    /// Takes the sample that is to be written now; nil when others must come first. `wrote` follows when it is written.
    mutating func next() -> (sample: SinkSample, track: Int)? {
        guard let track = firstInLine(), isDue(track), let sample = tracks[track].samples.popFirst() else { return nil }
        return (sample, track)
    }

    /// A sample is in the file.
    mutating func wrote(_ sample: SinkSample, to track: Int) { tracks[track].byteCount -= sample.data.endIndex }

    /// The track whose next sample is the first one in the file's order, of those that there are.
    private func firstInLine() -> Int? {
        var first: (cell: Int64, track: Int)?
        for (index, track) in tracks.enumerated() {
            guard let sample = track.samples.first else { continue }
            let cell = cell(of: sample.decodeTime)
            if let first, cell >= first.cell { continue }
            first = (cell, index)
        }
        return first?.track
    }

    /// Whether nothing can come any more that belongs before the next sample of a track, or may be waited for.
    private func isDue(_ track: Int) -> Bool {
        guard let sample = tracks[track].samples.first else { return false }
        let cell = cell(of: sample.decodeTime)
        for (index, other) in tracks.enumerated() where other.samples.first == nil && !other.isEnded {
            guard index != track, other.pace != .sparse else { continue }
            // What comes next on that track is not before what came last.
            if let last = other.cell, (last, index) > (cell, track) { continue }
            return hasAllBegun && tracks.indices.contains { isOverdue($0) }
        }
        return true
    }

    /// Whether every track that others wait for has had a sample. Before that a file cannot even begin.
    private var hasAllBegun: Bool { tracks.allSatisfy { $0.cell != nil || $0.isEnded || $0.pace == .sparse } }

    /// Whether a track has waited for others long enough.
    private func isOverdue(_ track: Int) -> Bool {
        let current = tracks[track]
        guard current.pace == .realTime, let newest = current.cell, let oldest = current.samples.first else {
            return false
        }
        let age = newest.subtractingClamped(cell(of: oldest.decodeTime))
        return current.byteCount >= byteLimit || age >= 2 * cellsPerSecond
    }

    /// The cell that a time is in.
    private func cell(of time: CMTime) -> Int64 {
        let scale = Int64(time.timescale)
        guard time.isNumeric, scale > 0 else { return 0 }
        var (seconds, rest) = time.value.quotientAndRemainder(dividingBy: scale)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + scale) }
        let (cell, overflow) = seconds.multipliedReportingOverflow(by: cellsPerSecond)
        return overflow ? (seconds < 0 ? .min : .max) : cell + rest * cellsPerSecond / scale
    }
}
