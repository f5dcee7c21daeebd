extension H264Splicing {
    /// A copied run. In an open GOP that became a closed one, numbers count from its first picture.
    struct Run: Sendable {
        var isUntouched = false
        var frameNumber: FrameNumber?
        /// What is subtracted from pic_order_cnt_lsb.
        var orderOffset = 0
        var references = References()
    }

    /// frame_num without its wrapping around, counted from the first picture.
    struct FrameNumber: Sendable {
        let first: Int
        private var last: Int
        private(set) var unwrapped = 0

        init(first: Int) {
            (self.first, last) = (first, first)
        }

        mutating func advance(to number: Int, bits: Int) {
            unwrapped += (number - last) & ((1 << bits) - 1)
            last = number
        }
    }

    mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        guard isFirst else { return try later(sample) }
        switch try entry(sample) {
        case .clean:
            run.isUntouched = true
            return try cleanFirst(sample)
        case .rewritten:
            return try rewritten(sample, isFirst: true)
        case .none, .decodeOnly:
            throw SpliceObstacle.notAnEntry
        }
    }

    // MARK: An IDR picture

    /// The IDR picture that a run begins with: it must not drop pictures of the encoder that wait to be shown, and its
    /// number must not be that of the picture before.
    private mutating func cleanFirst(_ sample: UnsafeRawBufferPointer) throws -> [UInt8]? {
        var writer = StoredUnitWriter(lengthSize: configuration.lengthSize, capacity: sample.count + 64)
        var isChanged = false
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            try note(unit)
            guard try H264UnitHeader.kind(unit) == H264UnitHeader.Kind.instantaneousRefreshSlice else {
                try writer.append(unit)
                continue
            }
            let slice = try sets.slice(unit)
            let changes = changes(forClean: slice.header)
            isChanged = isChanged || changes != H264SliceRewriter.Changes()
            try writer.append(H264SliceRewriter(slice: slice).rewritten(unit, changes))
        }
        return isChanged ? writer.bytes : nil
    }

    private func changes(forClean slice: H264SliceHeader) -> H264SliceRewriter.Changes {
        var changes = H264SliceRewriter.Changes()
        guard encoder != nil else { return changes }
        // The encoder's own numbers are 0 and 1, before they are moved.
        if let id = slice.refreshID, [0, 1].map(Self.encoderRefreshID).contains(id) {
            changes.refreshID = Self.runRefreshID(length: BitWriter.golombLength(id))
        }
        if case .refresh(dropsEarlierOutput: true, let isLongTerm) = slice.marking {
            changes.marking = .refresh(dropsEarlierOutput: false, isLongTerm: isLongTerm)
        }
        return changes
    }

    // MARK: Parameter sets in samples

    /// A set in a sample, unless the header has the same one.
    mutating func repeated(_ unit: UnsafeRawBufferPointer) throws -> [UInt8]? {
        try note(unit)
        let bytes = Array(unit)
        let known = configuration.sequenceParameterSets + configuration.pictureParameterSets
        return known.contains(bytes) ? nil : bytes
    }

    /// Remembers a set in a sample. It must not take the id of one of the encoder's.
    private mutating func note(_ unit: UnsafeRawBufferPointer) throws {
        let obstacle = SpliceObstacle(reason: "the film changes its parameter sets on the way")
        switch try H264UnitHeader.kind(unit) {
        case H264UnitHeader.Kind.sequenceParameterSet:
            let id = try H264SequenceParameterSet(unit: Array(unit)[...]).id
            if encoder?.sequenceIDs.values.contains(id) == true { throw obstacle }
        case H264UnitHeader.Kind.pictureParameterSet:
            let id = try H264PictureParameterSet(unit: Array(unit)[...]).id
            if encoder?.pictureIDs.values.contains(id) == true { throw obstacle }
        default: return
        }
        try sets.add(Array(unit))
    }
}
