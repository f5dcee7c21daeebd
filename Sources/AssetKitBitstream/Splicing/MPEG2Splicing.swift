/// MPEG-2: the sequence header has to stand before the first copied picture, and an open GOP loses its leading
/// pictures.
struct MPEG2Splicing: SplicingScheme {
    let header: [UInt8]
    /// The sequence header with its extensions; nothing, if the source's header has none.
    private let sequenceHeader: ArraySlice<UInt8>
    private(set) var restIsUntouched = false
    private var encoderHeader: [UInt8]?
    /// How many leading pictures are not in the run; the rest of the GOP is numbered without them.
    private var missing = 0

    init(header: [UInt8]) {
        self.header = header
        sequenceHeader = header.withUnsafeBytes { bytes in
            var search = StartCodeSearch(bytes)
            var start: Int?
            while let code = search.next() {
                if code.value == Code.sequence, start == nil { start = code.start }
                guard let start, [Code.group, Code.picture].contains(code.value) else { continue }
                return header[start..<code.start]
            }
            return start.map { header[$0...] } ?? []
        }
    }

    private enum Code {
        static let picture: UInt8 = 0x00
        static let sequence: UInt8 = 0xB3
        static let group: UInt8 = 0xB8
    }

    /// What stands in a sample: where its GOP and its pictures (two, if they are fields) have their headers.
    private struct Front {
        var hasSequenceHeader = false
        var group: Int?
        var pictures: [Int] = []
        var kind: Int?
        var number: Int?

        /// Two fields have two headers; the rest of a sample is slices, which are looked through only on demand.
        init(_ sample: UnsafeRawBufferPointer, findsAll: Bool) {
            var search = StartCodeSearch(sample)
            while let code = search.next() {
                switch code.value {
                case Code.sequence: if pictures.isEmpty { hasSequenceHeader = true }
                case Code.group: if pictures.isEmpty, code.end + 4 <= sample.count { group = code.end }
                case Code.picture:
                    guard code.end + 2 <= sample.count else { return }
                    pictures.append(code.end)
                    if pictures.count == 1 {
                        number = Int(sample[code.end]) << 2 | Int(sample[code.end + 1] >> 6)
                        kind = Int(sample[code.end + 1] >> 3 & 7)
                    }
                    if !findsAll { return }
                default: break
                }
            }
        }
    }

    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        let front = Front(sample, findsAll: false)
        guard front.kind == MPEG2PictureHeader.Kind.i.rawValue else { return .none }
        return front.hasSequenceHeader || !sequenceHeader.isEmpty ? .clean : .decodeOnly
    }

    mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) -> [UInt8] {
        self.encoderHeader = encoderHeader
        return header
    }

    func encoded(_ sample: [UInt8], refreshID: Int?) throws -> [UInt8] {
        let front = sample.withUnsafeBytes { Front($0, findsAll: false) }
        guard front.kind == MPEG2PictureHeader.Kind.i.rawValue, !front.hasSequenceHeader else { return sample }
        guard let encoderHeader, !encoderHeader.isEmpty else {
            throw SpliceObstacle(reason: "the encoder gave no header for its pictures")
        }
        return encoderHeader + sample
    }

    mutating func beginRun() { (restIsUntouched, missing) = (false, 0) }

    mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        let front = Front(sample, findsAll: true)
        if isFirst { return try first(sample, front) }
        // temporal_reference begins anew with every GOP.
        if front.group != nil { restIsUntouched = true }
        guard !restIsUntouched, missing > 0 else { return nil }
        var result = Array(sample)
        lowerNumbers(front, in: &result)
        return result
    }

    private mutating func first(_ sample: UnsafeRawBufferPointer, _ front: Front) throws -> [UInt8]? {
        guard try entry(sample) == .clean, let number = front.number else { throw SpliceObstacle.notAnEntry }
        var result = Array(sample)
        // Without a GOP header nothing tells where its numbers begin.
        missing = front.group == nil ? 0 : number
        restIsUntouched = missing == 0
        if missing > 0, let group = front.group {
            // closed_gop, no broken_link: what referred to the GOP before is gone.
            result[group + 3] = result[group + 3] & ~0x20 | 0x40
            lowerNumbers(front, in: &result)
        }
        let needsHeader = !front.hasSequenceHeader && encoderHeader != nil
        guard needsHeader || missing > 0 else { return nil }
        return needsHeader ? sequenceHeader + result : result
    }

    /// Lowers temporal_reference of every picture of the sample. It counts modulo 1024.
    private func lowerNumbers(_ front: Front, in sample: inout [UInt8]) {
        for place in front.pictures {
            let number = Int(sample[place]) << 2 | Int(sample[place + 1] >> 6)
            let lowered = (number - missing) & 0x3FF
            sample[place] = UInt8(lowered >> 2)
            sample[place + 1] = sample[place + 1] & 0x3F | UInt8(lowered & 3) << 6
        }
    }
}
