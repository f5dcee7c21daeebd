import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// Films of the sample media, and what tests change in them.
struct SpliceMedia {
    let codec: String
    let header: [UInt8]
    var samples: [[UInt8]]

    init(_ name: String, codec: String, box: String) throws {
        let file = [UInt8](try Data(contentsOf: SampleMedia.url(name)))
        let track = try #require(BoxWalker.tracks(of: file[...]).first { $0.sampleEntry?.box(box) != nil })
        self.codec = codec
        header = Array(try #require(track.sampleEntry?.box(box)))
        samples = track.samples(fileSize: file.count).map { Array(file[$0]) }
    }

    static func h264Open() throws -> SpliceMedia {
        try SpliceMedia("h264-open-gop.mp4", codec: "h264", box: "avcC")
    }

    func splicer() throws -> SampleSplicer { try SampleSplicer(named: codec, header: header) }

    /// The first sample after the first that is of a kind.
    func first(_ entry: SpliceEntry) throws -> Int {
        let splicer = try splicer()
        let found = try samples.indices.dropFirst().first { try splicer.entry(samples[$0]) == entry }
        return try #require(found)
    }

    /// The units of a sample behind lengths of four bytes.
    static func units(_ sample: [UInt8]) throws -> [[UInt8]] {
        var iterator = LengthPrefixedUnits(sample[...], lengthSize: 4)
        var units: [[UInt8]] = []
        while let unit = try iterator.next() { units.append(Array(unit)) }
        return units
    }

    static func sample(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { unit -> [UInt8] in
            var bytes: [UInt8] = []
            bytes.appendBig(UInt32(unit.count))
            return bytes + unit
        }
    }
}

extension SampleSplicer {
    func entry(_ sample: [UInt8]) throws -> SpliceEntry { try sample.withUnsafeBytes { try entry($0) } }

    func refreshes(_ sample: [UInt8]) throws -> Bool { try sample.withUnsafeBytes { try refreshes($0) } }

    func quantizers(_ sample: [UInt8]) throws -> (sum: Int, count: Int) {
        try sample.withUnsafeBytes { try quantizers($0) }
    }

    mutating func copied(_ sample: [UInt8], isFirst: Bool) throws -> [UInt8]? {
        try sample.withUnsafeBytes { try copied($0, isFirst: isFirst) }
    }
}

extension SampleSplicer {
    /// By FFmpeg's name of the codec, as films that tests make have it.
    init(named codec: String, header: [UInt8]) throws {
        let known = try #require(MediaCodec(rawValue: codec)?.traits.splicing)
        try self.init(codec: known, header: header)
    }
}
