import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Splicing, H.264 with an encoder")
struct H264SplicingHeaderTests {
    private static func media() throws -> SpliceMedia {
        try SpliceMedia("h264-bframes.mp4", codec: "h264", box: "avcC")
    }

    /// The parameter sets of a record under other ids.
    private static func record(_ record: [UInt8], ids: [Int]) throws -> [UInt8] {
        let configuration = try AVCConfiguration(record: record[...])
        let sequence = try #require(configuration.sequenceParameterSets.first)
        let picture = try #require(configuration.pictureParameterSets.first)
        return try configuration.record(
            from: record,
            sequences: ids.map { try H264SetRewriter.sequence(sequence, id: $0) },
            pictures: ids.map { try H264SetRewriter.picture(picture, id: $0, sequenceID: $0) },
            level: 0
        )
    }

    private static func ids(_ record: [UInt8]) throws -> [Int] {
        let configuration = try AVCConfiguration(record: record[...])
        let sequences = try configuration.sequenceParameterSets.map { try H264SequenceParameterSet(unit: $0[...]).id }
        let pictures = try configuration.pictureParameterSets.map { try H264PictureParameterSet(unit: $0[...]) }
        #expect(pictures.map(\.id) == sequences && pictures.map(\.sequenceID) == sequences)
        return sequences
    }

