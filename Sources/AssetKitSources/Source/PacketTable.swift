internal import AssetKitBase

/// The samples of one track as packets told them, in columns: ten bytes a sample or so.
package struct PacketTable: SampleTable {
    /// What is known about a packet beyond numbers.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let sync = Marks(rawValue: 1)
        static let disposable = Marks(rawValue: 2)
        static let discarded = Marks(rawValue: 4)
        static let withoutDecodeTime = Marks(rawValue: 8)
        static let withoutPresentationTime = Marks(rawValue: 16)
    }

    package private(set) var tick: TickLength
    /// Packets lie in the file as they are, so a position and a size name a sample's bytes.
    let arePositionsExact: Bool
    /// As long as every sample is decoded when it is shown, one column has both times.
    private var hasOwnDecodeTimes = false
    private var ownDecodeTimes = IntegerColumn()
    var presentationTimes = IntegerColumn()
    var durations = IntegerColumn()
    private var sizes = IntegerColumn()
    private var positions = IntegerColumn()
    private var marks = IntegerColumn()
    /// Every mark that at least one packet has.
    private(set) var allMarks: Marks = []
    /// Frames of sound at the end of the last packet that the container trims.
    package private(set) var framesHiddenAtEnd = 0
    /// The bytes of every sample stand so many bytes behind its position, as files have them; nil where only a demuxer
    /// knows.
    package var payloadOffset: Int64?
    /// The bytes of every sample lie in units of a transport stream; nil where only a demuxer knows.
    package var transportStream: TransportStreamStorage?
    package private(set) var decodeTimesRise = true
    package private(set) var presentationTimesRise = true

    package init(tick: TickLength, arePositionsExact: Bool) {
        self.tick = tick
        self.arePositionsExact = arePositionsExact
    }

    package var count: Int { marks.count }

    package var largestDecodeLag: Int64 {
        guard hasOwnDecodeTimes else { return 0 }
        return (0..<count).reduce(0) { max($0, ownDecodeTimes[$1].subtractingClamped(presentationTimes[$1])) }
    }

    mutating func setDecodeTicks(of index: Int, to ticks: Int64) {
        separateTimes()
        ownDecodeTimes[index] = ticks
    }

    /// Gives the times of decoding a column of their own.
    mutating func separateTimes() {
        if !hasOwnDecodeTimes { (hasOwnDecodeTimes, ownDecodeTimes) = (true, presentationTimes) }
    }

    func marks(of index: Int) -> Marks { Marks(rawValue: UInt8(truncatingIfNeeded: marks[index])) }

    /// How many bytes of memory the columns take.
    var memory: Int {
        marks.memory + ownDecodeTimes.memory + presentationTimes.memory + durations.memory + sizes.memory
            + positions.memory
    }

    mutating func append(_ packet: ListedPacket) {
        framesHiddenAtEnd = packet.framesHiddenAtEnd
        append(
            decode: packet.decodeTicks,
            presentation: packet.presentationTicks,
            duration: packet.durationTicks,
            byteCount: packet.byteCount,
            position: packet.position,
            packet.marks
        )
    }

    package mutating func append(
        decode: Int64?,
        presentation: Int64?,
        duration: Int64,
        byteCount: Int,
        position: Int64?,
        _ marks: Marks
    ) {
        var marks = marks
        if decode == nil { marks.insert(.withoutDecodeTime) }
        if presentation == nil { marks.insert(.withoutPresentationTime) }
        let (decoded, shown) = (decode ?? presentation ?? 0, presentation ?? decode ?? 0)
        if decoded != shown { separateTimes() }
        if hasOwnDecodeTimes { ownDecodeTimes.append(decoded) }
        presentationTimes.append(shown)
        durations.append(max(0, duration))
        sizes.append(Int64(byteCount))
        positions.append(position ?? -1)
        self.marks.append(Int64(marks.rawValue))
        allMarks.formUnion(marks)
    }

    /// Finds out whether times rise, once all of them are settled.
    package mutating func close() {
        presentationTimesRise = presentationTimes.rises
        decodeTimesRise = hasOwnDecodeTimes ? ownDecodeTimes.rises : presentationTimesRise
    }

    /// The same packets on another clock, in whose ticks `times` says when each begins, and how long it is. They are asked
    /// for in order, and decoded when they are shown. What else there is to know of them both tables share.
    package func retimed(
        in tick: TickLength,
        _ times: (IndexedSample) -> (start: Int64, duration: Int64)
    ) -> PacketTable {
        var table = self
        table.tick = tick
        (table.hasOwnDecodeTimes, table.ownDecodeTimes) = (false, IntegerColumn())
        (table.presentationTimes, table.durations) = (IntegerColumn(), IntegerColumn())
        var cursor = SampleCursor(self)
        for place in 0..<count {
            let (start, duration) = times(cursor.sample(at: place, passes: true))
            table.presentationTimes.append(start)
            table.durations.append(max(0, duration))
        }
        table.close()
        return table
    }

    package func decodeTicks(of index: Int) -> Int64 {
        hasOwnDecodeTimes ? ownDecodeTimes[index] : presentationTimes[index]
    }

    package func presentationTicks(of index: Int) -> Int64 { presentationTimes[index] }

    package func durationTicks(of index: Int) -> Int64 { durations[index] }

    package func accessPoint(atOrBefore index: Int) -> Int? { (0...index).last { marks(of: $0).contains(.sync) } }

    package subscript(index: Int) -> IndexedSample {
        sample(
            decodeTicks: decodeTicks(of: index),
            presentationTicks: presentationTimes[index],
            durationTicks: durations[index],
            byteCount: sizes[index],
            position: positions[index],
            marks(of: index)
        )
    }

    package func append(_ range: Range<Int>, to samples: inout [IndexedSample]) {
        let step = IntegerColumn.blockLength
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: 6 * step) { room in
            guard let room = room.baseAddress else { return }
            func column(_ number: Int) -> UnsafeMutablePointer<Int64> { room + number * step }
            room.initialize(repeating: 0, count: 6 * step)
            var start = range.lowerBound
            while start < range.upperBound {
                let block = start..<min((start / step + 1) * step, range.upperBound)
                presentationTimes.copy(block, to: column(0))
                if hasOwnDecodeTimes { ownDecodeTimes.copy(block, to: column(1)) }
                durations.copy(block, to: column(2))
                sizes.copy(block, to: column(3))
                positions.copy(block, to: column(4))
                marks.copy(block, to: column(5))
                let decoded = column(hasOwnDecodeTimes ? 1 : 0)
                for place in 0..<block.count {
                    samples.append(
                        sample(
                            decodeTicks: decoded[place],
                            presentationTicks: column(0)[place],
                            durationTicks: column(2)[place],
                            byteCount: column(3)[place],
                            position: column(4)[place],
                            Marks(rawValue: UInt8(truncatingIfNeeded: column(5)[place]))
                        )
                    )
                }
                start = block.upperBound
            }
        }
    }

    /// A sample as its columns say it. `position`: below 0 where it is not known.
    private func sample(
        decodeTicks: Int64,
        presentationTicks: Int64,
        durationTicks: Int64,
        byteCount: Int64,
        position: Int64,
        _ marks: Marks
    ) -> IndexedSample {
        let isSync = marks.contains(.sync)
        return IndexedSample(
            decodeTicks: decodeTicks,
            presentationTicks: presentationTicks,
            durationTicks: durationTicks,
            byteCount: byteCount,
            position: position < 0 ? nil : position,
            isContiguous: arePositionsExact && position >= 0,
            isSync: isSync,
            isDiscarded: marks.contains(.discarded),
            // A packet that is not marked as a key may still stand alone: nobody says.
            dependsOnOthers: isSync ? false : nil,
            othersDependOnIt: marks.contains(.disposable) ? false : nil
        )
    }
}
