/// A rate at which SMPTE timecode counts: the true rate, the number of frames that make a second of the display, and
/// whether numbers are dropped to keep the two together.
///
/// At 29.97 frames a second the display counts 30 and falls behind the clock by 3.6 seconds an hour. Drop-frame
/// counting skips two numbers (not frames) at the start of every minute but each tenth, and the display then stays
/// within a few frames of the clock. It is defined here for every rate `30k * 1000/1001`, skipping `2k` numbers: 29.97,
/// 59.94, and by the same rule 119.88. At 23.976 and 47.95 no such rule comes out even, so they have none.
@frozen
public struct TimecodeRate: Sendable, Hashable {
    /// The true rate.
    public let frameRate: FrameRate
    /// Numbers are skipped, and `;` stands before the frames.
    public let isDropFrame: Bool

    /// Makes a rate that counts.
    ///
    /// Nil unless the true rate is an integer, or an integer slowed down by 1000/1001, of at most 999 frames; and nil
    /// for drop-frame counting where that is not defined.
    @inlinable
    public init?(_ frameRate: FrameRate, isDropFrame: Bool = false) {
        guard frameRate.denominator == 1 || frameRate.isSlowedDown else { return nil }
        self.frameRate = frameRate
        self.isDropFrame = isDropFrame
        guard nominalFramesPerSecond <= 999 else { return nil }
        guard !isDropFrame || frameRate.isSlowedDown && nominalFramesPerSecond % 30 == 0 else { return nil }
    }

    /// How many frame numbers a second of the display has: 30 for 29.97.
    @inlinable public var nominalFramesPerSecond: Int {
        Int(frameRate.denominator == 1 ? frameRate.numerator : frameRate.numerator / 1000)
    }

    /// How many frame numbers a minute skips, unless it is a tenth one: 0 without drop-frame counting.
    @inlinable public var droppedFramesPerMinute: Int { isDropFrame ? nominalFramesPerSecond / 15 : 0 }

    /// How many frames there are until the display reads 24 hours: 2,589,408 for 29.97 drop-frame.
    @inlinable public var framesPerDay: Int64 { Int64(framesPerTenMinutes) * 144 }

    /// How many digits the frame number is shown with: 2, and 3 for 119.88 and 120, whose numbers go up to 119.
    @inlinable public var frameDigitCount: Int { nominalFramesPerSecond > 100 ? 3 : 2 }

    @inlinable internal var framesPerTenMinutes: Int { nominalFramesPerSecond * 600 - droppedFramesPerMinute * 9 }
    @inlinable internal var framesPerDroppingMinute: Int { nominalFramesPerSecond * 60 - droppedFramesPerMinute }

    /// Reads a name: that of a ``FrameRate`` such as `25`, `29.97` or `30000/1001`, then optionally `DF` or `NDF` in
    /// either case with or without a space before it. A plain `29.97` is non-drop.
    public init?(_ name: some StringProtocol) {
        var text = String(name)[...]
        var letters: [UInt8] = []
        while let last = text.utf8.last, last | 0x20 >= UInt8(ascii: "a"), last | 0x20 <= UInt8(ascii: "z") {
            letters.append(last | 0x20)
            text = text.dropLast()
        }
        if !letters.isEmpty, text.utf8.last == UInt8(ascii: " ") { text = text.dropLast() }
        guard let frameRate = FrameRate(text) else { return nil }
        switch String(decoding: letters.reversed(), as: UTF8.self) {
        case "", "ndf": self.init(frameRate)
        case "df": self.init(frameRate, isDropFrame: true)
        default: return nil
        }
    }

    /// The rates that equipment counts at, slowest first.
    public static var standardRates: [TimecodeRate] {
        standardNames.compactMap { TimecodeRate($0) }
    }

    private static var standardNames: [String] {
        [
            "23.976", "24", "25", "29.97 NDF", "29.97 DF", "30", "47.95", "48", "50", "59.94 NDF", "59.94 DF", "60",
            "100", "119.88 NDF", "119.88 DF", "120",
        ]
    }
}

extension TimecodeRate: CustomStringConvertible {
    /// The usual name: `25`, `23.976`, and `29.97 DF` or `29.97 NDF` where both exist.
    public var description: String {
        guard frameRate.isSlowedDown else { return "\(nominalFramesPerSecond)" }
        let name = nominalFramesPerSecond == 24 ? "23.976" : hundredths
        guard nominalFramesPerSecond % 30 == 0 else { return name }
        return name + (isDropFrame ? " DF" : " NDF")
    }

    private var hundredths: String {
        let count = nominalFramesPerSecond * 100_000 / 1001
        return "\(count / 100)." + (count % 100 < 10 ? "0" : "") + "\(count % 100)"
    }
}
