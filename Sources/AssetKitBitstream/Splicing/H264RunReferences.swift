extension H264Splicing {
    /// The references in a decoder's memory during a run that began with an open GOP, by the numbers of their frames.
    ///
    /// A reference that was left out leaves a gap in the numbers, and the decoder puts a frame into its memory that does
    /// not exist. The standard keeps those out of the lists of bidirectional pictures; libavcodec does not.
    struct References: Sendable {
        private var alive = [0]
        private var missing: Set<Int> = []
        private var last = 0
        /// Single fields were forgotten, of which no account is kept.
        private var isUncertain = false

        var hasMissing: Bool { !missing.isEmpty }

        /// Notes that a picture has a number: what lies between it and the last one is not there. Right behind the first picture
        /// that is what was left out; further on the film itself has lost it, and its decoders lack it as those of the run do.
        mutating func reach(_ number: Int, limit: Int) throws(BitstreamError) {
            guard number > last + 1 else { return }
            let isLeftOut = last == 0
            guard !isLeftOut || number <= 32 else { throw .invalid("frame_num") }
            // No decoder's memory holds more.
            for left in max(last + 1, number - 32)..<number {
                slide(limit: limit)
                alive.append(left)
                if isLeftOut { missing.insert(left) }
            }
            last = number - 1
        }

        /// Adds a picture that others refer to.
        mutating func add(_ number: Int, _ slice: H264Sets.Slice) {
            // The second field of a frame finds its frame there.
            let isSecondField = slice.header.structure != .frame && alive.last == number
            if case .commands(let commands) = slice.header.marking {
                if slice.header.structure == .frame {
                    let forgotten = Set(commands.compactMap { slice.target(of: $0, at: number) })
                    alive.removeAll { forgotten.contains($0) }
                    missing.subtract(forgotten)
                } else {
                    isUncertain = true
                }
            } else if !isSecondField {
                slide(limit: slice.sequence.maximumReferenceFrames)
            }
            if !isSecondField { alive.append(number) }
            last = number
        }

        /// The oldest make room (8.2.5.3).
        private mutating func slide(limit: Int) {
            guard !isUncertain else { return }
            let surplus = alive.count - max(limit, 1) + 1
            guard surplus > 0 else { return }
            missing.subtract(alive.prefix(surplus))
            alive.removeFirst(min(surplus, alive.count))
        }
    }
}

extension H264Sets.Slice {
    /// The frame that a command forgets, by its number without wrapping around; `nil` for other commands.
    func target(of command: H264ReferenceMarking.Command, at number: Int) -> Int? {
        guard case .forgetShortTerm(let difference) = command else { return nil }
        // Fields are counted by twice the number of their frame, and one more for those of the same parity.
        return header.structure == .frame ? number - difference - 1 : (2 * number - difference) >> 1
    }
}
