extension H264Splicing {
    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        var sets = self.sets
        var messages: [[UInt8]] = []
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        var (sliceCount, isRefresh, canBeRefreshed) = (0, false, true)
        while let unit = try units.next() {
            switch try H264UnitHeader.kind(unit) {
            case H264UnitHeader.Kind.instantaneousRefreshSlice:
                guard sliceCount == 0 else { return .none }
                isRefresh = true
            case H264UnitHeader.Kind.slice:
                // The second field of an IDR picture.
                if isRefresh { continue }
                // Nearly all pictures come without messages, and their first slice says enough.
                if sliceCount == 0, !(try Self.beginsExactly(messages)) { return .none }
                sliceCount += 1
                if try !Self.canBeRefreshed(sets.slice(unit)) { canBeRefreshed = false }
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
        guard canBeRefreshed else { return isRefresh || sliceCount > 0 ? .decodeOnly : .none }
        return isRefresh ? .clean : sliceCount > 0 ? .rewritten : .none
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

    /// Whether an IDR slice can be made of a slice. What no encoder at hand makes, so that no test could prove it, is not
    /// touched: fields, order by other means than least bits, long-term references.
    private static func canBeRefreshed(_ slice: H264Sets.Slice) -> Bool {
        guard slice.header.kind == .i, slice.header.structure == .frame, slice.header.unit.referenceIDC != 0,
            slice.picture.sliceGroupCount == 1, slice.sequence.pictureOrderBits > 0
        else { return false }
        return slice.header.marking?.isShortTerm == true
    }
}

extension H264UnitHeader.Kind {
    /// What stands before slices for decoders of several layers, and says again whether they belong to IDR pictures.
    static let prefix = 14

    /// Slices of alpha, of other views and of other layers, and the parameter sets of those.
    static func isOfOtherView(_ kind: Int) -> Bool { [15, 19, 20, 21].contains(kind) }
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
