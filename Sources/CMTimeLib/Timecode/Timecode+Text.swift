extension Timecode: CustomStringConvertible {
    /// `HH:MM:SS:FF`, or `HH:MM:SS;FF` at a drop-frame rate, after a minus for frames before zero.
    ///
    /// The frames have three digits at rates above 100; the hours have more than two from 100 on.
    public var description: String {
        let fields = fields
        return (fields.isNegative ? "-" : "") + padded(fields.hours, 2) + ":" + padded(Int64(fields.minutes), 2) + ":"
            + padded(Int64(fields.seconds), 2) + (rate.isDropFrame ? ";" : ":")
            + padded(Int64(fields.frames), rate.frameDigitCount)
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = number.description
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Timecode {
    /// Reads a timecode at a rate.
    ///
    /// Accepted: a minus or none; hours of any size; minutes and seconds of one or two digits, frames of as many as
    /// the rate shows or fewer; `:` between them, and before the frames `;` exactly when the rate is drop-frame.
    ///
    /// ```swift
    /// do {
    ///     _ = try Timecode("00:01:00;00", rate: TimecodeRate("29.97 DF")!)
    /// } catch {
    ///     error.offset  // 9: frames 0 and 1 of minute 1 do not exist
    /// }
    /// ```
    public init(_ text: some StringProtocol, rate: TimecodeRate) throws(TimecodeError) {
        var reader = TimecodeReader(text)
        try reader.readClock()
        let isDropFrame = try reader.readFrameSeparator()
        guard isDropFrame == rate.isDropFrame else {
            throw TimecodeError(.wrongSeparator(expected: rate.isDropFrame ? ";" : ":"), at: reader.offset - 1)
        }
        try self.init(finishing: &reader, rate: rate)
    }

    /// Reads a timecode at a frame rate, where `;` before the frames says that it counts drop-frame and `:` that it
    /// does not.
    public init(_ text: some StringProtocol, frameRate: FrameRate) throws(TimecodeError) {
        var reader = TimecodeReader(text)
        try reader.readClock()
        let isDropFrame = try reader.readFrameSeparator()
        guard let rate = TimecodeRate(frameRate, isDropFrame: isDropFrame) else {
            throw TimecodeError(isDropFrame ? .noDropFrame : .noTimecode, at: reader.offset - 1)
        }
        try self.init(finishing: &reader, rate: rate)
    }

    private init(finishing reader: inout TimecodeReader, rate: TimecodeRate) throws(TimecodeError) {
        let fields = try reader.readFrames(at: rate)
        guard let frame = fields.frameNumber(at: rate) else { throw reader.reasonForNoFrame(fields, rate) }
        self.init(frameNumber: frame, rate: rate)
    }
}

/// Walks over the text of a timecode and remembers where its fields began.
private struct TimecodeReader {
    private var rest: Substring.UTF8View
    /// Everything read so far was ASCII, so this counts characters as well as bytes.
    private(set) var offset = 0
    private var fields = Timecode.Fields(hours: 0, minutes: 0, seconds: 0, frames: 0)
    private var hoursOffset = 0
    private var hoursLength = 0
    private var framesOffset = 0

    init(_ text: some StringProtocol) {
        rest = String(text)[...].utf8
        fields.isNegative = skip("-")
    }

    /// Reads hours, minutes and seconds with the colons between them.
    mutating func readClock() throws(TimecodeError) {
        hoursOffset = offset
        fields.hours = try readNumber(.hours, digits: .max, maximum: .max)
        hoursLength = offset - hoursOffset
        try readColon(after: .hours)
        fields.minutes = Int(try readNumber(.minutes, digits: 2, maximum: 59))
        try readColon(after: .minutes)
        fields.seconds = Int(try readNumber(.seconds, digits: 2, maximum: 59))
    }

    /// Reads what stands before the frames and tells whether it means drop-frame.
    mutating func readFrameSeparator() throws(TimecodeError) -> Bool {
        if skip(";") { return true }
        try readColon(after: .seconds)
        return false
    }

    mutating func readFrames(at rate: TimecodeRate) throws(TimecodeError) -> Timecode.Fields {
        framesOffset = offset
        let maximum = Int64(rate.nominalFramesPerSecond - 1)
        fields.frames = Int(try readNumber(.frames, digits: rate.frameDigitCount, maximum: maximum))
        guard rest.isEmpty else { throw TimecodeError(.unexpectedText, at: offset) }
        return fields
    }

    /// Tells why fields that are each in range make no frame.
    func reasonForNoFrame(_ fields: Timecode.Fields, _ rate: TimecodeRate) -> TimecodeError {
        if fields.isDropped(at: rate) {
            let reason = TimecodeError.Reason.dropped(firstFrame: rate.droppedFramesPerMinute)
            return TimecodeError(reason, at: framesOffset, length: offset - framesOffset)
        }
        return TimecodeError(.tooLarge, at: hoursOffset, length: hoursLength)
    }

    private mutating func readNumber(
        _ field: TimecodeError.Field,
        digits limit: Int,
        maximum: Int64
    ) throws(TimecodeError) -> Int64 {
        let start = offset
        var number: Int64 = 0
        var isTooLarge = false
        while let byte = rest.first, byte.isDecimalDigit {
            let tenfold = number.multipliedReportingOverflow(by: 10)
            let sum = tenfold.partialValue.addingReportingOverflow(Int64(byte.decimalDigit))
            isTooLarge = isTooLarge || tenfold.overflow || sum.overflow
            number = isTooLarge ? .max : sum.partialValue
            advance()
        }
        let length = offset - start
        guard length > 0 else {
            guard !rest.isEmpty else { throw TimecodeError(.missing(field), at: start, length: 0) }
            throw TimecodeError(.expectedDigit(field), at: start)
        }
        guard length <= limit else {
            throw TimecodeError(.tooManyDigits(field, limit: limit), at: start, length: length)
        }
        guard !isTooLarge else { throw TimecodeError(.tooLarge, at: start, length: length) }
        guard number <= maximum else {
            throw TimecodeError(.outOfRange(field, maximum: Int(maximum)), at: start, length: length)
        }
        return number
    }

    private mutating func readColon(after field: TimecodeError.Field) throws(TimecodeError) {
        guard !skip(":") else { return }
        throw TimecodeError(.expectedSeparator(after: field), at: offset, length: rest.isEmpty ? 0 : 1)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        advance()
        return true
    }

    private mutating func advance() {
        rest.removeFirst()
        offset += 1
    }
}
