import Testing

@testable import CMTimeLib

@Suite("Timecode")
struct TimecodeTests {
    private static func rate(_ name: String) throws -> TimecodeRate { try #require(TimecodeRate(name)) }

    /// Counts up one display by the definition: the next number, and over the dropped ones.
    private func successor(of fields: Timecode.Fields, at rate: TimecodeRate) -> Timecode.Fields {
        var next = fields
        next.frames += 1
        if next.frames == rate.nominalFramesPerSecond { (next.frames, next.seconds) = (0, next.seconds + 1) }
        if next.seconds == 60 { (next.seconds, next.minutes) = (0, next.minutes + 1) }
        if next.minutes == 60 { (next.minutes, next.hours) = (0, next.hours + 1) }
        if rate.isDropFrame, next.seconds == 0, next.frames == 0, next.minutes % 10 != 0 {
            next.frames = rate.nominalFramesPerSecond / 15
        }
        return next
    }

    @Test("all frames of 24 hours at 29.97 drop-frame count up as the standard says, and lead back")
    func wholeDay() throws {
        let rate = try Self.rate("29.97 DF")
        var expected = Timecode.Fields(hours: 0, minutes: 0, seconds: 0, frames: 0)
        var failures = 0
        for frame in 0..<rate.framesPerDay {
            let fields = Timecode(frameNumber: frame, rate: rate).fields
            if fields != expected || fields.frameNumber(at: rate) != frame { failures += 1 }
            expected = successor(of: expected, at: rate)
        }
        #expect(failures == 0)
        #expect(expected == Timecode.Fields(hours: 24, minutes: 0, seconds: 0, frames: 0))
    }

    @Test("every rate goes to the time and the text of a frame and back", arguments: TimecodeRate.standardRates)
    func everyRate(rate: TimecodeRate) throws {
        for frame in stride(from: -rate.framesPerDay, through: rate.framesPerDay, by: 7919) {
            let timecode = Timecode(frameNumber: frame, rate: rate)
            #expect(timecode.fields.frameNumber(at: rate) == frame)
            #expect(try Timecode(timecode.description, rate: rate) == timecode)
            #expect(try Timecode(timecode.description, frameRate: rate.frameRate) == timecode)
            let time = try #require(timecode.time)
            #expect(Timecode(exactly: time, rate: rate) == timecode)
            #expect(Timecode(containing: time, rate: rate) == timecode)
        }
        for frame in 0..<Int64(rate.framesPerTenMinutes) where frame % 97 == 0 || frame % 1800 < 4 {
            let timecode = Timecode(frameNumber: frame, rate: rate)
            #expect(timecode.fields.frameNumber(at: rate) == frame)
            #expect(Timecode(frameNumber: frame + 1, rate: rate).fields == successor(of: timecode.fields, at: rate))
        }
    }

    @Test(
        "known frames have their known timecodes",
        arguments: [
            ("29.97 DF", 0, "00:00:00;00"), ("29.97 DF", 1799, "00:00:59;29"), ("29.97 DF", 1800, "00:01:00;02"),
            ("29.97 DF", 17981, "00:09:59;29"), ("29.97 DF", 17982, "00:10:00;00"),
            ("29.97 DF", 107_892, "01:00:00;00"),
            ("29.97 DF", 2_589_407, "23:59:59;29"), ("29.97 DF", 2_589_408, "24:00:00;00"),
            ("29.97 DF", -1, "-00:00:00;01"),
            ("29.97 DF", -1800, "-00:01:00;02"), ("59.94 DF", 3600, "00:01:00;04"),
            ("59.94 DF", 5_178_816, "24:00:00;00"),
            ("119.88 DF", 7200, "00:01:00;008"), ("29.97", 108_000, "01:00:00:00"), ("23.976", 86_400, "01:00:00:00"),
            ("25", 99, "00:00:03:24"), ("100", 99, "00:00:00:99"), ("120", 119, "00:00:00:119"),
            ("60", -61, "-00:00:01:01"),
            ("24", 8_640_000, "100:00:00:00"),
        ] as [(String, Int64, String)]
    )
    func knownFrames(name: String, frame: Int64, text: String) throws {
        let rate = try Self.rate(name)
        #expect(Timecode(frameNumber: frame, rate: rate).description == text)
        #expect(try Timecode(text, rate: rate).frameNumber == frame)
    }

    @Test("a day has the known number of frames")
    func days() throws {
        #expect(try Self.rate("29.97 DF").framesPerDay == 2_589_408)
        #expect(try Self.rate("59.94 DF").framesPerDay == 5_178_816)
        #expect(try Self.rate("119.88 DF").framesPerDay == 10_357_632)
        #expect(try Self.rate("29.97 NDF").framesPerDay == 2_592_000)
        #expect(try Self.rate("25").framesPerDay == 2_160_000)
    }

    @Test("only wrapping makes a display of 24 hours, also before zero")
    func wrapping() throws {
        let rate = try Self.rate("29.97 DF")
        #expect(Timecode(frameNumber: -1, rate: rate).wrapped().description == "23:59:59;29")
        #expect(Timecode(frameNumber: rate.framesPerDay, rate: rate).wrapped().frameNumber == 0)
        #expect(Timecode(frameNumber: -rate.framesPerDay, rate: rate).wrapped().frameNumber == 0)
        #expect(Timecode(frameNumber: rate.framesPerDay + 5, rate: rate).description == "24:00:00;05")
    }

    @Test("every frame number has a timecode, and it leads back", arguments: TimecodeRate.standardRates)
    func anyFrame(rate: TimecodeRate) throws {
        for seed in UInt64(0)..<300 {
            var random = ExactRandom(seed: seed)
            let timecode = Timecode(frameNumber: random.integer(), rate: rate)
            #expect(try Timecode(timecode.description, rate: rate) == timecode, "seed \(seed)")
            let wrapped = timecode.wrapped().frameNumber
            #expect(wrapped >= 0 && wrapped < rate.framesPerDay, "seed \(seed)")
        }
    }

    @Test("an hour of drop-frame is 3599.9964 seconds, one of non-drop 3603.6")
    func realTime() throws {
        let drop = try Timecode("01:00:00;00", rate: Self.rate("29.97 DF"))
        #expect(drop.time?.exactSeconds == Rational128("3599.9964"))
        let nonDrop = try Timecode("01:00:00:00", rate: Self.rate("29.97"))
        #expect(nonDrop.time?.exactSeconds == Rational128("3603.6"))
    }

    @Test("rates have names, and those that count differently are told apart")
    func rates() throws {
        let names = TimecodeRate.standardRates.map(\.description)
        #expect(
            names == [
                "23.976", "24", "25", "29.97 NDF", "29.97 DF", "30", "47.95", "48", "50", "59.94 NDF", "59.94 DF", "60",
                "100", "119.88 NDF", "119.88 DF", "120",
            ]
        )
        #expect(try Self.rate("29.97df") == Self.rate("30000/1001 DF"))
        #expect(try Self.rate("29.97") == Self.rate("29.97NDF"))
        #expect(try Self.rate("29.97").nominalFramesPerSecond == 30)
        for name in ["", "DF", "25 DF", "23.976 DF", "47.95DF", "12.5", "1000", "29.97 XDF", "29.97  DF", "30 DF"] {
            #expect(TimecodeRate(name) == nil, "\(name)")
        }
    }

