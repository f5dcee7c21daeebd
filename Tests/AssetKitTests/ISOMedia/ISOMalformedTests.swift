import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

@Suite("ISO malformed files")
struct ISOMalformedTests {
    @Test(
        "every file of the corpus, whole, in short reads and without its length, ends in an answer or an error of ours",
        .enabled(if: ISOCorpus.isThere),
        .timeLimit(.minutes(30))
    )
    func corpus() throws {
        var malformed = 0
        var movies = 0
        for entry in ISOCorpus.entries where entry.fileClass == "malformed" || entry.size < 50_000 {
            let bytes = [UInt8](try Data(contentsOf: entry.url))
            let isMovie = try ISOExercise.readsMovie(try ISOMake.window(bytes))
            #expect(try ISOExercise.readsMovie(ByteWindow(ISOMadeSource(bytes, step: 7))) == isMovie, "\(entry)")
            #expect(
                try ISOExercise.readsMovie(ByteWindow(ISOMadeSource(bytes, tellsLength: false))) == isMovie,
                "\(entry)"
            )
            if entry.fileClass == "malformed" { malformed += 1 }
            if isMovie { movies += 1 }
        }
        #expect(malformed >= 59)
        #expect(movies >= 90)
    }

    @Test(
        "mutants of the corpus end in an answer or an error of ours",
        .enabled(if: ISOCorpus.isThere),
        .timeLimit(.minutes(30))
    )
    func mutants() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "iso-mutants-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ISOCorpus.entries.filter { $0.size < 200_000 && $0.boxes?["movie"] is [String: Any] }
        // 2 of each file every day; more of them, or from other seeds, when asked.
        let seed = ProcessInfo.processInfo.environment["ASSETKIT_MUTANT_SEED"] ?? "71"
        let count = ProcessInfo.processInfo.environment["ASSETKIT_MUTANT_COUNT"] ?? (LongRun.isOn ? "4" : "2")
        Self.make(files.map(\.url.path), seed: seed, count: count, in: folder)
        let mutants = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var movies = 0
        for mutant in mutants {
            let window = try ISOMake.window([UInt8](Data(contentsOf: mutant)))
            if try ISOExercise.readsMovie(window) { movies += 1 }
        }
        #expect(mutants.count >= 200)
        #expect(movies >= 100)
        print("ISO mutants: \(mutants.count) read, \(movies) still movies")
    }

    /// Lets the corpus' own program make the mutants, all in one process.
    private static func make(_ files: [String], seed: String, count: String, in folder: URL) {
        let script = """
            import sys
            sys.dont_write_bytecode = True
            sys.path.insert(0, sys.argv[1])
            import mutate
            for number, path in enumerate(sys.argv[5:]):
                data = open(path, "rb").read()
                for index in range(int(sys.argv[3])):
                    kind, _, bytes = mutate.mutant(data, int(sys.argv[2]), index)
                    open("%s/%d-%d.%s" % (sys.argv[4], number, index, kind), "wb").write(bytes)
            """
        let arguments = ["-c", script, ISOCorpus.folder.path, seed, count, folder.path]
        #expect(ISOCommand.run("python3", arguments + files) == 0)
    }

    /// A small movie with one of nearly everything.
    private static let rich: [UInt8] = {
        let groups =
            ISOMake.fullBox("sgpd", 1, 0, ISOMake.code("roll") + ISOMake.u32(2, 1) + ISOMake.u16(0xffff))
            + ISOMake.fullBox("sbgp", 0, 0, ISOMake.code("roll") + ISOMake.u32(1, 3, 1))
        let offsets = ISOMake.fullBox("ctts", 1, 0, ISOMake.u32(2, 1, 10, 2) + ISOMake.i32(-3))
        let marks =
            ISOMake.fullBox("stss", 0, 0, ISOMake.u32(1, 1)) + ISOMake.fullBox("sdtp", 0, 0, [0x20, 0x10, 0x18])
        let colors = ISOMake.box("colr", ISOMake.code("nclx"), ISOMake.u16(1, 1, 1), [0x80])
        let video = ISOMake.Track(
            edits: ISOMake.edits([(5, -1, 0x10000), (30, 3, 0x10000)]),
            extra: ISOMake.box("tref", ISOMake.box("chap", ISOMake.u32(2))),
            descriptions: [ISOMake.visualEntry("avc1", colors, ISOMake.box("pasp", ISOMake.u32(4, 3)))],
            tables: ISOMake.tables(sizes: [5, 6, 7], delta: 10, offset: 40, more: offsets, marks, groups)
        )
        let text = ISOMake.Track(
            id: 2,
            handler: "text",
            descriptions: [ISOMake.box("text", ISOMake.zeros(6), ISOMake.u16(1), ISOMake.zeros(43))],
            tables: ISOMake.tables(sizes: [5], delta: 30, offset: 40)
        )
        let item = ISOMake.box("\u{a9}nam", ISOMake.box("data", ISOMake.u32(1, 0), ISOMake.text("name")))
        let handler = ISOMake.fullBox("hdlr", 0, 0, ISOMake.u32(0) + ISOMake.code("mdir") + ISOMake.zeros(13))
        let meta = ISOMake.fullBox("meta", 0, 0, handler, ISOMake.box("ilst", item))
        let note = ISOMake.box("\u{a9}cmt", ISOMake.u16(4, 0x15c7), ISOMake.text("note"))
        let chapters = ISOMake.fullBox("chpl", 1, 0, ISOMake.u32(0) + [1] + ISOMake.u64(5) + [2] + ISOMake.text("ab"))
        let users = ISOMake.box("udta", note, meta, chapters, ISOMake.u32(0))
        return ISOMake.file([video, text], movie: users)
    }()

    @Test("a movie cut at any byte ends in an answer or an error of ours")
    func everyTruncation() throws {
        var answers = 0
        for count in 0..<Self.rich.count {
            let window = try ISOMake.window(Array(Self.rich[..<count]))
            if try ISOExercise.readsMovie(window) { answers += 1 }
        }
        // From the header of 'moov' on there is always something to tell.
        #expect(answers == Self.rich.count - ISOMake.fileType.count - 8)
        let movie = try ISOMake.movie(Self.rich)
        #expect(movie.tracks.count == 2)
        #expect(movie.metadata.count == 2)
        #expect(movie.listedChapters.count == 1)
    }

    @Test(
        "a movie with any byte changed ends in an answer or an error of ours",
        arguments: [0x00, 0x7f, 0xff] as [UInt8]
    )
    func everyByte(value: UInt8) throws {
        for place in Self.rich.indices where Self.rich[place] != value {
            var bytes = Self.rich
            bytes[place] = value
            _ = try ISOExercise.readsMovie(try ISOMake.window(bytes))
        }
    }

    @Test("a source that fails is not mistaken for a file that ends")
    func failingSource() throws {
        let window = try ByteWindow(ISOFailingSource(Self.rich, failingFrom: 0))
        #expect(throws: ISOFailingSource.Failure.self) { try ISOFileReader.read(window) }
    }

    @Test("tables that promise more than there is cost no memory and no time")
    func hostileCounts() throws {
        var limits = ISOLimits()
        limits.indexBytes = 1 << 20
        let tables =
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(0xffff_ffff, 0xffff_ffff, 0xffff_ffff))
            + ISOMake.fullBox("ctts", 0, 0, ISOMake.u32(0xffff_ffff, 0xffff_ffff, 0x7fff_ffff))
            + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(0xffff_ffff, 1, 0xffff_ffff, 1))
            + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(0xffff_ffff, 0xffff_ffff))
            + ISOMake.fullBox("co64", 0, 0, ISOMake.u32(0xffff_ffff) + ISOMake.u64(.max))
        let movie = try ISOMake.movie(ISOMake.file([ISOMake.Track(tables: tables)]), limits: limits)
        let table = try #require(movie.tracks.first).samples
        // 2³² - 1 samples of 2³² - 1 ticks are more than a clock counts.
        #expect(table.count == 0)
        #expect(
            movie.warnings.contains {
                $0.contains("more time than can be counted") || $0.contains("more than any file")
            }
        )
    }

    @Test("four thousand million equal samples are a table like any other")
    func manySamples() throws {
        let tables =
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(1, 0xffff_ffff, 1))
            + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(1, 1, 0xffff_ffff, 1))
            + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(4, 0xffff_ffff))
            + ISOMake.fullBox("stco", 0, 0, ISOMake.u32(1, 100))
        let movie = try ISOMake.movie(ISOMake.file([ISOMake.Track(tables: tables)]))
        let table = try #require(movie.tracks.first).samples
        #expect(table.count == 0xffff_ffff)
        #expect(table.facts.byteCount == 4 * 0xffff_ffff)
        #expect(table.facts.presentationEnd == 0xffff_ffff)
        let last = try #require(table[0xffff_fffe])
        #expect(last.decodeTime == 0xffff_fffe)
        #expect(last.offset == 100 + 4 * 0xffff_fffe)
        #expect(table.index(decodedAt: 0x8000_0000) == 0x8000_0000)
    }

    @Test("more boxes, tracks or index than the limits allow are refused")
    func limits() throws {
        func error(_ change: (inout ISOLimits) -> Void) throws -> ISOMediaError? {
            var limits = ISOLimits()
            change(&limits)
            return #expect(throws: ISOMediaError.self) { try ISOMake.movie(Self.rich, limits: limits) }
        }
        #expect(try error { $0.boxes = 10 } == .limitExceeded("over 10 boxes"))
        #expect(try error { $0.tracks = 1 } == .limitExceeded("over 1 tracks"))
        #expect(try error { $0.indexBytes = 50 } == .limitExceeded("an index of over 50 bytes"))
        #expect(try error { $0.editsPerTrack = 1 } == .limitExceeded("an edit list with over 1 edits"))
    }
}
