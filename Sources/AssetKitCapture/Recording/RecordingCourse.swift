internal import AssetKitBase

/// What of the media of a recording belongs to it, and when it is shown: from where it begins, without pauses, up to where it ends.
/// Pure: times are nanoseconds of the host clock.
///
/// Pictures lead: a recording begins with a picture, pauses and goes on at pictures, so that sound, which is cut to the frame, and
/// pictures stay together.
struct RecordingCourse {
    /// What it begins with.
    enum Beginning {
        /// The first moment at which there is something of all its tracks.
        case together
        /// The first picture since it was asked for, with which another recording ends: sound may follow.
        case withPicture
        /// The moment when it was asked for, whatever comes then.
        case exactly
    }

    /// A time at which something changes. Where pictures lead, it is settled by the first one at it or behind it.
    private enum Turn {
        case asked(Int64)
        case settled(Int64)

        var time: Int64 {
            switch self {
            case .asked(let time), .settled(let time): time
            }
        }
        var isSettled: Bool { if case .settled = self { true } else { false } }
    }

    private struct Pause {
        var begin: Turn
        var end: Turn?
    }

    /// For how long pictures wait for the first sound.
    static let patience: Int64 = 500_000_000

    private let beginning: Beginning
    private let hasPictures: Bool
    /// Whoever watches its pictures may turn at any of them: sound waits until they have come so far.
    private let isWatched: Bool
    /// The newest picture.
    private var seen = Int64.min
    /// When it was asked for.
    let asked: Int64
    /// Where it begins; nil as long as that is not known.
    private(set) var start: Int64?
    private var pauses: [Pause] = []
    private var stop: Turn?
    /// How long it may become, without pauses; nil for any length.
    private let limit: Int64?

    init(
        _ beginning: Beginning = .together,
        asked: Int64,
        hasPictures: Bool,
        limit: Int64?,
        isWatched: Bool = false
    ) {
        (self.beginning, self.asked, self.hasPictures, self.limit) = (beginning, asked, hasPictures, limit)
        self.isWatched = isWatched && hasPictures
        if beginning == .exactly { start = asked }
    }

    // MARK: What clients want

    var isStopped: Bool { stop != nil }
    var isPaused: Bool { pauses.last.map { $0.end == nil } ?? false }

    mutating func pause(at time: Int64, isExact: Bool = false) {
        guard !isPaused else { return }
        pauses.append(Pause(begin: turn(time, isExact)))
    }

    mutating func resume(at time: Int64, isExact: Bool = false) {
        guard isPaused else { return }
        pauses[pauses.count - 1].end = turn(time, isExact)
    }

    private func turn(_ time: Int64, _ isExact: Bool) -> Turn {
        hasPictures && !isExact ? .asked(time) : .settled(time)
    }

    /// Ends it at a time, or with the last picture before it where another recording takes over. The earliest end holds.
    mutating func stop(at time: Int64, withPicture isHandover: Bool) {
        if let stop, stop.time <= time { return }
        stop = isHandover && hasPictures ? .asked(time) : .settled(time)
    }

    /// Where it ends, as far as that is known: where it was stopped, or has become as long as it may.
    var end: Int64? {
        let stopped = stop.flatMap { $0.isSettled ? $0.time : nil }
        guard let start, let limit, !isPaused else { return stopped }
        let full = pauses.reduce(start.addingClamped(limit)) { sum, pause in
            guard let end = pause.end else { return sum }
            return sum.addingClamped(max(0, end.time - max(pause.begin.time, start)))
        }
        return stopped.map { min($0, full) } ?? full
    }

    /// It ends because it is as long as it may be.
    var isFull: Bool {
        guard let end, limit != nil else { return false }
        guard let stop, stop.isSettled else { return true }
        return end < stop.time
    }

    /// Up to when the fate of sound is settled.
    var horizon: Int64 {
        var result = isWatched && stop?.isSettled != true ? seen : Int64.max
        for pause in pauses {
            if !pause.begin.isSettled { result = min(result, pause.begin.time) }
            if let end = pause.end, !end.isSettled { result = min(result, end.time) }
        }
        if let stop, !stop.isSettled { result = min(result, stop.time) }
        return result
    }

    // MARK: What comes

    /// A picture has come: it settles what waits for one.
    mutating func saw(_ time: Int64) {
        seen = max(seen, time)
        for index in pauses.indices {
            if !pauses[index].begin.isSettled, time >= pauses[index].begin.time { pauses[index].begin = .settled(time) }
            if let end = pauses[index].end, !end.isSettled, time >= end.time, pauses[index].begin.isSettled {
                pauses[index].end = .settled(max(time, pauses[index].begin.time))
            }
        }
        if let stop, !stop.isSettled, time >= stop.time { self.stop = .settled(time) }
    }

    /// No picture will settle what waits for one: it happens when it was asked for.
    mutating func giveUpOnPictures() {
        seen = .max
        for index in pauses.indices {
            pauses[index].begin = .settled(pauses[index].begin.time)
            if let end = pauses[index].end { pauses[index].end = .settled(max(end.time, pauses[index].begin.time)) }
        }
        if let stop { self.stop = .settled(stop.time) }
    }

    /// Settles where it begins: with the first picture since it was asked for at whose time there is sound already, give or take half
    /// a picture, or none has come for a while. One that goes on behind another has the pictures before that, too.
    ///
    /// - Parameters:
    ///   - pictures: When the pictures come that there are so far.
    ///   - period: How long a picture lasts.
    ///   - sounds: For each track of sound when its first frame came; nil for none so far.
    ///   - now: The newest time of all.
    mutating func settleStart(pictures: [Int64], period: Int64, sounds: [Int64?], now: Int64) {
        guard start == nil else { return }
        let isPatient = now < asked + Self.patience
        guard !isPatient || sounds.allSatisfy({ $0 != nil }) else { return }
        let heard = max(asked, sounds.compactMap { $0 }.max() ?? asked)
        guard hasPictures else {
            start = sounds.isEmpty ? nil : heard
            return
        }
        start = pictures.first { $0 >= asked && (beginning == .withPicture || $0 >= heard - period / 2) }
    }

    // MARK: What becomes of it

    /// When a moment is shown, counted from the beginning; nil where it does not belong to the recording.
    func place(of time: Int64) -> Int64? {
        guard let start, time >= start else { return nil }
        if let end, time >= end { return nil }
        var gone: Int64 = 0
        for pause in pauses {
            let begin = max(pause.begin.time, start)
            guard time >= begin else { break }
            guard let end = pause.end, time >= end.time else { return nil }
            gone += max(0, end.time - begin)
        }
        return time - start - gone
    }

    /// The parts of a time that belong to the recording, in order.
    func parts(of range: Range<Int64>) -> [Range<Int64>] {
        guard let start else { return [] }
        var parts = [max(range.lowerBound, start)..<max(range.upperBound, start)]
        if let end { parts = parts.map { min($0.lowerBound, end)..<min($0.upperBound, end) } }
        for pause in pauses {
            let (begin, end) = (pause.begin.time, pause.end?.time ?? .max)
            parts = parts.flatMap { part -> [Range<Int64>] in
                let before = part.lowerBound..<max(part.lowerBound, min(part.upperBound, begin))
                let behind = min(part.upperBound, max(part.lowerBound, end))..<part.upperBound
                return [before, behind]
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// How long it is up to a time.
    func duration(until time: Int64) -> Int64 {
        guard let start else { return 0 }
        let limit = end.map { min($0, time) } ?? time
        guard limit > start else { return 0 }
        return parts(of: start..<limit).reduce(0) { $0 + Int64($1.count) }
    }
}