    @Test("fields out of range make no timecode")
    func badFields() throws {
        let rate = try Self.rate("29.97 DF")
        func timecode(_ hours: Int64, _ minutes: Int, _ seconds: Int, _ frames: Int) -> Timecode? {
            Timecode(Timecode.Fields(hours: hours, minutes: minutes, seconds: seconds, frames: frames), rate: rate)
        }
        #expect(timecode(1, 2, 3, 4) != nil)
        #expect(timecode(0, 1, 0, 1) == nil)
        #expect(timecode(0, 10, 0, 1)?.frameNumber == 17983)
        #expect(timecode(0, 60, 0, 2) == nil && timecode(0, 0, 60, 0) == nil && timecode(0, 0, 0, 30) == nil)
        #expect(timecode(-1, 0, 0, 0) == nil && timecode(0, .min, 0, 0) == nil && timecode(.max, 0, 0, 0) == nil)
        #expect(timecode(0, .max, .max, .max) == nil)
    }
}

@Suite("Timecode text")
struct TimecodeTextTests {
    @Test(
        "a text that is no timecode says what is wrong and where",
        arguments: [
            ("29.97 DF", "00:01:00;00", .dropped(firstFrame: 2), 9, 2),
            ("29.97 DF", "-12:59:00;1", .dropped(firstFrame: 2), 10, 1),
            ("25", "00:60:00:00", .outOfRange(.minutes, maximum: 59), 3, 2),
            ("25", "00:00:75:00", .outOfRange(.seconds, maximum: 59), 6, 2),
            ("25", "-00:00:00:25", .outOfRange(.frames, maximum: 24), 10, 2),
            ("120", "00:00:00:120", .outOfRange(.frames, maximum: 119), 9, 3),
            ("25", "00:00:00:001", .tooManyDigits(.frames, limit: 2), 9, 3),
            ("25", "00:000:00:00", .tooManyDigits(.minutes, limit: 2), 3, 3),
            ("25", "", .missing(.hours), 0, 0),
            ("25", "-", .missing(.hours), 1, 0),
            ("25", "00:00:00:", .missing(.frames), 9, 0),
            ("25", "00:00:00", .expectedSeparator(after: .seconds), 8, 0),
            ("25", "00.00:00:00", .expectedSeparator(after: .hours), 2, 1),
            ("25", "00:-1:00:00", .expectedDigit(.minutes), 3, 1),
            ("25", "00:é:00:00", .expectedDigit(.minutes), 3, 1),
            ("25", "00:00:00;00", .wrongSeparator(expected: ":"), 8, 1),
            ("29.97 DF", "00:00:00:00", .wrongSeparator(expected: ";"), 8, 1),
            ("25", "00:00:00:00 ", .unexpectedText, 11, 1),
            ("25", "99999999999999999999:00:00:00", .tooLarge, 0, 20),
            ("25", "-9223372036854775807:00:00:00", .tooLarge, 1, 19),
        ] as [(String, String, TimecodeError.Reason, Int, Int)]
    )
    func errors(name: String, text: String, reason: TimecodeError.Reason, offset: Int, length: Int) throws {
        let rate = try #require(TimecodeRate(name))
        let error = try #require(throws: TimecodeError.self) { try Timecode(text, rate: rate) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.length == length)
        #expect(!error.description.isEmpty)
    }

