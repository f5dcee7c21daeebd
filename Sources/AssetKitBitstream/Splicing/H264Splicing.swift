/// H.264: the encoder's parameter sets get ids of their own, and an open GOP becomes a closed one.
struct H264Splicing: SplicingScheme {
    let header: [UInt8]
    let configuration: AVCConfiguration
    /// The source's parameter sets.
    var sets: H264Sets
    private(set) var encoder: Encoder?
    var run = Run()

    var restIsUntouched: Bool { run.isUntouched }

    /// What is known of the encoder.
    struct Encoder: Sendable {
        var sets: H264Sets
        var lengthSize: Int
        /// New ids by old ones.
        var sequenceIDs: [Int: Int] = [:]
        var pictureIDs: [Int: Int] = [:]
    }

    /// The number (idr_pic_id) of an encoder's IDR picture: one that streams, which count from 0 or between 0 and 1,
    /// hardly have, and whose code is longer by 24 bits. Large numbers stay.
    static func encoderRefreshID(_ id: Int) -> Int {
        let moved = ((id + 1) << 12) - 1
        return moved <= 65_535 ? moved : id
    }

    /// Another number with a code of `length` bits, 25 to 31, for pictures of a run.
    static func runRefreshID(length: Int) -> Int { (1 << (length / 2)) - 1 + 500 }

    init(header: [UInt8]) throws {
        self.header = header
        configuration = try AVCConfiguration(record: header[...])
        sets = try H264Sets(configuration.sequenceParameterSets + configuration.pictureParameterSets)
    }

    mutating func beginRun() { run = Run() }

