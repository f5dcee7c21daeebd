/// AV1, whose shown key frames forget everything, once their sequence header has been read.
package struct AV1Splicing: SplicingScheme {
    package let header: [UInt8]
    package private(set) var restIsUntouched = false
    private var hasAdopted = false

    package init(header: [UInt8]) {
        self.header = header
    }

    /// What the first frame of a temporal unit says, and whether a sequence header stands before it.
    private struct Front {
        var hasSequenceHeader = false
        var isShownKey = false
        /// Where a sequence header can go: at the front, but behind a delimiter.
        var place = 0
    }

    /// Headers stand in the first bytes of their units, so the frames themselves are not copied.
    private func front(of sample: UnsafeRawBufferPointer) throws -> Front {
        var front = Front()
        // Not every file has one in its header: the sample may bring it, and without either no picture is an entry.
        var sequence = try? ownSequenceHeader()
        var position = 0
        while position < sample.count {
            let bytes = Array(sample[position..<min(position + 512, sample.count)])
            let unit = try AV1UnitHead(bytes[...], available: sample.count - position)
            let payload = bytes.prefix(unit.headerSize + unit.payloadSize).dropFirst(unit.headerSize)
            switch unit.kind {
            case AV1Units.Kind.temporalDelimiter where position == 0:
                front.place = unit.headerSize + unit.payloadSize
            case AV1Units.Kind.sequenceHeader:
                front.hasSequenceHeader = true
                sequence = try AV1SequenceHeader(payload: payload)
            case AV1Units.Kind.frameHeader, AV1Units.Kind.frame:
                guard let sequence else { return front }
                let frame = try AV1FrameHeader(payload: payload, sequence: sequence)
                // A key frame that is shown later, as an earlier one is shown now, is no place to begin: pictures come
                // between that need others.
                front.isShownKey = frame.shownSlot == nil && frame.kind == .key && frame.isShown
                return front
            default: break
            }
            position += unit.headerSize + unit.payloadSize
        }
        return front
    }

    private func ownSequenceHeader() throws -> AV1SequenceHeader? {
        try AV1Configuration(record: header[...]).sequenceHeader()
    }

    package func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        let front = try front(of: sample)
        guard front.isShownKey else { return .none }
        return front.hasSequenceHeader ? .clean : .rewritten
    }

    package mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) -> [UInt8] {
        hasAdopted = true
        return header
    }

    package func encoded(_ sample: [UInt8], refreshID: Int?) -> [UInt8] { sample }

    package mutating func beginRun() { restIsUntouched = false }

    package mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        defer { restIsUntouched = true }
        guard isFirst else { return nil }
        let front = try front(of: sample)
        guard front.isShownKey else { throw SpliceObstacle.notAnEntry }
        guard !front.hasSequenceHeader, hasAdopted else { return nil }
        return try bringing(sequenceHeaderUnit(), into: sample, at: front.place)
    }

    /// The sample with the sequence header of the record before its frames; nil where it has one.
    package func withSequenceHeader(_ sample: UnsafeRawBufferPointer) throws -> [UInt8]? {
        let front = try front(of: sample)
        return front.hasSequenceHeader ? nil : try bringing(sequenceHeaderUnit(), into: sample, at: front.place)
    }

    private func bringing(_ unit: ArraySlice<UInt8>, into sample: UnsafeRawBufferPointer, at place: Int) -> [UInt8] {
        Array(sample[..<place]) + unit + sample[place...]
    }

    /// The unit in the source's record, header and all.
    private func sequenceHeaderUnit() throws -> ArraySlice<UInt8> {
        let units = try AV1Configuration(record: header[...]).units
        if let unit = try AV1Units.sequenceHeader(in: units[...]) { return unit }
        throw SpliceObstacle(reason: "the first picture to copy comes without its sequence header")
    }
}

/// Kind and size of one unit of AV1, of which only the front need be there.
package struct AV1UnitHead {
    package var kind: Int
    package var hasSize: Bool
    package var headerSize: Int
    package var payloadSize: Int

    /// `available` is the number of bytes that the unit and what follows it have.
    package init(_ bytes: ArraySlice<UInt8>, available: Int) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try !reader.flag() else { throw .invalid("obu_forbidden_bit") }
        kind = try reader.unsigned(4)
        let hasExtension = try reader.flag()
        hasSize = try reader.flag()
        try reader.skip(hasExtension ? 1 + 8 : 1)
        let size = hasSize ? try reader.leb128() : nil
        headerSize = reader.position / 8
        payloadSize = size ?? available - headerSize
        guard payloadSize <= available - headerSize else { throw .endOfData }
    }
}
