import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

@Suite("ISO fragments")
struct ISOFragmentTests {
    /// A movie header that announces fragments of track 1: samples of 10 ticks and 7 bytes, no sync samples.
    private static func header(_ more: [UInt8] = [], edits: [UInt8] = []) -> [UInt8] {
        let extends = ISOMake.box("mvex", ISOMake.fullBox("trex", 0, 0, ISOMake.u32(1, 1, 10, 7, 0x1_0000)), more)
        return ISOMake.file([ISOMake.Track(edits: edits)], movie: extends)
    }

    private static func fragment(_ parts: [UInt8]...) -> [UInt8] {
        ISOMake.box("moof", ISOMake.fullBox("mfhd", 0, 0, ISOMake.u32(1)), ISOMake.box("traf", parts.flatMap { $0 }))
    }

    private static func trackHeader(_ flags: UInt32 = 0x20000, _ fields: [UInt8] = []) -> [UInt8] {
        ISOMake.fullBox("tfhd", 0, flags, ISOMake.u32(1) + fields)
    }

    private func samples(_ bytes: [UInt8]) throws -> [ISOSample] {
        Array(try #require(ISOMake.movie(bytes).tracks.first).samples.samples())
    }

    @Test("samples are like the movie says, unless the fragment says otherwise, unless the run does")
    func defaults() throws {
        let header = Self.header()
        let plain = Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 0, 1, ISOMake.u32(2, 500)))
        var samples = try samples(header + plain)
        #expect(samples.map(\.duration) == [10, 10])
        #expect(samples.map(\.size) == [7, 7])
        #expect(samples.map(\.isSync) == [false, false])
        #expect(samples.map(\.offset) == [Int64(header.count) + 500, Int64(header.count) + 507])
        let own = Self.trackHeader(0x2003a, ISOMake.u32(2, 20, 8, 0))
        samples = try self.samples(header + Self.fragment(own, ISOMake.fullBox("trun", 0, 1, ISOMake.u32(2, 500))))
        #expect(samples.map(\.duration) == [20, 20])
        #expect(samples.map(\.size) == [8, 8])
        #expect(samples.map(\.isSync) == [true, true])
        #expect(samples.map(\.descriptionIndex) == [1, 1])
        let rows = ISOMake.u32(2, 500, 0x200_0000, 1, 2) + ISOMake.i32(-5) + ISOMake.u32(3, 4, 6)
        samples = try self.samples(header + Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 1, 0xb05, rows)))
        #expect(samples.map(\.duration) == [1, 3])
        #expect(samples.map(\.size) == [2, 4])
        #expect(samples.map(\.compositionOffset) == [-5, 6])
        #expect(samples.map(\.isSync) == [true, false])
        let flags = ISOMake.fullBox("trun", 0, 0x400, ISOMake.u32(2, 0x100_0000, 0x200_0000))
        samples = try self.samples(header + Self.fragment(Self.trackHeader(), flags))
        // What depends on others is no sync sample, even if it does not say so.
        #expect(samples.map(\.isSync) == [false, true])
    }

    @Test("offsets count from the fragment, from what is stated, or from the end of the track before")
    func baseOffsets() throws {
        let run = ISOMake.fullBox("trun", 0, 0, ISOMake.u32(1))
        let stated = Self.trackHeader(1, ISOMake.u64(9000))
        #expect(try samples(Self.header() + Self.fragment(stated, run, run)).map(\.offset) == [9000, 9007])
        let two = ISOMake.box(
            "moof",
            ISOMake.box("traf", Self.trackHeader(0), ISOMake.fullBox("trun", 0, 1, ISOMake.u32(1, 100))),
            ISOMake.box("traf", Self.trackHeader(0), run)
        )
        let start = Int64(Self.header().count)
        #expect(try samples(Self.header() + two).map(\.offset) == [start + 100, start + 107])
    }

    @Test("a fragment starts where it says, or where the one before it ended")
    func decodeTimes() throws {
        let run = ISOMake.fullBox("trun", 0, 0, ISOMake.u32(2))
        let late = Self.fragment(Self.trackHeader(), ISOMake.fullBox("tfdt", 1, 0, ISOMake.u64(1 << 40)), run)
        let next = Self.fragment(Self.trackHeader(), run)
        #expect(try samples(Self.header() + late + next).map(\.decodeTime) == [0, 10, 20, 30].map { $0 + 1 << 40 })
        #expect(try samples(Self.header() + next).map(\.decodeTime) == [0, 10])
        let name = [0x6d, 0x1d, 0x9b, 0x05, 0x42, 0xd5, 0x44, 0xe6, 0x80, 0xe2, 0x14, 0x1d, 0xaf, 0xf7, 0x57, 0xb2]
        let smooth = ISOMake.box("uuid", name.map { UInt8($0) }, ISOMake.u32(0x0100_0000) + ISOMake.u64(70, 20))
        #expect(
            try samples(Self.header() + Self.fragment(Self.trackHeader(), smooth, run)).map(\.decodeTime) == [70, 80]
        )
    }

    @Test("groups of a fragment are its own or the movie's")
    func groups() throws {
        let own = ISOMake.fullBox("sgpd", 1, 0, ISOMake.code("roll") + ISOMake.u32(2, 1) + ISOMake.u16(0xfffc))
        let runs = ISOMake.fullBox("sbgp", 0, 0, ISOMake.code("roll") + ISOMake.u32(1, 1, 0x10001))
        let run = ISOMake.fullBox("trun", 0, 0, ISOMake.u32(2))
        let first = Self.fragment(Self.trackHeader(), run)
        let second = Self.fragment(Self.trackHeader(), run, own, runs)
        let movie = try ISOMake.movie(Self.header() + first + second)
        let table = try #require(movie.tracks.first).samples
        #expect((0..<4).map { table.group("roll", of: $0)?.kind } == [nil, nil, .roll(-4), nil])
        #expect(movie.fragmentCount == 2)
    }

    @Test("the length is known from the indexes without reading a fragment")
    func announcedDurations() throws {
        let run = ISOMake.fullBox("trun", 0, 0, ISOMake.u32(100))
        let fragment = Self.fragment(Self.trackHeader(), run)
        func duration(_ bytes: [UInt8]) throws -> CMTime {
            let movie = try ISOFileReader.read(ISOMake.window(bytes), .headers)
            #expect(movie.fragmentCount == 0)
            return movie.duration
        }
        let announced = Self.header(ISOMake.fullBox("mehd", 0, 0, ISOMake.u32(5000)))
        #expect(try duration(announced + fragment) == CMTime(value: 5, timescale: 1))
        let references = ISOMake.u32(500, 3000, 0x9000_0000, 600, 1500, 0)
        let index = ISOMake.fullBox("sidx", 0, 0, ISOMake.u32(1, 1000, 200, 16) + ISOMake.u16(0, 2) + references)
        #expect(try duration(Self.header() + index + fragment) == CMTime(value: 4700, timescale: 1000))
        let movie = try ISOMake.movie(Self.header() + index + fragment)
        let first = try #require(movie.segmentIndexes.first)
        let start = Int64(Self.header().count + index.count) + 16
        #expect(first.references.map(\.offset) == [start, start + 500])
        #expect(first.references.map(\.startTime) == [200, 3200])
        #expect(first.references.map(\.startsWithAccessPoint) == [true, false])
        #expect(movie.duration == CMTime(value: 1, timescale: 1))
    }

    @Test("an open edit covers all fragments")
    func openEdit() throws {
        let header = Self.header(edits: ISOMake.edits([(0, 20, 0x10000)]))
        let run = ISOMake.fullBox("trun", 0, 0, ISOMake.u32(100))
        let movie = try ISOMake.movie(header + Self.fragment(Self.trackHeader(), run))
        let segment = try #require(movie.timeline(of: movie.tracks[0]).first)
        #expect(segment.mapping.source.start == CMTime(value: 20, timescale: 1000))
        #expect(segment.mapping.source.end == CMTime(value: 1000, timescale: 1000))
    }

    @Test("random access points are found at the end of the file")
    func randomAccess() throws {
        let points = ISOMake.u32(1, 0b01_10_11, 1, 50, 700) + [0, 1, 0, 0, 2, 0, 0, 0, 3]
        let bytes = Self.header() + ISOMake.box("mfra", ISOMake.fullBox("tfra", 0, 0, points))
        let track = try #require(ISOMake.movie(bytes).tracks.first)
        let expected = ISORandomAccessPoint(
            time: 50,
            fragmentOffset: 700,
            trackFragmentNumber: 1,
            runNumber: 2,
            sampleNumber: 3
        )
        #expect(track.randomAccessPoints == [expected])
    }

    @Test("a damaged fragment ends its track, what came before stays")
    func damaged() throws {
        let good = Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 0, 0, ISOMake.u32(2)))
        let endless = ISOMake.fullBox("tfdt", 1, 0, ISOMake.u64(.max))
        let bad = Self.fragment(Self.trackHeader(), endless, ISOMake.fullBox("trun", 0, 0, ISOMake.u32(9)))
        let foreign = Self.fragment(ISOMake.fullBox("tfhd", 0, 0, ISOMake.u32(77)))
        let movie = try ISOMake.movie(Self.header() + good + foreign + bad + good)
        #expect(movie.tracks[0].samples.count == 2)
        #expect(movie.warnings.contains { $0.contains("it has samples of track 77, which the movie has not") })
        #expect(movie.warnings.contains { $0.contains("more than can be counted") })
    }

    @Test("fragments go on behind the samples that lie somewhere, however many more sizes the header has")
    func moreSizesThanPlaces() throws {
        let extends = ISOMake.box("mvex", ISOMake.fullBox("trex", 0, 0, ISOMake.u32(1, 1, 10, 7, 0x1_0000)))
        let two =
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(1, 3, 10))
            + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(1, 1, 2, 1))
        let three = ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(0, 3, 21, 22, 23))
        let place = ISOMake.fullBox("stco", 0, 0, ISOMake.u32(1, 99))
        let file = ISOMake.file([ISOMake.Track(tables: two + three + place)], movie: extends)
        let fragment = Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 0, 0x200, ISOMake.u32(2, 31, 32)))
        #expect(try samples(file + fragment).map(\.size) == [21, 22, 31, 32])
        // Four milliards of sizes and no place.
        let sizes = ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(4, .max))
        let nowhere = ISOMake.file([ISOMake.Track(tables: sizes)], movie: extends)
        let runs = [
            ISOMake.fullBox("trun", 0, 0x200, ISOMake.u32(1, 31)), ISOMake.fullBox("trun", 0, 0, ISOMake.u32(40)),
            ISOMake.fullBox("trun", 0, 0x200, ISOMake.u32(3, 32, 33, 34)),
        ]
        let wanted = [31] + Array(repeating: UInt32(7), count: 40) + [32, 33, 34]
        #expect(try samples(nowhere + Self.fragment(Self.trackHeader(), runs.flatMap { $0 })).map(\.size) == wanted)
    }

    @Test("no fragment follows samples whose times cannot be counted")
    func endlessTimes() throws {
        let extends = ISOMake.box("mvex", ISOMake.fullBox("trex", 0, 0, ISOMake.u32(1, 1, 10, 7, 0x1_0000)))
        let count: UInt32 = 1 << 30
        let tables = [
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(1, count, .max)),
            ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(1, 1, count, 1)),
            ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(1, count)), ISOMake.fullBox("stco", 0, 0, ISOMake.u32(1, 99)),
        ]
        let file = ISOMake.file([ISOMake.Track(tables: tables.flatMap { $0 })], movie: extends)
        let fragment = Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 0, 0, ISOMake.u32(2)))
        let movie = try ISOMake.movie(file + fragment)
        #expect(movie.warnings.contains { $0.contains("no times that can be counted") })
    }

    @Test("ten hours in fragments take little memory and none of the media is read")
    func tenHours() throws {
        // 18,000 fragments of two seconds: 100 samples of 10 ticks each, and a megabyte of media.
        let header = Self.header()
        let rows = ISOMake.u32(100, 0) + (0..<100).flatMap { ISOMake.u32(10_000 + UInt32($0)) }
        let fragment = Self.fragment(Self.trackHeader(), ISOMake.fullBox("trun", 0, 0x201, rows))
        let unit = Int64(1 << 20)
        let media = ISOMake.u32(UInt32(unit) - UInt32(fragment.count)) + ISOMake.code("mdat")
        let head = fragment + media
        let count: Int64 = 18_000
        let start = Int64(header.count)
        let source = ISOMadeSource(length: start + count * unit) { offset, buffer in
            guard offset < start + count * unit else { return 0 }
            let (part, place) = offset < start ? (header, offset) : (head, (offset - start) % unit)
            let known = max(0, min(buffer.count, part.count - Int(place)))
            guard known > 0 else {
                let rest = offset < start ? start - offset : unit - place
                let zeros = min(buffer.count, Int(rest))
                buffer[..<zeros].initializeMemory(as: UInt8.self, repeating: 0)
                return zeros
            }
            buffer.copyBytes(from: part[Int(place)..<Int(place) + known])
            return known
        }
        var limits = ISOLimits()
        // Four bytes of a size for each of 1.8 million samples, and not much more.
        limits.indexBytes = 16 << 20
        let window = try ByteWindow(source)
        let movie = try ISOFileReader.read(window, limits: limits)
        let table = try #require(movie.tracks.first).samples
        #expect(movie.fragmentCount == 18_000)
        #expect(table.count == 1_800_000)
        #expect(table.sizes.memory < 9 << 20)
        #expect(table.times.runCount == 1)
        #expect(table.facts.presentationEnd == 18_000_000)
        #expect(table[1_799_999]?.size == 10_099)
        // Each look at a fragment costs at most two blocks.
        #expect(window.bytesRead <= count * 2 * 65536)
    }
}
