import Testing

@testable import AssetKit
@testable import AssetKitBitstream

/// The slices of real films: where the header ends is proved by what follows it.
@Suite("Bitstream, slices of others", .enabled(if: BitstreamCorpus.isPresent))
struct SliceCorpusTests {
    private struct Film {
        let file: String
        let record: ArraySlice<UInt8>
        let samples: [ArraySlice<UInt8>]

        func forEachUnit(lengthSize: Int, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
            for sample in samples {
                var units = LengthPrefixedUnits(sample, lengthSize: lengthSize)
                while let unit = try units.next() {
                    if !unit.isEmpty { try body(unit) }
                }
            }
        }
    }

    private static func films(box: String, codec: String) throws -> [Film] {
        var films: [Film] = []
        for file in try BitstreamCorpus.entries() where file.class == "valid" {
            guard file.streams.contains(where: { $0.codec_name == codec }) else { continue }
            let bytes = try BitstreamCorpus.bytes(of: file)
            for (track, stream) in zip(BoxWalker.tracks(of: bytes[...]), file.streams) {
                guard stream.codec_name == codec, let record = track.sampleEntry?.box(box) else { continue }
                let samples = track.samples(fileSize: bytes.count).prefix(200).map { bytes[$0] }
                if !samples.isEmpty { films.append(Film(file: file.file, record: record, samples: Array(samples))) }
            }
        }
        return films
    }

    /// The parameter sets that a film's slices name; later ones replace those of the same id.
    private struct H264Sets {
        var sequences: [Int: H264SequenceParameterSet] = [:]
        var pictures: [Int: H264PictureParameterSet] = [:]

        mutating func add(_ unit: ArraySlice<UInt8>) throws {
            switch try H264UnitHeader(unit).kind {
            case H264UnitHeader.Kind.sequenceParameterSet:
                let set = try H264SequenceParameterSet(unit: unit)
                sequences[set.id] = set
            case H264UnitHeader.Kind.pictureParameterSet:
                let set = try H264PictureParameterSet(unit: unit)
                pictures[set.id] = set
            default: break
            }
        }
    }

    @Test("H.264: slice data of CABAC begins after ones up to a byte")
    func h264() throws {
        var (films, slices, aligned) = (0, 0, 0)
        for film in try Self.films(box: "avcC", codec: "h264") {
            let configuration = try AVCConfiguration(record: film.record)
            var sets = H264Sets()
            for unit in configuration.sequenceParameterSets + configuration.pictureParameterSets {
                try sets.add(unit[...])
            }
            films += 1
            try film.forEachUnit(lengthSize: configuration.lengthSize) { unit in
                try sets.add(unit)
                guard [1, 5].contains(try H264UnitHeader(unit).kind) else { return }
                let picture = try #require(sets.pictures[try H264SliceHeader.parameterSetID(unit: unit)])
                let sequence = try #require(sets.sequences[picture.sequenceID])
                let slice = try H264SliceHeader(unit: unit, sequence: sequence, picture: picture)
                slices += 1
                guard picture.isArithmeticCoded else { return }
                aligned += 1
                #expect(Self.isFilledWithOnes(unit, from: slice.layout.end), "\(film.file)")
            }
        }
        #expect(films >= 50)
        #expect(slices >= 3_000)
        #expect(aligned >= 2_500)
    }

    /// cabac_alignment_one_bit (7.3.4): the header was read to its very end, or these are 1 by luck.
    private static func isFilledWithOnes(_ unit: ArraySlice<UInt8>, from end: Int) -> Bool {
        let payload = EmulationPrevention.removed(from: unit.dropFirst(), limit: end / 8 + 1)
        let filling = (8 - end % 8) % 8
        guard filling > 0, end / 8 < payload.count else { return filling == 0 }
        return Int(payload[end / 8]) & ((1 << filling) - 1) == (1 << filling) - 1
    }

    @Test("HEVC: random access pictures are intra, and the first of them begins each film")
    func hevc() throws {
        var (films, slices) = (0, 0)
        for film in try Self.films(box: "hvcC", codec: "hevc") {
            let configuration = try HEVCConfiguration(record: film.record)
            let unit = try #require(configuration.sequenceParameterSets.first)
            let sequence = try HEVCSequenceParameterSet(unit: unit[...])
            let sets = try configuration.pictureParameterSets.map { try HEVCPictureParameterSet(unit: $0[...]) }
            let pictures = Dictionary(sets.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            films += 1
            var isFirst = true
            try film.forEachUnit(lengthSize: configuration.lengthSize) { unit in
                let header = try HEVCUnitHeader(unit)
                guard HEVCUnitHeader.Kind.slices.contains(header.kind), header.layer == 0 else { return }
                let picture = try #require(pictures[try HEVCSliceHeader.parameterSetID(unit: unit)])
                let slice = try HEVCSliceHeader(unit: unit, sequence: sequence, picture: picture)
                slices += 1
                if slice.isRandomAccess { #expect(slice.kind == .i || slice.isDependent, "\(film.file)") }
                if isFirst { #expect(slice.isRandomAccess && slice.isFirstSegment, "\(film.file)") }
                isFirst = false
            }
        }
        #expect(films >= 8)
        #expect(slices >= 300)
    }
}