    @Test("at a frame rate the separator chooses drop-frame, where there is one")
    func separatorChooses() throws {
        let rate = try #require(FrameRate("29.97"))
        #expect(try Timecode("01:02:03;12", frameRate: rate).rate.isDropFrame)
        #expect(try !Timecode("01:02:03:12", frameRate: rate).rate.isDropFrame)
        let film = try #require(FrameRate("23.976"))
        let error = try #require(throws: TimecodeError.self) { try Timecode("01:02:03;12", frameRate: film) }
        #expect(error.reason == .noDropFrame && error.offset == 8)
        let odd = try #require(FrameRate("12.5"))
        let other = try #require(throws: TimecodeError.self) { try Timecode("01:02:03:12", frameRate: odd) }
        #expect(other.reason == .noTimecode)
    }

    @Test("short fields and many hours are read")
    func leniency() throws {
        let rate = try #require(TimecodeRate("25"))
        #expect(try Timecode("1:2:3:4", rate: rate).frameNumber == 93079)
        #expect(try Timecode("000100:00:00:00", rate: rate).description == "100:00:00:00")
        #expect(try Timecode("-0:0:0:0", rate: rate).frameNumber == 0)
    }

    @Test("garbage is an error and nothing worse")
    func garbage() throws {
        let rate = try #require(TimecodeRate("29.97 DF"))
        let pieces = ["0", "59", ":", ";", "-", "é", "99999999999999999999", " ", "1"]
        for seed in UInt64(0)..<3000 {
            var random = ExactRandom(seed: seed)
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            do {
                let timecode = try Timecode(text, rate: rate)
                #expect(try Timecode(timecode.description, rate: rate) == timecode, "seed \(seed)")
            } catch {
                #expect(error.offset + error.length <= text.count, "seed \(seed): \(text)")
            }
        }
    }
}
