import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// Real parameter sets and slices, changed there and back.
@Suite("Splicing, real headers")
struct SpliceRoundTripTests {
    private static let sampleCount = LongRun.isOn ? 300 : 12

    @Test("of the sample media")
    func sampleMedia() throws {
        var count = SpliceRoundTripCount()
        for file in try SampleMedia.truth().files where [".mp4", ".mov"].contains(where: file.name.hasSuffix) {
            // The second description's sets are not looked for.
            guard file.name != "two-descriptions.mp4" else { continue }
            try count.check([UInt8](Data(contentsOf: SampleMedia.url(file.name))), sampleCount: Self.sampleCount)
        }
        #expect(count.sets >= 80)
        #expect(count.slices >= 300)
    }

    @Test("of films of others", .enabled(if: BitstreamCorpus.isPresent))
    func corpus() throws {
        var count = SpliceRoundTripCount()
        for entry in try BitstreamCorpus.entries() where entry.class == "valid" {
            guard entry.streams.contains(where: { ["h264", "hevc"].contains($0.codec_name) }) else { continue }
            try count.check(BitstreamCorpus.bytes(of: entry), sampleCount: Self.sampleCount)
        }
        #expect(count.sets >= 100)
        #expect(count.slices >= 300)
        if LongRun.isOn { TestNotes.write("corpus: \(count.sets) sets, \(count.slices) slices there and back\n") }
    }
}

private struct SpliceRoundTripCount {
    var sets = 0
    var slices = 0

    mutating func check(_ file: [UInt8], sampleCount: Int) throws {
        for track in BoxWalker.tracks(of: file[...]) {
            guard let entry = track.sampleEntry else { continue }
            let samples = track.samples(fileSize: file.count).prefix(sampleCount).map { file[$0] }
            if let record = entry.box("avcC") {
                try checkH264(AVCConfiguration(record: record), samples)
            } else if let record = entry.box("hvcC") {
                try checkHEVC(HEVCConfiguration(record: record), samples)
            }
        }
    }

    private mutating func checkH264(_ configuration: AVCConfiguration, _ samples: [ArraySlice<UInt8>]) throws {
        var known = H264Sets()
        var pictures: [Int: [UInt8]] = [:]
        let all = configuration.sequenceParameterSets + configuration.pictureParameterSets
        for unit in try all + samples.flatMap({ try units(of: $0, lengthSize: configuration.lengthSize) }) {
            try known.add(unit)
            switch try H264UnitHeader(unit[...]).kind {
            case H264UnitHeader.Kind.sequenceParameterSet:
                try SpliceRoundTrip.h264Sequence(unit)
                sets += 1
            case H264UnitHeader.Kind.pictureParameterSet:
                pictures[try H264PictureParameterSet(unit: unit[...]).id] = unit
                try SpliceRoundTrip.h264Picture(unit)
                sets += 1
            case H264UnitHeader.Kind.slice, H264UnitHeader.Kind.instantaneousRefreshSlice:
                // Long ones take long without optimization, and say no more.
                guard unit.count < 20_000 else { continue }
                try SpliceRoundTrip.h264Slice(unit, known, pictures: pictures)
                slices += 1
            default: break
            }
        }
    }

    private mutating func checkHEVC(_ configuration: HEVCConfiguration, _ samples: [ArraySlice<UInt8>]) throws {
        for unit in configuration.arrays.flatMap(\.units) {
            try SpliceRoundTrip.hevcSet(unit)
            sets += 1
        }
        for unit in try samples.flatMap({ try units(of: $0, lengthSize: configuration.lengthSize) }) {
            let header = try HEVCUnitHeader(unit[...])
            guard HEVCUnitHeader.Kind.slices.contains(header.kind), unit.count < 20_000 else { continue }
            let id = try HEVCSliceHeader.parameterSetID(unit: unit[...])
            guard let other = (15..<64).first(where: { BitWriter.keepsAlignment(from: id, to: $0) }) else {
                continue
            }
            let renamed = try unit.withUnsafeBytes { try HEVCSliceRewriter.renamed($0, ids: [id: other]) }
            #expect(try HEVCSliceHeader.parameterSetID(unit: renamed[...]) == other)
            #expect(try renamed.withUnsafeBytes { try HEVCSliceRewriter.renamed($0, ids: [other: id]) } == unit)
            slices += 1
        }
    }

    private func units(of sample: ArraySlice<UInt8>, lengthSize: Int) throws -> [[UInt8]] {
        var iterator = LengthPrefixedUnits(sample, lengthSize: lengthSize)
        var units: [[UInt8]] = []
        while let unit = try iterator.next() {
            if !unit.isEmpty { units.append(Array(unit)) }
        }
        return units
    }
}
