import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// Headers that are read and written: bit by bit what they were, or what was asked for.
@Suite("Splicing, headers")
struct SpliceRewritingTests {
    private static let records = [
        BitstreamVectors.avcHigh, BitstreamVectors.avcInterlaced, BitstreamVectors.avcBaseline,
        BitstreamVectors.avcLossless,
    ]

    @Test("parameter sets of H.264 under other ids, and back again", arguments: records)
    func h264Sets(record: ArraySlice<UInt8>) throws {
        let configuration = try AVCConfiguration(record: record)
        for unit in configuration.sequenceParameterSets { try SpliceRoundTrip.h264Sequence(unit) }
        for unit in configuration.pictureParameterSets { try SpliceRoundTrip.h264Picture(unit) }
    }

    @Test(
        "parameter sets of HEVC under other ids, and back again",
        arguments: [
            BitstreamVectors.hevcHDR, BitstreamVectors.hevc422, BitstreamVectors.hevcFields,
        ]
    )
    func hevcSets(record: ArraySlice<UInt8>) throws {
        for unit in try HEVCConfiguration(record: record).arrays.flatMap(\.units) { try SpliceRoundTrip.hevcSet(unit) }
    }

    @Test("gaps are allowed by one bit")
    func gaps() throws {
        for record in Self.records {
            let unit = try #require(try AVCConfiguration(record: record).sequenceParameterSets.first)
            let allowing = try H264SetRewriter.allowingGaps(unit)
            var expected = try H264SequenceParameterSet(unit: unit[...])
            #expect(!expected.allowsFrameNumberGaps)
            expected.allowsFrameNumberGaps = true
            #expect(try H264SequenceParameterSet(unit: allowing[...]) == expected)
            #expect(allowing.count == unit.count)
            #expect(try H264SetRewriter.allowingGaps(allowing) == allowing)
        }
    }

    @Test("an IDR picture becomes another picture, and an IDR picture again")
    func refresh() throws {
        let sets = try H264Sets(record: BitstreamVectors.avcHigh)
        let unit = Array(BitstreamVectors.avcHighSlices[0])
        var changes = H264SliceRewriter.Changes(parameterSetID: nil, frameNumber: 9, refreshID: 1_234)
        changes.pictureOrderLeastBits = 33
        changes.marking = .refresh(dropsEarlierOutput: true, isLongTerm: false)
        let changed = try SpliceRoundTrip.rewritten(unit, sets, changes)
        let header = try changed.withUnsafeBytes { try sets.slice($0).header }
        #expect((header.frameNumber, header.refreshID, header.pictureOrderLeastBits) == (9, 1_234, 33))
        #expect(header.marking == changes.marking)
        changes = H264SliceRewriter.Changes(frameNumber: 0, refreshID: 0, pictureOrderLeastBits: 0)
        changes.marking = .refresh(dropsEarlierOutput: false, isLongTerm: false)
        #expect(try SpliceRoundTrip.rewritten(changed, sets, changes) == unit)
    }

    @Test("commands are written as they are read")
    func commands() throws {
        let marking = H264ReferenceMarking.commands([
            .forgetShortTerm(difference: 4), .forgetLongTerm(number: 1), .keepLongTerm(difference: 5, index: 2),
            .limitLongTerm(count: 0), .keepCurrentLongTerm(index: 7), .forgetAll,
        ])
        for marking in [marking, .slidingWindow, .refresh(dropsEarlierOutput: false, isLongTerm: true)] {
            var writer = BitWriter()
            marking.write(to: &writer)
            var reader = BitReader(writer.bytes)
            let isRefresh = marking == .refresh(dropsEarlierOutput: false, isLongTerm: true)
            #expect(try H264ReferenceMarking(from: &reader, isRefresh: isRefresh) == marking)
            #expect(reader.position == writer.position)
        }
    }

    @Test("a slice of HEVC under another id is a byte longer, and the same again")
    func hevcSlices() throws {
        let there = Dictionary(uniqueKeysWithValues: [(0, 15), (1, 31), (7, 14), (15, 16)])
        for unit in BitstreamVectors.hevc422Slices.map(Array.init) {
            let renamed = try unit.withUnsafeBytes { try HEVCSliceRewriter.renamed($0, ids: there) }
            #expect(try HEVCSliceHeader.parameterSetID(unit: renamed[...]) == 15)
            #expect(try renamed.withUnsafeBytes { try HEVCSliceRewriter.renamed($0, ids: [15: 0]) } == unit)
        }
    }
}

/// Changes there and back.
enum SpliceRoundTrip {
    /// Without zeros at the end, which a set need not have.
    private static func trimmed(_ unit: [UInt8]) -> [UInt8] {
        Array(unit.prefix((unit.lastIndex { $0 != 0 } ?? -1) + 1))
    }

