/// HEVC: the encoder's parameter sets get ids of their own, and an open GOP begins with a broken link.
struct HEVCSplicing: SplicingScheme {
    let header: [UInt8]
    private let configuration: HEVCConfiguration
    /// The ids of the source's parameter sets.
    private let ids: HEVCSetIDs
    private var encoder: Encoder?
    private(set) var restIsUntouched = false

    /// What is known of the encoder.
    private struct Encoder {
        var lengthSize: Int
        var videoIDs: [Int: Int] = [:]
        var sequenceIDs: [Int: Int] = [:]
        var pictureIDs: [Int: Int] = [:]
    }

    init(header: [UInt8]) throws {
        self.header = header
        configuration = try HEVCConfiguration(record: header[...])
        ids = try HEVCSetIDs(configuration.arrays.flatMap(\.units))
    }

    // MARK: Stored samples

    func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        var (kind, isOneLayer) = (-1, true)
        while let unit = try units.next() {
            let header = try HEVCUnitHeader(Array(unit.prefix(2))[...])
            guard HEVCUnitHeader.Kind.slices.contains(header.kind) else { continue }
            guard header.layer == 0 else {
                isOneLayer = false
                continue
            }
            if kind < 0 { kind = header.kind }
            guard kind == header.kind, HEVCUnitHeader.Kind.randomAccess.contains(kind) else { return .none }
        }
        switch kind {
        case HEVCUnitHeader.Kind.brokenLinks, HEVCUnitHeader.Kind.instantaneousRefreshes:
            // The encoder would make pictures of one layer only.
            return isOneLayer ? .clean : .decodeOnly
        case HEVCUnitHeader.Kind.cleanRandomAccess: return isOneLayer ? .rewritten : .decodeOnly
        default: return .none
        }
    }

    func refreshes(_ sample: UnsafeRawBufferPointer) throws -> Bool {
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            let kind = try HEVCUnitHeader(Array(unit.prefix(2))[...]).kind
            guard HEVCUnitHeader.Kind.slices.contains(kind) else { continue }
            return HEVCUnitHeader.Kind.brokenLinks.contains(kind)
                || HEVCUnitHeader.Kind.instantaneousRefreshes.contains(kind)
        }
        return false
    }

    mutating func beginRun() { restIsUntouched = false }

    mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        defer { restIsUntouched = true }
        guard isFirst else { return nil }
        let entry = try entry(sample)
        guard [.clean, .rewritten].contains(entry) else { throw SpliceObstacle.notAnEntry }
        var writer = StoredUnitWriter(lengthSize: configuration.lengthSize, capacity: sample.count + 64)
        var isChanged = false
        var units = StoredUnits(sample, lengthSize: configuration.lengthSize)
        while let unit = try units.next() {
            let header = try HEVCUnitHeader(Array(unit.prefix(2))[...])
            try requireOwnID(unit, header)
            let isOpen = header.kind == HEVCUnitHeader.Kind.cleanRandomAccess
            let isEntry = header.layer == 0 && HEVCUnitHeader.Kind.randomAccess.contains(header.kind)
            guard isEntry, isOpen || (encoder != nil && HEVCSliceRewriter.dropsEarlierOutput(unit)) else {
                try writer.append(unit)
                continue
            }
            isChanged = true
            let kind = isOpen ? HEVCUnitHeader.Kind.brokenLinkWithoutLeading : header.kind
            try writer.append(HEVCSliceRewriter.refreshed(unit, kind: kind))
        }
        return isChanged ? writer.bytes : nil
    }

    /// A parameter set in a sample must not take the id of one of the encoder's.
    private func requireOwnID(_ unit: UnsafeRawBufferPointer, _ header: HEVCUnitHeader) throws {
        guard let encoder, HEVCUnitHeader.Kind.parameterSets.contains(header.kind), header.layer == 0 else { return }
        let found = try HEVCSetIDs([Array(unit)])
        guard found.videos.isDisjoint(with: encoder.videoIDs.values),
            found.sequences.isDisjoint(with: encoder.sequenceIDs.values),
            found.pictures.isDisjoint(with: encoder.pictureIDs.values)
        else { throw SpliceObstacle(reason: "the film changes its parameter sets on the way") }
    }

    // MARK: The encoder

    mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) throws -> [UInt8] {
        let hasStartCodes = encoderHeader.starts(with: [0, 0, 0, 1]) || encoderHeader.starts(with: [0, 0, 1])
        let record = hasStartCodes ? nil : try HEVCConfiguration(record: encoderHeader[...])
        let units = try record?.arrays.flatMap(\.units) ?? EncoderUnits.of(encoderHeader, lengthSize: 4)
        let found = try HEVCSetIDs(units)
        guard !found.sequences.isEmpty, !found.pictures.isEmpty else {
            throw SpliceObstacle(reason: "the encoder gave no header for its pictures")
        }
        var encoder = Encoder(lengthSize: record?.lengthSize ?? 4)
        try giveIDs(to: &encoder, found)
        self.encoder = encoder
        return try merged(with: units, encoder)
    }

    private func giveIDs(to encoder: inout Encoder, _ found: HEVCSetIDs) throws {
        let small = Array(0..<16)
        let videoNumbers = Array(small.dropFirst()) + [0]
        var videos = FreeIDs(taken: ids.videos, candidates: videoNumbers, name: "video parameter sets")
        var sequences = FreeIDs(taken: ids.sequences, candidates: small.reversed(), name: "sequence parameter sets")
        var pictures = FreeIDs(
            taken: ids.pictures,
            candidates: Array(15..<64) + small.dropLast().reversed(),
            name: "picture parameter sets"
        )
        for id in found.videos.sorted() { encoder.videoIDs[id] = try videos.take() }
        for id in found.sequences.sorted() { encoder.sequenceIDs[id] = try sequences.take() }
        for id in found.pictures.sorted() {
            encoder.pictureIDs[id] = try pictures.take { BitWriter.keepsAlignment(from: id, to: $0) }
        }
    }

    /// The source's record with the encoder's parameter sets, and with a level that is no lower than the encoder's.
    private func merged(with units: [[UInt8]], _ encoder: Encoder) throws -> [UInt8] {
        var arrays = configuration.arrays
        var level = configuration.profile.levelIDC
        for unit in units {
            let kind = try HEVCUnitHeader(unit[...]).kind
            let renamed: [UInt8]
            switch kind {
            case HEVCUnitHeader.Kind.videoParameterSet:
                let id = encoder.videoIDs[try HEVCVideoParameterSet(unit: unit[...]).id] ?? 0
                renamed = try HEVCSetRewriter.video(unit, id: id)
            case HEVCUnitHeader.Kind.sequenceParameterSet:
                let set = try HEVCSequenceParameterSet(unit: unit[...])
                try requireSamePictures(set)
                level = max(level, set.profile.levelIDC)
                // A set may name a video parameter set that is not there; nobody needs it then.
                renamed = try HEVCSetRewriter.sequence(
                    unit,
                    id: encoder.sequenceIDs[set.id] ?? 0,
                    videoID: encoder.videoIDs[set.videoID] ?? set.videoID
                )
            case HEVCUnitHeader.Kind.pictureParameterSet:
                let set = try HEVCPictureParameterSet(unit: unit[...])
                guard let sequenceID = encoder.sequenceIDs[set.sequenceID], let id = encoder.pictureIDs[set.id] else {
                    throw BitstreamError.invalid("pps_seq_parameter_set_id")
                }
                renamed = try HEVCSetRewriter.picture(unit, id: id, sequenceID: sequenceID)
            default: continue
            }
            if let place = arrays.firstIndex(where: { $0.kind == kind }) {
                arrays[place].units.append(renamed)
            } else {
                arrays.append(HEVCConfiguration.Units(kind: kind, isComplete: false, units: [renamed]))
            }
        }
        return try configuration.record(from: header, arrays: arrays, level: level)
    }

    private func requireSamePictures(_ encoder: HEVCSequenceParameterSet) throws {
        for unit in configuration.sequenceParameterSets {
            let own = try HEVCSequenceParameterSet(unit: unit[...])
            guard own.displaySize == encoder.displaySize, own.chromaFormat == encoder.chromaFormat,
                own.lumaBitDepth == encoder.lumaBitDepth, own.chromaBitDepth == encoder.chromaBitDepth
            else { throw SpliceObstacle.otherPictures }
        }
    }

    func encoded(_ sample: [UInt8], refreshID: Int?) throws -> [UInt8] {
        guard let encoder else { preconditionFailure("a sample before the encoder's header") }
        var writer = StoredUnitWriter(lengthSize: configuration.lengthSize, capacity: sample.count + 64)
        for unit in try EncoderUnits.of(sample, lengthSize: encoder.lengthSize) {
            let kind = try HEVCUnitHeader(unit[...]).kind
            if HEVCUnitHeader.Kind.slices.contains(kind) {
                let renamed = try unit.withUnsafeBytes { try HEVCSliceRewriter.renamed($0, ids: encoder.pictureIDs) }
                try writer.append(renamed)
            } else if [HEVCUnitHeader.Kind.prefixInformation, HEVCUnitHeader.Kind.suffixInformation].contains(kind) {
                let messages = try SupplementalMessages(hevcUnit: unit[...])
                let kept = try EncoderUnits.registeredUserData(in: unit, headerSize: 2, messages)
                if let kept { try writer.append(kept) }
            }
        }
        return writer.bytes
    }
}

/// The ids of parameter sets of HEVC.
struct HEVCSetIDs: Sendable {
    private(set) var videos: Set<Int> = []
    private(set) var sequences: Set<Int> = []
    private(set) var pictures: Set<Int> = []

    /// Units of other kinds and other layers are passed over.
    init(_ units: [[UInt8]]) throws(BitstreamError) {
        for unit in units {
            let header = try HEVCUnitHeader(unit[...])
            guard header.layer == 0 else { continue }
            switch header.kind {
            case HEVCUnitHeader.Kind.videoParameterSet:
                videos.insert(try HEVCVideoParameterSet(unit: unit[...]).id)
            case HEVCUnitHeader.Kind.sequenceParameterSet:
                sequences.insert(try HEVCSequenceParameterSet(unit: unit[...]).id)
            case HEVCUnitHeader.Kind.pictureParameterSet:
                pictures.insert(try HEVCPictureParameterSet(unit: unit[...]).id)
            default: break
            }
        }
    }
}