    func quantizers(_ sample: UnsafeRawBufferPointer) throws -> (sum: Int, count: Int) {
        var result = (sum: 0, count: 0)
        var sets = self.sets
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            switch try H264UnitHeader.kind(unit) {
            case H264UnitHeader.Kind.slice, H264UnitHeader.Kind.instantaneousRefreshSlice:
                let slice = try sets.slice(unit).header
                guard slice.kind != .b else { continue }
                result = (result.sum + slice.quantizer, result.count + 1)
            case H264UnitHeader.Kind.sequenceParameterSet, H264UnitHeader.Kind.pictureParameterSet:
                try sets.add(Array(unit))
            default: break
            }
        }
        return result
    }

    func header(joinsOpenGroups: Bool) throws -> [UInt8] {
        guard joinsOpenGroups else { return header }
        return try configuration.record(
            from: header,
            sequences: sequences(joinsOpenGroups: true),
            pictures: configuration.pictureParameterSets,
            level: 0
        )
    }

    /// The source's sets. Where an open GOP became a closed one, references are missing that their numbers count.
    private func sequences(joinsOpenGroups: Bool) throws(BitstreamError) -> [[UInt8]] {
        let units = configuration.sequenceParameterSets
        guard joinsOpenGroups else { return units }
        return try units.map { unit throws(BitstreamError) in try H264SetRewriter.allowingGaps(unit) }
    }

    // MARK: The encoder

    mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) throws -> [UInt8] {
        let record = encoderHeader.first == 1 ? try AVCConfiguration(record: encoderHeader[...]) : nil
        let units =
            try record.map { $0.sequenceParameterSets + $0.pictureParameterSets }
            ?? EncoderUnits.of(encoderHeader, lengthSize: 4)
        var encoder = Encoder(sets: try H264Sets(units), lengthSize: record?.lengthSize ?? 4)
        guard !encoder.sets.sequences.isEmpty, !encoder.sets.pictures.isEmpty else {
            throw SpliceObstacle(reason: "the encoder gave no header for its pictures")
        }
        try requireSamePictures(encoder.sets)
        try giveIDs(to: &encoder)
        self.encoder = encoder
        let sequences = try sequences(joinsOpenGroups: joinsOpenGroups)
        let renamed = try renamedSets(units, encoder)
        return try configuration.record(
            from: header,
            sequences: sequences + renamed.sequences,
            pictures: configuration.pictureParameterSets + renamed.pictures,
            level: encoder.sets.sequences.values.map(\.profile.levelIDC).max() ?? 0
        )
    }

    private func requireSamePictures(_ encoder: H264Sets) throws {
        for own in sets.sequences.values {
            for other in encoder.sequences.values {
                guard own.displaySize == other.displaySize, own.chroma.format == other.chroma.format,
                    own.chroma.lumaBitDepth == other.chroma.lumaBitDepth,
                    own.chroma.chromaBitDepth == other.chroma.chromaBitDepth
                else { throw SpliceObstacle.otherPictures }
            }
        }
    }

    private func giveIDs(to encoder: inout Encoder) throws {
        let order = Array(15..<256) + (0..<15).reversed()
        var sequences = FreeIDs(
            taken: Set(sets.sequences.keys),
            candidates: order.filter { $0 < 32 },
            name: "sequence parameter sets"
        )
        var pictures = FreeIDs(
            taken: Set(sets.pictures.keys),
            candidates: order,
            name: "picture parameter sets"
        )
        for id in encoder.sets.sequences.keys.sorted() { encoder.sequenceIDs[id] = try sequences.take() }
        for id in encoder.sets.pictures.keys.sorted() {
            encoder.pictureIDs[id] = try pictures.take { BitWriter.keepsAlignment(from: id, to: $0) }
        }
    }

    private func renamedSets(
        _ units: [[UInt8]],
        _ encoder: Encoder
    ) throws(BitstreamError) -> (sequences: [[UInt8]], pictures: [[UInt8]]) {
        var (sequences, pictures): ([[UInt8]], [[UInt8]]) = ([], [])
        for unit in units {
            switch try H264UnitHeader(unit[...]).kind {
            case H264UnitHeader.Kind.sequenceParameterSet:
                let set = try H264SequenceParameterSet(unit: unit[...])
                guard let id = encoder.sequenceIDs[set.id] else { throw .invalid("seq_parameter_set_id") }
                sequences.append(try H264SetRewriter.sequence(unit, id: id))
            case H264UnitHeader.Kind.pictureParameterSet:
                let set = try H264PictureParameterSet(unit: unit[...])
                guard let id = encoder.pictureIDs[set.id], let sequenceID = encoder.sequenceIDs[set.sequenceID] else {
                    throw .invalid("pic_parameter_set_id")
                }
                pictures.append(try H264SetRewriter.picture(unit, id: id, sequenceID: sequenceID))
            default: break
            }
        }
        return (sequences, pictures)
    }

    func encoded(_ sample: [UInt8], refreshID: Int?) throws -> [UInt8] {
        guard let encoder else { preconditionFailure("a sample before the encoder's header") }
        var writer = StoredUnitWriter(lengthSize: configuration.lengthSize, capacity: sample.count + 64)
        for unit in try EncoderUnits.of(sample, lengthSize: encoder.lengthSize) {
            switch try H264UnitHeader(unit[...]).kind {
            case H264UnitHeader.Kind.slice, H264UnitHeader.Kind.instantaneousRefreshSlice:
                try writer.append(try renamedSlice(unit, encoder, refreshID: refreshID))
            case H264UnitHeader.Kind.supplementalInformation:
                let messages = try SupplementalMessages(h264Unit: unit[...])
                let kept = try EncoderUnits.registeredUserData(in: unit, headerSize: 1, messages)
                if let kept { try writer.append(kept) }
            case H264UnitHeader.Kind.parts: throw SpliceObstacle(reason: "the encoder divides its pictures into parts")
            default: break
            }
        }
        return writer.bytes
    }

    private func renamedSlice(_ unit: [UInt8], _ encoder: Encoder, refreshID: Int?) throws -> [UInt8] {
        try unit.withUnsafeBytes { bytes in
            let slice = try encoder.sets.slice(bytes)
            var changes = H264SliceRewriter.Changes(parameterSetID: encoder.pictureIDs[slice.header.parameterSetID])
            changes.refreshID = slice.header.refreshID.map {
                refreshID ?? Self.encoderRefreshID($0)
            }
            return try H264SliceRewriter(slice: slice).rewritten(bytes, changes)
        }
    }
}

extension SpliceObstacle {
    static let otherPictures = SpliceObstacle(
        reason: "the encoder makes pictures of another size, colour format or depth than the film has"
    )
}
