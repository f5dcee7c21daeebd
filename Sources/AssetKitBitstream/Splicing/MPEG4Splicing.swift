/// MPEG-4 part 2: the object layer, which says how pictures are coded, has to stand before the first copied picture
/// again, for the encoder has its own.
struct MPEG4Splicing: SplicingScheme {
    let header: [UInt8]
    private(set) var restIsUntouched = false
    private var encoderHeader: [UInt8]?

    init(header: [UInt8]) {
        self.header = header
    }

    private enum Code {
        static let objectLayers: ClosedRange<UInt8> = 0x20...0x2F
        static let userData: UInt8 = 0xB2
        static let object: UInt8 = 0xB6
    }

    /// What stands in a sample before and at its first picture.
    private struct Front {
        var hasObjectLayer = false
        var isIntra = false
        var pictureCount = 0
    }

    private static func front(of sample: UnsafeRawBufferPointer, countsPictures: Bool) -> Front {
        var front = Front()
        var search = StartCodeSearch(sample)
        while let code = search.next() {
            if Code.objectLayers.contains(code.value), front.pictureCount == 0 { front.hasObjectLayer = true }
            guard code.value == Code.object else { continue }
            front.pictureCount += 1
            // vop_coding_type: 0 is intra.
            if front.pictureCount == 1 {
                front.isIntra = code.end < sample.count && sample[code.end] >> 6 == 0
                if !front.isIntra || !countsPictures { break }
            }
        }
        return front
    }

    /// Several pictures in one sample and empty ones after it: the next sample's picture is in this one.
    private var isPacked: Bool {
        StartCodeSegments(header[...]).contains { segment in
            guard segment.code == Code.userData else { return false }
            let text = segment.payload.prefix { $0 != 0 }
            return text.starts(with: Array("DivX".utf8)) && text.last == UInt8(ascii: "p")
        }
    }

    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        let front = Self.front(of: sample, countsPictures: true)
        guard front.isIntra else { return .none }
        return front.pictureCount == 1 && !isPacked ? .clean : .decodeOnly
    }

    mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) throws -> [UInt8] {
        if !encoderHeader.isEmpty { try requireSimilarLayer(encoderHeader[...]) }
        self.encoderHeader = encoderHeader
        return header
    }

    /// Refuses what the standard allows and libavcodec decodes wrongly where one object layer follows another: it may
    /// lose the picture that it holds back, and its threads do not tell each other the way of quantizing.
    private func requireSimilarLayer(_ encoder: ArraySlice<UInt8>) throws {
        let own = try MPEG4VideoHeader(stream: header[...]).layer
        let other = try MPEG4VideoHeader(stream: encoder).layer
        guard other.isLowDelay != true || own.isLowDelay == true else {
            throw SpliceObstacle(reason: "the film shows pictures later than it decodes them, and the encoder does not")
        }
        guard own.usesQuantizerMatrices == other.usesQuantizerMatrices, !own.hasOwnQuantizerMatrices,
            !other.hasOwnQuantizerMatrices
        else { throw SpliceObstacle(reason: "the film is quantized in another way than the encoder's pictures") }
        guard own.size == other.size else { throw SpliceObstacle.otherPictures }
    }

    func encoded(_ sample: [UInt8], refreshID: Int?) throws -> [UInt8] {
        let front = sample.withUnsafeBytes { Self.front(of: $0, countsPictures: false) }
        guard front.isIntra else { return sample }
        guard !front.hasObjectLayer else {
            try requireSimilarLayer(sample[...])
            return sample
        }
        guard let encoderHeader, !encoderHeader.isEmpty else {
            throw SpliceObstacle(reason: "the encoder gave no header for its pictures")
        }
        return encoderHeader + sample
    }

    mutating func beginRun() { restIsUntouched = false }

    mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        defer { restIsUntouched = true }
        guard isFirst else { return nil }
        let front = Self.front(of: sample, countsPictures: true)
        guard front.isIntra, front.pictureCount == 1, !isPacked else { throw SpliceObstacle.notAnEntry }
        guard !front.hasObjectLayer, encoderHeader != nil else { return nil }
        guard StartCodeSegments(header[...]).contains(where: { Code.objectLayers.contains($0.code) }) else {
            throw SpliceObstacle(reason: "the first picture to copy comes without the header that it needs")
        }
        return header + sample
    }
}

/// Finds the start codes of MPEG-2 and MPEG-4 in memory.
struct StartCodeSearch {
    struct Code {
        var value: UInt8
        /// Where the prefix 00 00 01 begins.
        var start: Int
        /// Behind the code.
        var end: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> Code? {
        var last = position + 2
        while last + 1 < bytes.count {
            switch bytes[last] {
            case 0: last += 1
            case 1 where bytes[last - 1] == 0 && bytes[last - 2] == 0:
                position = last + 2
                return Code(value: bytes[last + 1], start: last - 2, end: last + 2)
            default: last += 3  // no prefix can end within the next two bytes
            }
        }
        position = bytes.count
        return nil
    }
}
