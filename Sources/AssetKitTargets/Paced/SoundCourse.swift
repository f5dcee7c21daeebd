/// What a device plays from one start on: runs of frames that it was given, and silence where it had none. Pure: it knows no
/// clock and calls nobody.
///
/// *Places* count the frames that the device plays, silence included; *frames* count what it was given.
struct SoundCourse {
    struct Run: Equatable {
        var place: Int64
        var frame: Int64
        var count: Int64

        var end: Int64 { place + count }
    }
    /// Those that are not over, and the last one that is: two or three.
    private var runs: [Run] = []
    /// Where sound that is added begins.
    private(set) var end: Int64 = 0
    /// How many frames were given.
    private(set) var taken: Int64 = 0
    private var isDry = false

    /// Adds frames behind those that are there.
    mutating func add(_ count: Int64) {
        guard count > 0 else { return }
        if let last = runs.indices.last, runs[last].end == end {
            runs[last].count += count
        } else {
            runs.append(Run(place: end, frame: taken, count: count))
        }
        end += count
        taken += count
        isDry = false
    }

    /// Lets the device play up to a place, with silence where it has nothing. True when that begins after there was sound.
    /// Runs are forgotten that are over, unless they have frames from `frame` on.
    mutating func play(to place: Int64, forgettingBefore frame: Int64 = .max) -> Bool {
        while runs.count > 1, runs[1].place <= place, runs[1].frame <= frame { runs.removeFirst() }
        guard end < place else { return false }
        end = place
        defer { isDry = true }
        return !isDry && taken > 0
    }

    /// Puts silence in at a place, before what was to be heard from there on.
    mutating func insertSilence(at place: Int64, count: Int64) {
        end = max(end, place) + count
        runs = runs.flatMap { run in
            let kept = min(max(place - run.place, 0), run.count)
            let parts = [
                Run(place: run.place, frame: run.frame, count: kept),
                Run(place: run.place + kept + count, frame: run.frame + kept, count: run.count - kept),
            ]
            return parts.filter { $0.count > 0 }
        }
    }

    /// How many frames have been heard at a place, which is not before that of the last call of `play`; and whether the next
    /// one is heard from there on.
    func heard(at place: Int64) -> (frames: Int64, isSounding: Bool) {
        guard let run = runs.last(where: { $0.place <= place }) else { return (runs.first?.frame ?? 0, false) }
        return (run.frame + min(place - run.place, run.count), place < run.end)
    }

    /// Where frames are heard that have not been heard at an earlier place.
    func runs(behind frame: Int64, at place: Int64) -> [Run] {
        runs.compactMap { run in
            let first = max(run.frame, frame)
            let last = min(run.frame + run.count, run.frame + max(place - run.place, 0))
            return first < last ? Run(place: run.place + first - run.frame, frame: first, count: last - first) : nil
        }
    }
}
