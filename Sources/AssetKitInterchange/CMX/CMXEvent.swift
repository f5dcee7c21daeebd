internal import CMTimeLib

/// One number of an edit list: what a cut or a dissolve leads to.
struct CMXEvent {
    /// A range of a reel on a range of the list, in frames.
    struct Side {
        var reel: String
        var clipName: String
        var file: String
        var sourceIn: Int64
        var sourceOut: Int64
        var recordIn: Int64
        var recordOut: Int64
        /// How fast the reel plays, where it is not as usual: frames of it a second, times ten.
        var speed: Rational128?
    }

    var channel: String
    var incoming: Side
    /// What a dissolve comes from, and how many frames it takes.
    var dissolve: (from: Side, length: Int64)?
}

extension CMXEvent {
    /// The lines of the event.
    func lines(number: Int, rate: TimecodeRate) -> [String] {
        var lines: [String] = []
        if let dissolve {
            var from = dissolve.from
            from.sourceIn = from.sourceOut
            from.recordIn = incoming.recordIn
            from.recordOut = incoming.recordIn
            lines.append(line(number, from, "C       ", rate))
            let length = String(dissolve.length)
            let digits = String(repeating: "0", count: max(0, 3 - length.count)) + length
            lines.append(line(number, incoming, "D    \(digits)", rate))
            lines += speed(of: dissolve.from, rate)
        } else {
            lines.append(line(number, incoming, "C       ", rate))
        }
        lines += speed(of: incoming, rate)
        if let from = dissolve?.from {
            if !from.clipName.isEmpty { lines.append("* FROM CLIP NAME: \(from.clipName)") }
            if !incoming.clipName.isEmpty { lines.append("* TO CLIP NAME: \(incoming.clipName)") }
        } else if !incoming.clipName.isEmpty {
            lines.append("* FROM CLIP NAME: \(incoming.clipName)")
        }
        if !incoming.file.isEmpty { lines.append("* SOURCE FILE: \(incoming.file)") }
        return lines
    }

    private func line(_ number: Int, _ side: Side, _ kind: String, _ rate: TimecodeRate) -> String {
        let times = [side.sourceIn, side.sourceOut, side.recordIn, side.recordOut].map { frame in
            Timecode(frameNumber: frame, rate: rate).wrapped().description
        }
        return "\(Self.padded(number))  \(side.reel.filled(to: 8)) \(channel.filled(to: 5)) \(kind) "
            + times.joined(separator: " ")
    }

    /// `M2`: the reel, its frames a second, and where it starts.
    private func speed(of side: Side, _ rate: TimecodeRate) -> [String] {
        guard let speed = side.speed else { return [] }
        let tenths = (speed.multiplied(by: 10) ?? .zero).rounded()
        let digits = String(tenths.magnitude)
        let filled = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let number = (tenths < 0 ? "-" : "") + "\(filled.dropLast()).\(filled.suffix(1))"
        // Programs know no semicolon on this line; whether numbers are dropped stands at the head of the list.
        let start = Timecode(frameNumber: side.sourceIn, rate: rate).wrapped().description.map { $0 == ";" ? ":" : $0 }
        return ["M2   \(side.reel.filled(to: 8)) \(number.filled(to: 8))                " + String(start)]
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}

extension String {
    /// With spaces behind it so that it has a width.
    fileprivate func filled(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
