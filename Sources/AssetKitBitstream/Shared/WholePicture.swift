/// One picture of H.264 or HEVC with start codes, as a parser that looks for where pictures begin finds it: it begins with
/// what begins a picture, and nothing in it begins another one.
package struct WholePicture {
    package enum Codec: Sendable { case h264, hevc }

    /// The sequence parameter sets, and those of video, that say how fast pictures follow each other.
    package private(set) var sets: [[UInt8]] = []
    /// Where the parameter sets lie, of all kinds, with their start codes. nil where there are none, where they do not lie together
    /// with nothing but a delimiter before them, or where one stands before another that it refers to.
    package var placeOfSets: Range<Int>? { areSetsPlain ? setsFound : nil }
    package var hasSets: Bool { setsFound != nil }
    private var setsFound: Range<Int>?
    private var lastSet = 0
    private var areSetsPlain = true
    /// A zero stands in front of the first start code.
    package let hasLeadingZero: Bool

    private let codec: Codec
    private var hasSlice = false
    private var lastBlock: UInt64 = 0

    /// nil where the bytes are not certainly one picture.
    package init?(_ bytes: UnsafeRawBufferPointer, _ codec: Codec) {
        guard let first = AnnexBUnits.startCode(in: bytes, from: 0), first <= 1, first == 0 || bytes[0] == 0,
            // Zeros at the end might belong to the next picture.
            bytes[bytes.count - 1] != 0
        else { return nil }
        (self.codec, hasLeadingZero) = (codec, first == 1)
        var (start, isFirst) = (first + 3, true)
        while start < bytes.count {
            let next = AnnexBUnits.startCode(in: bytes, from: start)
            let unit = UnsafeRawBufferPointer(rebasing: bytes[start..<(next ?? bytes.count)])
            guard unit.count > 1, codec == .h264 ? takeH264(unit, isFirst) : takeHEVC(unit, isFirst) else { return nil }
            note(unit, at: start - 3..<start + unit.count)
            (start, isFirst) = (next.map { $0 + 3 } ?? bytes.count, false)
        }
        guard hasSlice else { return nil }
    }

    /// Notes where sets lie, by whatever unit stands there.
    private mutating func note(_ unit: UnsafeRawBufferPointer, at place: Range<Int>) {
        let kind: Int
        let sets: ClosedRange<Int>
        let delimiter: Int
        switch codec {
        case .h264:
            typealias Kind = H264UnitHeader.Kind
            kind = H264UnitHeader.kind(unit[0])
            (sets, delimiter) = (Kind.parameterSets, Kind.accessUnitDelimiter)
        case .hevc:
            typealias Kind = HEVCUnitHeader.Kind
            kind = HEVCUnitHeader.kind(unit[0])
            (sets, delimiter) = (Kind.parameterSets, Kind.accessUnitDelimiter)
        }
        guard sets.contains(kind) else {
            // Messages before the sets, whatever they say.
            if setsFound == nil, kind != delimiter { areSetsPlain = false }
            return
        }
        let found = setsFound ?? place.lowerBound..<place.lowerBound
        // Sets refer to those of kinds with lower numbers.
        areSetsPlain = areSetsPlain && found.upperBound == place.lowerBound && lastSet <= kind
        (setsFound, lastSet) = (found.lowerBound..<place.upperBound, kind)
    }

    private mutating func takeH264(_ unit: UnsafeRawBufferPointer, _ isFirst: Bool) -> Bool {
        typealias Kind = H264UnitHeader.Kind
        let kind = H264UnitHeader.kind(unit[0])
        if Kind.headers.contains(kind) || kind == Kind.supplementalInformation {
            if kind == Kind.sequenceParameterSet { sets.append(Array(unit)) }
            return !hasSlice
        }
        guard !isFirst else { return false }
        guard kind == Kind.slice || kind == Kind.instantaneousRefreshSlice else { return !Kind.slices.contains(kind) }
        guard let block = Self.firstBlock(unit), !hasSlice || block > lastBlock else { return false }
        (hasSlice, lastBlock) = (true, block)
        return true
    }

    private mutating func takeHEVC(_ unit: UnsafeRawBufferPointer, _ isFirst: Bool) -> Bool {
        typealias Kind = HEVCUnitHeader.Kind
        let kind = HEVCUnitHeader.kind(unit[0])
        // Units of other layers are no pictures of their own, and rare.
        guard unit[0] & 1 == 0, unit[1] >> 3 == 0 else { return false }
        if Kind.beginnings.contains(where: { $0.contains(kind) }) {
            if kind < Kind.pictureParameterSet { sets.append(Array(unit)) }
            return !hasSlice
        }
        guard !isFirst else { return false }
        guard Kind.slices.contains(kind) else { return true }
        guard unit.count > 2 else { return false }
        let begins = unit[2] & 0x80 != 0
        guard begins != hasSlice else { return false }
        hasSlice = true
        return true
    }

    /// The number of the first macroblock of a slice: an Exp-Golomb code behind the unit's first byte.
    private static func firstBlock(_ unit: UnsafeRawBufferPointer) -> UInt64? {
        var bits: UInt64 = 0
        for place in 1..<6 { bits = bits << 8 | UInt64(place < unit.count ? unit[place] : 0) }
        bits <<= 24
        let zeros = bits.leadingZeroBitCount
        guard zeros <= 16 else { return nil }
        return (bits << UInt64(zeros)) >> UInt64(63 - zeros) - 1
    }
}

extension HEVCUnitHeader.Kind {
    /// What stands in front of a picture's slices, so that one behind a slice begins the next picture (7.4.2.4.4).
    fileprivate static let beginnings = [32...37, prefixInformation...prefixInformation, 41...44, 48...55]
}
