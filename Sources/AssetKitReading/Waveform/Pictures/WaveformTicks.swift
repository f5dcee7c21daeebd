/// The marks of a time axis: where they are, and which have words.
struct WaveformTicks {
    struct Tick: Equatable {
        /// Pixels from the left.
        let position: Int
        /// The time in words; nil for a mark between two others.
        let label: String?
    }

    let ticks: [Tick]

    /// The steps between labels in microseconds, each with how many parts the marks between divide it into.
    private static let steps: [(microseconds: Int, parts: Int)] = {
        var steps: [(Int, Int)] = []
        var power = 10
        while power < 1_000_000 {
            steps += [(power, 5), (power * 2, 4), (power * 5, 5)]
            power *= 10
        }
        let seconds = [
            (1, 5), (2, 4), (5, 5), (10, 5), (15, 3), (30, 3), (60, 6), (120, 4), (300, 5), (600, 5), (900, 3),
            (1800, 3), (3600, 6), (7200, 4), (10800, 3), (21600, 6), (43200, 4), (86400, 4),
        ]
        return steps + seconds.map { ($0 * 1_000_000, $1) }
    }()

    /// The marks of `sampleCount` samples that start at sample `start`, on `width` pixels. `labelWidth` tells how wide a
    /// text is.
    init(start: Int, sampleCount: Int, sampleRate: Int, width: Int, labelWidth: (String) -> Int) {
        let pixelsPerMicrosecond = Double(width) * Double(sampleRate) / Double(sampleCount) / 1e6
        let first = Double(start) / Double(sampleRate) * 1e6
        let last = Double(start + sampleCount) / Double(sampleRate) * 1e6
        guard last < 1e15, let step = Self.step(pixelsPerMicrosecond, longest: last, labelWidth) else {
            ticks = []
            return
        }
        let minor = step.microseconds / step.parts
        var ticks: [Tick] = []
        var index = Int((first / Double(minor)).rounded(.up))
        while Double(index * minor) < last {
            let position = Int((Double(index * minor) - first) * pixelsPerMicrosecond)
            let isMajor = index % step.parts == 0
            let label = isMajor ? Self.label(index * minor, step: step.microseconds) : nil
            ticks.append(Tick(position: min(position, width - 1), label: label))
            index += 1
        }
        self.ticks = ticks
    }

    /// The smallest step whose labels have room beside each other. Beyond the largest one there are no marks.
    private static func step(
        _ pixelsPerMicrosecond: Double,
        longest: Double,
        _ labelWidth: (String) -> Int
    ) -> (microseconds: Int, parts: Int)? {
        steps.first { step in
            let widest = labelWidth(label(Int(longest), step: step.microseconds))
            return Double(step.microseconds) * pixelsPerMicrosecond >= Double(widest) * 1.6 + 12
        }
    }

    /// `0:05`, `1:00:00`, or `0:05.25` where steps are shorter than a second.
    static func label(_ microseconds: Int, step: Int) -> String {
        func padded(_ number: Int, _ digits: Int) -> String {
            String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
        }
        let seconds = microseconds / 1_000_000
        var text = padded(seconds % 60, 2)
        text =
            seconds < 3600
            ? "\(seconds / 60):" + text : "\(seconds / 3600):" + padded(seconds / 60 % 60, 2) + ":" + text
        var (digits, unit) = (0, 1_000_000)
        while step % unit != 0 {
            digits += 1
            unit /= 10
        }
        return digits == 0 ? text : text + "." + padded(microseconds % 1_000_000 / unit, digits)
    }
}
