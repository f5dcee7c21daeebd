/// Which place of the source each frame of an output stands for, of a stretcher that takes its source in blocks and gives
/// its output in others: between the places where both are known, evenly.
struct StretchCourse {
    private struct Point {
        var output: Int
        var source: Int
    }

    /// The last one is the newest; those that no frame needs any more are gone.
    private var points = [Point(output: 0, source: 0)]
    private var source = 0
    private var place: Double?
    private var passed = 0
    private var counted = 0

    /// So much of the source has been taken, and so much has come out since the beginning.
    mutating func note(source count: Int, output: Int, _ speed: Speed) {
        source += count
        guard let last = points.last, output > last.output else { return }
        // What is held back before anything comes out stays held back.
        if points.count == 1, last.output == 0 {
            points[0].source = source - Int((Double(output) * speed.value).rounded())
        }
        points.append(Point(output: output, source: source))
    }

    /// Goes over frames that do not count.
    mutating func skip(_ count: Int) { passed += count }

    /// Goes over frames, and answers how many of the source they stand for.
    mutating func pass(_ count: Int) -> Int {
        guard count > 0 else { return 0 }
        let start = place ?? source(at: passed)
        place = start
        passed += count
        let total = Int((source(at: passed) - start).rounded())
        defer { counted = total }
        return total - counted
    }

    private mutating func source(at output: Int) -> Double {
        while points.count > 2, points[1].output <= output { points.removeFirst() }
        guard points.count > 1 else { return Double(points[0].source) }
        let (before, behind) = (points[0], points[1])
        let share = Double(output - before.output) / Double(behind.output - before.output)
        return Double(before.source) + share * Double(behind.source - before.source)
    }
}
