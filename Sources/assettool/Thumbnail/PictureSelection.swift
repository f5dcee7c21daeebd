import AssetKit

/// Which pictures of a file are wanted.
enum PictureSelection: Sendable {
    case at([TimeArgument])
    /// The middles of so many equal parts.
    case count(Int)
    /// At 0, at this time, at twice this time …
    case every(TimeArgument)
    /// One that stands for the whole file.
    case representative
    /// As many as a sheet of this size holds.
    case sheet(Int)
    /// As many as help in finding a place.
    case sprites
    /// One, not far from the start and not black.
    case one

    var needsFrames: Bool {
        switch self {
        case .at(let times): times.contains(where: \.needsFrames)
        case .every(let time): time.needsFrames
        default: false
        }
    }
}

extension PictureSelection {
    /// The pictures that are wanted of a file.
    func slots(in file: FileTimes) throws(WorkError) -> PictureSlots {
        switch self {
        case .at(let arguments):
            var times: [CMTime] = []
            for argument in arguments { times.append(try argument.time(in: file)) }
            return PictureSlots(slots: Self.slots(at: times, until: file.duration))
        case .count(let count): return try Self.middles(of: count, in: file)
        case .sheet(let count): return try Self.middles(of: file.isMoment ? 1 : count, in: file)
        case .every(let step): return try Self.steps(of: step, in: file)
        case .sprites:
            if file.isMoment { return try Self.middles(of: 1, in: file) }
            let length = try Self.duration(of: file)
            // A hundred pictures, but no more than one a second and no fewer than one in ten seconds.
            let step = min(max((length / 100).rounded(.up), 1), 10)
            return try Self.multiples(of: BigRational(Int64(step)), "--vtt", in: file)
        case .one, .representative:
            let tenth = BigRational(file.duration.exactSeconds ?? .zero).divided(by: BigRational(10)) ?? .zero
            let time = ExactTime(tenth, timescale: file.duration.timescale > 0 ? file.duration.timescale : nil).time
            return PictureSlots(slots: Self.slots(at: [time], until: file.duration))
        }
    }

    private static func duration(of file: FileTimes) throws(WorkError) -> Double {
        guard file.duration.isNumeric, file.duration > .zero else {
            throw WorkError(message: "its length is not known; ask for times with --at")
        }
        return file.duration.seconds
    }

    private static func middles(of count: Int, in file: FileTimes) throws(WorkError) -> PictureSlots {
        if !file.isMoment { _ = try duration(of: file) }
        let whole = BigRational(file.duration.exactSeconds ?? .zero)
        var slots: [PictureSlot] = []
        for index in 0..<Int64(count) {
            let place = { (halves: Int64) in
                ExactTime(
                    whole.multiplied(by: BigRational(halves))?.divided(by: BigRational(Int64(count) * 2)) ?? .zero,
                    timescale: file.duration.timescale
                ).time
            }
            let part = CMTimeRange(start: place(2 * index), end: place(2 * index + 2))
            slots.append(PictureSlot(time: place(2 * index + 1), part: part))
        }
        return PictureSlots(slots: slots, spacing: slots.first?.part.duration, staysNear: true)
    }

    private static func steps(of step: TimeArgument, in file: FileTimes) throws(WorkError) -> PictureSlots {
        guard case .frames(let count) = step.amount else {
            let time = try step.time(in: file)
            if file.isMoment, time > .zero { return try middles(of: 1, in: file) }
            let wish = time.exactSeconds.map { BigRational($0) }
            var found = try multiples(of: wish, "'--every \(step.text)'", in: file)
            found.staysNear = true
            return found
        }
        guard let frames = file.frames else {
            throw WorkError(message: "'\(step.text)' counts frames, and there is no video")
        }
        guard count > 0 else { throw WorkError(message: "'--every \(step.text)' never gets anywhere") }
        let times = stride(from: 0, to: Int64(frames.times.count), by: Int(clamping: count)).map {
            frames.times[Int($0)]
        }
        try checkCount(times.count, "'--every \(step.text)'")
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        return PictureSlots(slots: slots(at: times, until: file.duration), spacing: gaps.min(), staysNear: true)
    }

    /// 0, the step, twice the step … before the end.
    private static func multiples(
        of step: BigRational?,
        _ name: String,
        in file: FileTimes
    ) throws(WorkError) -> PictureSlots {
        _ = try duration(of: file)
        guard let step, !step.isNegative, step != .zero else {
            throw WorkError(message: "\(name) never gets anywhere: the step is zero")
        }
        let whole = BigRational(file.duration.exactSeconds ?? .zero)
        let ratio = whole.divided(by: step)
        // Before the end: a multiple that falls on it is left out.
        let last = ratio.map { $0.isInteger ? $0.floor - .one : $0.floor }
        let count = last.flatMap { ($0 + .one).exactly(Int.self) }
        try checkCount(count, name)
        let times = (0..<(count ?? 0)).map { index in
            ExactTime(step.multiplied(by: BigRational(index)) ?? .zero, timescale: file.duration.timescale).time
        }
        return PictureSlots(slots: slots(at: times, until: file.duration), spacing: ExactTime(step).time)
    }

    private static func checkCount(_ count: Int?, _ name: String) throws(WorkError) {
        guard let count, count <= PictureSlots.limit else {
            throw WorkError(message: "\(name) asks for more than \(PictureSlots.limit) pictures")
        }
    }

    /// Slots at times in any order: each stands for what lies between its time and the next.
    private static func slots(at times: [CMTime], until end: CMTime) -> [PictureSlot] {
        let sorted = times.sorted()
        var parts: [CMTime: CMTimeRange] = [:]
        for (index, time) in sorted.enumerated() {
            let next = sorted[(index + 1)...].first { $0 > time } ?? CMTimeMaximum(end, time)
            let start = index == 0 ? CMTimeMinimum(.zero, time) : time
            if parts[time] == nil { parts[time] = CMTimeRange(start: start, end: next) }
        }
        return times.map { PictureSlot(time: $0, part: parts[$0] ?? CMTimeRange(start: $0, duration: .zero)) }
    }
}
