extension H264Splicing {
    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        var sets = self.sets
        var messages: [[UInt8]] = []
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        var (isRefresh, canBeRefreshed) = (false, true)
        var structures: [H264SliceHeader.Structure] = []
        while let unit = try units.next() {
            switch try H264UnitHeader.kind(unit) {
            case H264UnitHeader.Kind.instantaneousRefreshSlice:
                guard structures.isEmpty else { return .none }
                isRefresh = true
            case H264UnitHeader.Kind.slice:
                // The second field of an IDR picture.
                if isRefresh { continue }
                // Nearly all pictures come without messages, and their first slice says enough.
                if structures.isEmpty, !(try Self.beginsExactly(messages)) { return .none }
                let slice = try sets.slice(unit)
                if !structures.contains(slice.header.structure) { structures.append(slice.header.structure) }
                if !Self.canBeRefreshed(slice, isSecondField: slice.header.structure != structures[0]) {
                    canBeRefreshed = false
                }
            case H264UnitHeader.Kind.supplementalInformation:
                messages.append(Array(unit))
            case H264UnitHeader.Kind.sequenceParameterSet, H264UnitHeader.Kind.pictureParameterSet:
                try sets.add(Array(unit))
            case let kind where H264UnitHeader.Kind.parts ~= kind || H264UnitHeader.Kind.isOfOtherView(kind):
                // The encoder would make pictures without those parts.
                canBeRefreshed = false
            default: break
            }
        }
        if isRefresh { return canBeRefreshed ? .clean : .decodeOnly }
        guard let first = structures.first else { return .none }
        // Of a field by itself nobody knows whether it is the first one of its frame.
        let isWhole = first == .frame ? structures.count == 1 : structures.count == 2
        return canBeRefreshed && isWhole ? .rewritten : .decodeOnly
    }

    func refreshes(_ sample: UnsafeRawBufferPointer) throws -> Bool {
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            let kind = try H264UnitHeader.kind(unit)
            guard H264UnitHeader.Kind.slices.contains(kind) else { continue }
            return kind == H264UnitHeader.Kind.instantaneousRefreshSlice
        }
        return false
    }

    /// A recovery point that is reached at once, and where everything is exactly right.
    private static func beginsExactly(_ units: [[UInt8]]) throws(BitstreamError) -> Bool {
        for unit in units {
            var messages = try SupplementalMessages(h264Unit: unit[...])
            while let message = try messages.next() {
                guard message.kind == H264RecoveryPoint.kind else { continue }
                let point = try H264RecoveryPoint(message)
                return point.frameCount == 0 && point.isExact
            }
        }
        return false
    }

    /// Whether an IDR slice can be made of a slice, or a slice of the second field behind one. What no stream at hand has,
    /// so that no test could prove it, is not touched: order by other means than least bits, long-term references.
    private static func canBeRefreshed(_ slice: H264Sets.Slice, isSecondField: Bool) -> Bool {
        guard slice.header.kind == .i || (isSecondField && slice.header.kind == .p),
            slice.header.unit.referenceIDC != 0,
            slice.picture.sliceGroupCount == 1, slice.sequence.pictureOrderBits > 0
        else { return false }
        guard let marking = slice.header.marking, marking.isShortTerm else { return false }
        return isSecondField || slice.refreshLength != nil
    }
}

extension H264Sets.Slice {
    /// The length of the number that an IDR picture made of this one needs, so that the data is not moved by parts of a
    /// byte; `nil` where there is none, for all codes have odd lengths.
    var refreshLength: Int? {
        guard !picture.isArithmeticCoded else { return 31 }
        let refresh = H264ReferenceMarking.refresh(dropsEarlierOutput: false, isLongTerm: false)
        let missing = (header.marking?.bitCount ?? 0) - refresh.bitCount
        return [25, 27, 29, 31].first { ($0 - missing) % 8 == 0 }
    }
}

extension H264ReferenceMarking {
    /// Nothing is said about long-term references, other than that there are none, and not everything is forgotten.
    var isShortTerm: Bool {
        guard case .commands(let commands) = self else { return self == .slidingWindow }
        return commands.allSatisfy { command in
            switch command {
            case .forgetShortTerm, .limitLongTerm(count: 0): true
            default: false
            }
        }
    }
}
