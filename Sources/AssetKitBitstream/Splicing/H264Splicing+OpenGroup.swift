/// Samples of a run that began with an open GOP, which became a closed one.
extension H264Splicing {
    mutating func later(_ sample: UnsafeRawBufferPointer) throws -> [UInt8]? {
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            if try H264UnitHeader.kind(unit) == H264UnitHeader.Kind.instantaneousRefreshSlice {
                run.isUntouched = true
                return nil
            }
        }
        let copy = try rewritten(sample, isFirst: false)
        // Of nothing but zeros no unit is left.
        return copy.isEmpty ? nil : copy
    }

    mutating func rewritten(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8] {
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
        try requireReferences(slice)
        if slice.header.unit.referenceIDC != 0 { run.references.add(number, slice) }
    }

    private func requireReferences(_ slice: H264Sets.Slice) throws {
        guard slice.header.kind != .b || !run.references.hasMissing else {
            throw SpliceObstacle(reason: "pictures that are left out may be mistaken for references of others")
        }
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
        // A picture may have slices of several kinds.
        try requireReferences(slice)
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
}
