import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// Records are laid out in one place for each codec, whoever has the parameter sets.
@Suite("Decoder records")
struct DecoderRecordTests {
    @Test("parameter sets of H.264 make the record that they came from")
    func h264() throws {
        let header = try SpliceMedia("h264-bframes.mp4", codec: "h264", box: "avcC").header
        let parsed = try AVCConfiguration(record: header[...])
        let (sequences, pictures) = (parsed.sequenceParameterSets, parsed.pictureParameterSets)
        let written = try AVCConfiguration.record(sequences: sequences, pictures: pictures)
        #expect(try AVCConfiguration(record: written[...]) == parsed)
        let described = try #require(DecoderRecord.h264((sequences + pictures).map { Data($0) }, lengthSize: 4))
        #expect(Array(described.data) == written)
        let merged = try parsed.record(from: header, sequences: sequences, pictures: pictures, level: 0)
        #expect(try AVCConfiguration(record: merged[...]) == parsed)
        let raised = try parsed.record(from: header, sequences: sequences, pictures: pictures, level: 62)
        #expect(try AVCConfiguration(record: raised[...]).profile.levelIDC == 62)
    }

    @Test("parameter sets of HEVC make a record with the same sets")
    func hevc() throws {
        let header = try SpliceMedia("hevc.mp4", codec: "hevc", box: "hvcC").header
        let parsed = try HEVCConfiguration(record: header[...])
        let sets = parsed.videoParameterSets + parsed.sequenceParameterSets + parsed.pictureParameterSets
        let described = try #require(DecoderRecord.hevc(sets.map { Data($0) }, lengthSize: 4))
        let again = try HEVCConfiguration(record: Array(described.data)[...])
        #expect(again.videoParameterSets == parsed.videoParameterSets)
        #expect(again.sequenceParameterSets == parsed.sequenceParameterSets)
        #expect(again.pictureParameterSets == parsed.pictureParameterSets)
        let isComplete = again.arrays.allSatisfy { $0.isComplete }
        #expect(isComplete)
        #expect((again.profile, again.lengthSize) == (parsed.profile, 4))
    }

    @Test("a set that no length of two bytes tells is refused")
    func tooLarge() throws {
        let large = [UInt8](repeating: 0, count: 0x1_0000)
        var bytes: [UInt8] = []
        #expect(throws: BitstreamError.self) { try bytes.appendParameterSets([large]) }
        try bytes.appendParameterSets([[1, 2], []])
        #expect(bytes == [0, 2, 1, 2, 0, 0])
    }
}