    @Test(
        "an encoder's sets get the first id that is free",
        arguments: [
            ([0], 15), ([15], 16), ([15, 14, 16], 17), (Array(0...15), 16), ([31], 15), (Array(0...30), 31),
        ]
    )
    func freeIDs(used: [Int], expected: Int) throws {
        let media = try Self.media()
        var splicer = try SampleSplicer(named: "h264", header: Self.record(media.header, ids: used))
        if used.count > 30 {
            // 32 sets do not fit into a record.
            #expect(throws: SpliceObstacle.self) {
                try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
            }
            return
        }
        let header = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
        #expect(try Self.ids(header) == used + [expected])
    }

    @Test("the record stays as it is, but for the sets and a higher level")
    func merged() throws {
        let media = try Self.media()
        let own = try AVCConfiguration(record: media.header[...])
        var splicer = try media.splicer()
        var other = media.header
        // The level of the first parameter set: behind the front of the record, a length, a header and two bytes.
        other[6 + 2 + 3] = 51
        let merged = try AVCConfiguration(
            record: try splicer.adopt(encoderHeader: other, joinsOpenGroups: true)[...]
        )
        #expect(merged.profile.levelIDC == 51)
        #expect(merged.profile.profileIDC == own.profile.profileIDC)
        #expect((merged.lengthSize, merged.highProfileExtension) == (own.lengthSize, own.highProfileExtension))
        let sets = try merged.sequenceParameterSets.map { try H264SequenceParameterSet(unit: $0[...]) }
        #expect(sets.map(\.allowsFrameNumberGaps) == [true, false])
        #expect(try splicer.header(joinsOpenGroups: false) == media.header)
        let alone = try AVCConfiguration(record: splicer.header(joinsOpenGroups: true)[...])
        #expect(alone.sequenceParameterSets == Array(merged.sequenceParameterSets.prefix(1)))
        #expect(alone.pictureParameterSets == own.pictureParameterSets && alone.profile == own.profile)
        let plain = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
        #expect(try AVCConfiguration(record: plain[...]).sequenceParameterSets.first == own.sequenceParameterSets.first)
    }

    @Test("an encoder of other pictures is refused")
    func otherPictures() throws {
        var splicer = try Self.media().splicer()
        #expect(throws: SpliceObstacle.otherPictures) {
            try splicer.adopt(encoderHeader: Array(BitstreamVectors.avcLossless), joinsOpenGroups: false)
        }
        #expect(throws: SpliceObstacle.self) { try splicer.adopt(encoderHeader: [], joinsOpenGroups: false) }
    }

    @Test("an encoder's sample keeps slices and captions, whatever is in front of its units")
    func encoded() throws {
        let media = try Self.media()
        var splicer = try media.splicer()
        let header = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
        let sets = try H264Sets(record: header[...])
        let captions: [UInt8] = [6, 4, 4, 0xB5, 0, 0x31, 9, 0x80]
        let signature: [UInt8] = [6, 5, 2, 1, 2, 4, 4, 0xB5, 0, 0x31, 9, 0x80]
        let slices = try SpliceMedia.units(media.samples[0]).filter { [1, 5].contains($0[0] & 31) }
        let configuration = try AVCConfiguration(record: media.header[...])
        let own = configuration.sequenceParameterSets + configuration.pictureParameterSets
        let units = [[9, 0x10]] + own + [signature] + slices
        let stored = try splicer.encoded(SpliceMedia.sample(units))
        let kept = try SpliceMedia.units(stored)
        #expect(kept.first == captions && kept.count == slices.count + 1)
        for (slice, old) in zip(kept.dropFirst(), slices) {
            let header = try slice.withUnsafeBytes { try sets.slice($0).header }
            #expect(header.parameterSetID == 15 && header.refreshID == H264Splicing.encoderRefreshID(0))
            let changes = H264SliceRewriter.Changes(parameterSetID: 0, refreshID: 0)
            let before = try old.withUnsafeBytes { try sets.slice($0).header }
            #expect(before.refreshID == 0)
            #expect(try SpliceRoundTrip.rewritten(slice, sets, changes) == old)
        }
        #expect(try splicer.encoded(units.flatMap { [0, 0, 0, 1] + $0 }) == stored)
        #expect(try splicer.encoded(units.flatMap { [0, 0, 1] + $0 }) == stored)
        #expect(try splicer.encoded(SpliceMedia.sample(units), refreshID: 7) != stored)
    }

    @Test("an IDR picture with the encoder's number gets another, one that drops pictures does not")
    func cleanFirst() throws {
        let media = try Self.media()
        let sets = try H264Sets(record: media.header[...])
        var splicer = try media.splicer()
        _ = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
        func changed(_ changes: H264SliceRewriter.Changes) throws -> H264SliceHeader? {
            let units = try SpliceMedia.units(media.samples[0]).map {
                $0[0] & 31 == 5 ? try SpliceRoundTrip.rewritten($0, sets, changes) : $0
            }
            splicer.beginRun()
            let copy = try splicer.copied(SpliceMedia.sample(units), isFirst: true)
            #expect(splicer.restIsUntouched)
            let slice = try copy.flatMap { try SpliceMedia.units($0).first { $0[0] & 31 == 5 } }
            return try slice?.withUnsafeBytes { try sets.slice($0).header }
        }
        #expect(try changed(H264SliceRewriter.Changes()) == nil)
        let number = H264SliceRewriter.Changes(refreshID: H264Splicing.encoderRefreshID(0))
        #expect(try changed(number)?.refreshID == H264Splicing.runRefreshID(length: 25))
        let dropping = H264SliceRewriter.Changes(marking: .refresh(dropsEarlierOutput: true, isLongTerm: true))
        #expect(try changed(dropping)?.marking == .refresh(dropsEarlierOutput: false, isLongTerm: true))
    }

    @Test("sets in samples must not take the encoder's ids")
    func collision() throws {
        let media = try Self.media()
        var splicer = try media.splicer()
        _ = try splicer.adopt(encoderHeader: media.header, joinsOpenGroups: false)
        let configuration = try AVCConfiguration(record: media.header[...])
        let own = try #require(configuration.pictureParameterSets.first)
        let units = try SpliceMedia.units(media.samples[0])
        #expect(try splicer.copied(SpliceMedia.sample([own] + units), isFirst: true) == nil)
        let other = try H264SetRewriter.picture(own, id: 15, sequenceID: 0)
        #expect(throws: SpliceObstacle.self) {
            try splicer.copied(SpliceMedia.sample([other] + units), isFirst: true)
        }
    }
}
