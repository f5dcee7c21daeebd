import AssetKit

extension TimeArgument {
    /// The time on the file's timeline. It may lie behind the end; before the start there is nothing.
    func time(in file: FileTimes) throws(WorkError) -> CMTime {
        let time = try unlimitedTime(in: file)
        guard time.isNumeric else { throw WorkError(message: "'\(text)' is later than any file can last") }
        return time
    }

    private func unlimitedTime(in file: FileTimes) throws(WorkError) -> CMTime {
        let offset = try offset(in: file)
        guard isFromEnd else { return offset.time }
        if case .frames(let count) = amount { return try frames(in: file).time(ofFrameFromEnd: count, text) }
        guard let end = file.duration.exactSeconds, let seconds = BigRational(end).subtracting(offset.seconds) else {
            throw WorkError(message: "'\(text)' counts from the end, and nothing says where the file ends")
        }
        guard !seconds.isNegative else {
            throw WorkError(message: "'\(text)' is before the start: the file is \(file.duration.seconds) s long")
        }
        // Whoever counts from the end in tenths still gets a time that the file's own timescale can hold, if there is one.
        return ExactTime(seconds, timescale: file.duration.timescale).time
    }

    private func offset(in file: FileTimes) throws(WorkError) -> ExactTime {
        switch amount {
        case .time(let time): return time
        case .timecode(let timecode): return try offset(of: timecode, from: file.startTimecode)
        case .bareTimecode(let text): return try offset(of: try timecode(text, in: file), from: file.startTimecode)
        case .percent(let percent):
            guard let duration = file.duration.exactSeconds,
                let seconds = BigRational(duration).multiplied(by: percent)?.divided(by: BigRational(100))
            else { throw WorkError(message: "'\(text)' needs a duration, and the file says none") }
            return ExactTime(seconds, timescale: file.duration.timescale)
        case .frames(let count):
            guard !isFromEnd else { return ExactTime(.zero) }
            let time = try frames(in: file).time(ofFrame: count, text)
            return ExactTime(time.exactSeconds.map { BigRational($0) } ?? .zero, timescale: time.timescale)
        }
    }

    /// A timecode at the file's own rate.
    private func timecode(_ text: String, in file: FileTimes) throws(WorkError) -> Timecode {
        if let rate = file.timecodeRate, let timecode = try? Timecode(text, frameRate: rate) { return timecode }
        let rate = file.timecodeRate.map { ", which has \($0) pictures a second" } ?? "; give one, as in '\(text)@25'"
        throw WorkError(message: "'\(text)' is no timecode at the rate of the file\(rate)")
    }

    private func frames(in file: FileTimes) throws(WorkError) -> FrameTimes {
        guard let frames = file.frames else {
            throw WorkError(message: "'\(text)' counts frames, and there is no video")
        }
        return frames
    }

    /// A timecode counts from zero, or from what the file's own timecode begins with.
    private func offset(of timecode: Timecode, from start: String?) throws(WorkError) -> ExactTime {
        var timecode = timecode
        if let start {
            guard let first = try? Timecode(start, rate: timecode.rate) else {
                throw WorkError(
                    message: "'\(text)' is not at the rate of the file's timecode, which begins with \(start)"
                )
            }
            timecode.frameNumber -= first.frameNumber
        }
        guard let time = ExactTime(timecode), !time.seconds.isNegative else {
            let first = start.map { ", which begins with \($0)" } ?? ""
            throw WorkError(message: "'\(text)' is before the start of the file\(first)")
        }
        return time
    }
}
