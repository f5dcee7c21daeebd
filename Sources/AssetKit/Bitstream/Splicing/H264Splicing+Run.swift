extension H264Splicing {
    /// A copied run. In an open group that became a closed one, numbers count from its first picture.
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

    // MARK: An open group

    private mutating func later(_ sample: UnsafeRawBufferPointer) throws -> [UInt8]? {
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            if try H264UnitHeader.kind(unit) == H264UnitHeader.Kind.instantaneousRefreshSlice {
                run.isUntouched = true
                return nil
            }
        }
        return try rewritten(sample, isFirst: false)
    }

    private mutating func rewritten(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8] {
        var writer = StoredUnitWriter(lengthSize: configuration.lengthSize, capacity: sample.count + 64)
        var structure: H264SliceHeader.Structure?
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            switch try H264UnitHeader.kind(unit) {
            case H264UnitHeader.Kind.slice:
                let slice = try sets.slice(unit)
                if structure == nil { try advance(to: slice, isFirst: isFirst) }
                structure = structure ?? slice.header.structure
                // The second field of an IDR picture is none itself.
                let isRefresh = isFirst && slice.header.structure == structure
                let changes = isRefresh ? changes(forFirst: slice) : try changes(forLater: slice, unit)
                try writer.append(H264SliceRewriter(slice: slice).rewritten(unit, changes))
            case H264UnitHeader.Kind.sequenceParameterSet:
                if let set = try repeated(unit) { try writer.append(H264SetRewriter.allowingGaps(set)) }
            case H264UnitHeader.Kind.pictureParameterSet:
                if let set = try repeated(unit) { try writer.append(set) }
            case H264UnitHeader.Kind.prefix: break
            case let kind where H264UnitHeader.Kind.parts ~= kind || H264UnitHeader.Kind.isOfOtherView(kind):
                throw SpliceObstacle(reason: "pictures to copy are divided into parts, views or layers")
            default: try writer.append(unit)
            }
        }
        return writer.bytes
    }

    private mutating func advance(to slice: H264Sets.Slice, isFirst: Bool) throws {
        guard isFirst else {
            guard var number = run.frameNumber else { preconditionFailure("a run that has no first sample") }
            number.advance(to: slice.header.frameNumber, bits: slice.sequence.frameNumberBits)
            run.frameNumber = number
            try noteReferences(slice, number.unwrapped)
            return
        }
        run.frameNumber = FrameNumber(first: slice.header.frameNumber)
        // The earlier field of an IDR picture has the order 0.
        run.orderOffset = (slice.header.pictureOrderLeastBits ?? 0) + min(0, slice.header.pictureOrderDeltas.first ?? 0)
    }

    private mutating func noteReferences(_ slice: H264Sets.Slice, _ number: Int) throws {
        // Where numbers may be left out, the whole film has that difficulty.
        guard !slice.sequence.allowsFrameNumberGaps else { return }
        try run.references.reach(number, limit: slice.sequence.maximumReferenceFrames)
        guard slice.header.kind != .b || !run.references.hasMissing else {
            throw SpliceObstacle(reason: "pictures that are left out may be mistaken for references of others")
        }
        if slice.header.unit.referenceIDC != 0 { run.references.add(number, slice) }
    }

    private func changes(forFirst slice: H264Sets.Slice) -> H264SliceRewriter.Changes {
        // Without the length, which an entry has, the rewriter would refuse.
        H264SliceRewriter.Changes(
            unitKind: H264UnitHeader.Kind.instantaneousRefreshSlice,
            frameNumber: 0,
            refreshID: Self.runRefreshID(length: slice.refreshLength ?? 31),
            pictureOrderLeastBits: order(slice),
            marking: .refresh(dropsEarlierOutput: false, isLongTerm: false)
        )
    }

    private func changes(
        forLater slice: H264Sets.Slice,
        _ unit: UnsafeRawBufferPointer
    ) throws -> H264SliceRewriter.Changes {
        guard slice.header.marking?.isShortTerm != false else {
            throw SpliceObstacle(reason: "pictures to copy are kept as long-term references")
        }
        guard let number = run.frameNumber else { preconditionFailure("a run that has no first sample") }
        let mask = (1 << slice.sequence.frameNumberBits) - 1
        var changes = H264SliceRewriter.Changes(
            frameNumber: (slice.header.frameNumber - number.first) & mask,
            pictureOrderLeastBits: order(slice)
        )
        // Commands to forget a picture before the first one have nothing to forget any more.
        guard case .commands(let commands) = slice.header.marking else { return changes }
        let kept = commands.filter { slice.target(of: $0, at: number.unwrapped) ?? 0 >= 0 }
        guard kept != commands else { return changes }
        changes.marking = .commands(kept)
        if !slice.picture.isArithmeticCoded { try fill(&changes, slice, unit, kept) }
        return changes
    }

    /// Makes up for the bits of commands that are gone, so that the data is not moved by parts of a byte: by a limit for
    /// long-term references, of which there are none, and by the shorter code for the kind of slice.
    private func fill(
        _ changes: inout H264SliceRewriter.Changes,
        _ slice: H264Sets.Slice,
        _ unit: UnsafeRawBufferPointer,
        _ kept: [H264ReferenceMarking.Command]
    ) throws {
        let old = slice.header.marking?.bitCount ?? 0
        let code = try H264SliceRewriter.kindCode(unit)
        var limits: [Int?] = [nil]
        if !kept.contains(.limitLongTerm(count: 0)) {
            limits += (0...slice.sequence.maximumReferenceFrames).map { $0 }
        }
        for other in code >= 5 ? [code, code - 5] : [code] {
            for limit in limits {
                let commands = kept + (limit.map { [.limitLongTerm(count: $0)] } ?? [])
                let marking = H264ReferenceMarking.commands(commands)
                let difference = marking.bitCount - old + BitWriter.golombLength(other) - BitWriter.golombLength(code)
                guard difference % 8 == 0 else { continue }
                (changes.marking, changes.kindCode) = (marking, other == code ? nil : other)
                return
            }
        }
    }

    private func order(_ slice: H264Sets.Slice) -> Int? {
        let mask = (1 << slice.sequence.pictureOrderBits) - 1
        return slice.header.pictureOrderLeastBits.map { ($0 - run.orderOffset) & mask }
    }

    // MARK: Parameter sets in samples

    /// A set in a sample, unless the header has the same one.
    private mutating func repeated(_ unit: UnsafeRawBufferPointer) throws -> [UInt8]? {
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
