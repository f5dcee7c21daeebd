import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// What is joined is decoded by FFmpeg: every copied picture has to be the source's, bit for bit, and every edge picture
/// the encoder's, without a word from the decoder.
@Suite("Splicing, decoded by FFmpeg", .enabled(if: Oracle.isThere))
struct SpliceOracleTests {
    private static let sources = LongRun.isOn ? SpliceSource.all : SpliceSource.everyday

    @Test(
        "edges and copied pictures come out as they went in",
        arguments: LongRun.isOn ? SpliceSource.all : SpliceSource.everyday
    )
    func pictures(source: SpliceSource) throws {
        let folder = TemporaryFolder()
        let pictures = SpliceSource.pictures(seconds: LongRun.isOn ? source.seconds : 3)
        let film = try SpliceFilm("source", codec: source.codec, arguments: pictures + source.source, in: folder)
        var cuts = SpliceCuts(film: film, folder: folder)
        let edge = ["-frames:v", "7"] + source.edge
        let edges = try SpliceFilm("edge", codec: source.codec, arguments: pictures + edge, in: folder)
        try cuts.check(edges, isShort: !LongRun.isOn)
        // An edge of one picture makes neighbours of two that begin anew.
        try cuts.check(edges.first, isShort: !LongRun.isOn)
        #expect(cuts.count > 0)
        #expect((cuts.rewrittenCount > 0) == source.isOpen)
        if LongRun.isOn {
            TestNotes.write("\(source.name): \(cuts.count) cuts, \(cuts.pictureCount) copied pictures exact\n")
        }
    }

    @Test("pictures in fields come out as they went in", arguments: FieldFilm.all)
    func fields(options: FieldFilm.Options) throws {
        let folder = TemporaryFolder()
        let film = try FieldFilm.make(options, groups: 6, in: folder)
        guard !options.isPyramid else { return try Self.expectObstacle(film) }
        var cuts = SpliceCuts(film: film, folder: folder)
        let edge = [
            "-f", "lavfi", "-i", "testsrc2=size=32x32:rate=30", "-frames:v", "5", "-pix_fmt", "yuv420p", "-c:v",
            "libx264",
            "-x264-params", "tff=1:keyint=infinite:bframes=1",
        ]
        let edges = try SpliceFilm("edge", codec: "h264", arguments: edge, in: folder)
        try cuts.check(edges, isShort: !LongRun.isOn)
        try cuts.check(edges.first, isShort: !LongRun.isOn)
        #expect(cuts.rewrittenCount == (LongRun.isOn ? 10 : 2))
        if LongRun.isOn {
            TestNotes.write(
                "\(options.testDescription): \(cuts.count) cuts, \(cuts.pictureCount) copied pictures exact\n"
            )
        }
    }

    /// References left out of a run, which nothing forgets before the first bidirectional picture.
    private static func expectObstacle(_ film: SpliceFilm) throws {
        var splicer = try SampleSplicer(named: film.codec, header: film.header)
        let first = try #require(try film.samples.indices.first { try splicer.entry(film.samples[$0]) == .rewritten })
        let run = film.run(from: first, before: .max)
        splicer.beginRun()
        #expect(try splicer.copied(film.samples[run[0]], isFirst: true) != nil)
        #expect(try splicer.copied(film.samples[run[1]], isFirst: false) != nil)
        #expect(throws: SpliceObstacle.self) { try splicer.copied(film.samples[run[2]], isFirst: false) }
    }
}

/// Cuts in one film.
struct SpliceCuts {
    let film: SpliceFilm
    let folder: TemporaryFolder
    private(set) var count = 0
    private(set) var rewrittenCount = 0
    private(set) var pictureCount = 0

    init(film: SpliceFilm, folder: TemporaryFolder) {
        (self.film, self.folder) = (film, folder)
    }

    /// An edge, a run from each entry on, and an edge.
    mutating func check(_ edges: SpliceFilm, isShort: Bool) throws {
        let splicer = try SampleSplicer(named: film.codec, header: film.header)
        let entries = try film.samples.map { sample in try sample.withUnsafeBytes { try splicer.entry($0) } }
        #expect(entries[0] == .clean)
        let joinable = entries.indices.filter { $0 > 0 && [.clean, .rewritten].contains(entries[$0]) }
        for first in isShort ? Array(joinable.suffix(1)) : Array(joinable.prefix(6)) {
            let isRewritten = entries[first] == .rewritten
            if isRewritten { rewrittenCount += 1 }
            let ends = [film.times[first] + 1, film.times[first] + (film.times.max() ?? 0) / 5, Int.max]
            for end in isShort ? ends.suffix(1) : ends {
                try check(edges, film.run(from: first, before: end), isRewritten: isRewritten, splicer)
            }
        }
    }

    private mutating func check(_ edges: SpliceFilm, _ run: [Int], isRewritten: Bool, _ splicer: SampleSplicer) throws {
        guard !run.isEmpty else { return }
        var splicer = splicer
        let header = try splicer.adopt(encoderHeader: edges.header, joinsOpenGroups: isRewritten)
        let encoded = try edges.samples.map { try splicer.encoded($0) }
        splicer.beginRun()
        var samples = encoded
        for index in run {
            let wasUntouched = index != run[0] && splicer.restIsUntouched
            let copy = try film.samples[index].withUnsafeBytes { try splicer.copied($0, isFirst: index == run[0]) }
            if wasUntouched { #expect(copy == nil) }
            #expect(copy != film.samples[index], "what is the same is nil")
            samples.append(copy ?? film.samples[index])
        }
        if film.codec == "h264" { try expectOtherNumbers(samples + encoded, header) }
        let stream = SpliceStream(codec: film.codec, header: header, samples: samples + encoded)
        let path = folder.path("cut-\(count).\(stream.fileExtension)")
        try Data(try stream.bytes()).write(to: URL(filePath: path))
        let decoded = try SpliceDecoder.decode(path)
        let expected =
            edges.pictures + run.map { film.place(of: $0) }.sorted().map { film.pictures[$0] } + edges.pictures
        let found = decoded.pictures(size: expected[0].count)
        let place = "run from \(run[0]), \(run.count) pictures, \(edges.samples.count) at the edges"
        #expect(decoded.complaints == "", "\(place)")
        #expect(found.count == expected.count, "\(place)")
        let wrong = zip(found, expected).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(wrong.isEmpty, "\(place)")
        count += 1
        pictureCount += run.count
        try FileManager.default.removeItem(atPath: path)
    }

    /// Neighbouring IDR pictures have different numbers.
    private func expectOtherNumbers(_ samples: [[UInt8]], _ header: [UInt8]) throws {
        let sets = try H264Sets(record: header[...])
        let numbers = try samples.map { sample in
            let slice = try SpliceMedia.units(sample).first { $0[0] & 31 == 5 }
            return try slice?.withUnsafeBytes { try sets.slice($0).header.refreshID }
        }
        for (one, next) in zip(numbers, numbers.dropFirst()) where one != nil { #expect(one != next) }
    }
}