    static func h264Sequence(_ unit: [UInt8]) throws {
        let set = try H264SequenceParameterSet(unit: unit[...])
        #expect(try H264SetRewriter.sequence(unit, id: set.id) == trimmed(unit))
        for id in [0, 1, 7, 15, 31] {
            let renamed = try H264SetRewriter.sequence(unit, id: id)
            var expected = set
            expected.id = id
            #expect(try H264SequenceParameterSet(unit: renamed[...]) == expected)
            #expect(try H264SetRewriter.sequence(renamed, id: set.id) == trimmed(unit))
        }
    }

    static func h264Picture(_ unit: [UInt8]) throws {
        let set = try H264PictureParameterSet(unit: unit[...])
        for id in [0, 2, 15, 16, 100, 255] {
            let renamed = try H264SetRewriter.picture(unit, id: id, sequenceID: id % 32)
            var expected = set
            (expected.id, expected.sequenceID) = (id, id % 32)
            #expect(try H264PictureParameterSet(unit: renamed[...]) == expected)
            let back = try H264SetRewriter.picture(renamed, id: set.id, sequenceID: set.sequenceID)
            #expect(back == trimmed(unit))
        }
    }

    static func hevcSet(_ unit: [UInt8]) throws {
        switch try HEVCUnitHeader(unit[...]).kind {
        case HEVCUnitHeader.Kind.videoParameterSet:
            let set = try HEVCVideoParameterSet(unit: unit[...])
            let renamed = try HEVCSetRewriter.video(unit, id: 11)
            #expect(try HEVCVideoParameterSet(unit: renamed[...]).id == 11)
            #expect(try HEVCSetRewriter.video(renamed, id: set.id) == trimmed(unit))
        case HEVCUnitHeader.Kind.sequenceParameterSet:
            let set = try HEVCSequenceParameterSet(unit: unit[...])
            let renamed = try HEVCSetRewriter.sequence(unit, id: 15, videoID: 3)
            var expected = set
            (expected.id, expected.videoID) = (15, 3)
            #expect(try HEVCSequenceParameterSet(unit: renamed[...]) == expected)
            #expect(try HEVCSetRewriter.sequence(renamed, id: set.id, videoID: set.videoID) == trimmed(unit))
        case HEVCUnitHeader.Kind.pictureParameterSet:
            let set = try HEVCPictureParameterSet(unit: unit[...])
            let renamed = try HEVCSetRewriter.picture(unit, id: 40, sequenceID: 9)
            var expected = set
            (expected.id, expected.sequenceID) = (40, 9)
            #expect(try HEVCPictureParameterSet(unit: renamed[...]) == expected)
            #expect(try HEVCSetRewriter.picture(renamed, id: set.id, sequenceID: set.sequenceID) == trimmed(unit))
        default: break
        }
    }

    static func rewritten(
        _ unit: [UInt8],
        _ sets: H264Sets,
        _ changes: H264SliceRewriter.Changes
    ) throws -> [UInt8] {
        try unit.withUnsafeBytes { bytes in
            try H264SliceRewriter(slice: try sets.slice(bytes)).rewritten(bytes, changes)
        }
    }

    /// The same values give the same bytes; another id and the old one as well. `pictures` are the units of the picture
    /// parameter sets by their ids.
    static func h264Slice(_ unit: [UInt8], _ sets: H264Sets, pictures: [Int: [UInt8]]) throws {
        let slice = try unit.withUnsafeBytes { try sets.slice($0) }
        let header = slice.header
        let changes = H264SliceRewriter.Changes(
            unitKind: header.unit.kind,
            parameterSetID: header.parameterSetID,
            frameNumber: header.frameNumber,
            refreshID: header.refreshID,
            pictureOrderLeastBits: header.pictureOrderLeastBits,
            marking: header.marking
        )
        #expect(try rewritten(unit, sets, changes) == unit)
        let picture = try #require(pictures[header.parameterSetID])
        for id in [3, 15, 200] where id != header.parameterSetID {
            // What would move CAVLC data by parts of a byte is refused.
            let isPossible = BitWriter.keepsAlignment(from: header.parameterSetID, to: id)
            guard slice.picture.isArithmeticCoded || isPossible else {
                let changes = H264SliceRewriter.Changes(parameterSetID: id)
                #expect(throws: SpliceObstacle.self) { try rewritten(unit, sets, changes) }
                continue
            }
            var others = sets
            try others.add(H264SetRewriter.picture(picture, id: id, sequenceID: slice.picture.sequenceID))
            let renamed = try rewritten(unit, sets, H264SliceRewriter.Changes(parameterSetID: id))
            let back = H264SliceRewriter.Changes(parameterSetID: header.parameterSetID)
            #expect(try rewritten(renamed, others, back) == unit)
        }
    }
}
