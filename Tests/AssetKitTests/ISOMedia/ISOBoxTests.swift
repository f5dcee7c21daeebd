import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

@Suite("ISO boxes")
struct ISOBoxTests {
    private let movie = ISOMake.box("moov", ISOMake.movieHeader(duration: 7), ISOMake.Track().bytes)

    @Test("a box may have a 64-bit size, reach to the end, or be one of QuickTime's paddings")
    func sizes() throws {
        let large = ISOMake.u32(1) + ISOMake.code("free") + ISOMake.u64(20) + ISOMake.zeros(4)
        let padding =
            ISOMake.box("wide") + ISOMake.box("skip", ISOMake.zeros(9)) + ISOMake.box("uuid", ISOMake.zeros(16))
        let open = ISOMake.u32(0) + ISOMake.code("moov") + movie[8...]
        let found = try ISOMake.movie(large + padding + open)
        #expect(found.layout.boxes == ["free", "wide", "skip", "uuid", "moov"])
        #expect(found.header.duration == 7)
        #expect(found.warnings.isEmpty)
        #expect(found.layout.isQuickTime)
    }

    @Test("a movie header behind the media is found without reading the media")
    func headerAtTheEnd() throws {
        let media: Int64 = 5 << 30
        let front = ISOMake.fileType + ISOMake.u32(1) + ISOMake.code("mdat") + ISOMake.u64(UInt64(media))
        let start = Int64(front.count) - 16 + media
        let movie = movie
        let source = ISOMadeSource(length: start + Int64(movie.count)) { offset, buffer in
            let (part, place) = offset < start ? (front, offset) : (movie, offset - start)
            guard place < part.count else {
                guard offset < start else { return 0 }
                let zeros = min(buffer.count, Int(min(start - offset, 65536)))
                buffer[..<zeros].initializeMemory(as: UInt8.self, repeating: 0)
                return zeros
            }
            let known = min(buffer.count, part.count - Int(place))
            buffer.copyBytes(from: part[Int(place)..<Int(place) + known])
            return known
        }
        let window = try ByteWindow(source)
        let found = try ISOFileReader.read(window)
        #expect(found.header.duration == 7)
        #expect(found.layout.hasMediaFirst)
        #expect(window.bytesRead <= 3 * 65536)
    }

    @Test("media that is cut off is told of, and the movie is read")
    func cutMedia() throws {
        let bytes = ISOMake.fileType + movie + ISOMake.u32(5000) + ISOMake.code("mdat") + ISOMake.zeros(100)
        let found = try ISOMake.movie(bytes)
        #expect(found.layout.missingBytes == 4892)
        #expect(found.warnings == ["the file ends 4892 bytes before its box 'mdat' does"])
    }

    @Test("each reason why there is no movie has its own words")
    func reasons() throws {
        func error(_ bytes: [UInt8]) -> ISOMediaError? {
            #expect(throws: ISOMediaError.self) { try ISOMake.movie(bytes) }
        }
        #expect(error([]) == .notISOMedia)
        #expect(error(ISOMake.text("\u{89}PNG and so on and on")) == .notISOMedia)
        #expect(error(ISOMake.fileType) == .noMovieHeader(isTruncated: false))
        let cut = ISOMake.fileType + ISOMake.u32(5000) + ISOMake.code("mdat") + ISOMake.zeros(100)
        #expect(error(cut) == .noMovieHeader(isTruncated: true))
        #expect(error(ISOMake.box("styp", ISOMake.code("msdh")) + ISOMake.box("moof")) == .segmentWithoutHeader)
        let still = ISOMake.box("ftyp", ISOMake.code("heic"), ISOMake.u32(0)) + ISOMake.fullBox("meta")
        #expect(error(still) == .stillImage(brand: "heic"))
        let compressed = ISOMake.box("moov", ISOMake.box("cmov", ISOMake.box("dcom", ISOMake.code("zlib"))))
        #expect(error(compressed) == .compressedMovieHeader)
        let damaged = error(ISOMake.fileType + ISOMake.u32(3) + ISOMake.code("free") + movie)
        #expect("\(try #require(damaged))".hasPrefix("the box 'free' at byte 24 is damaged"))
        #expect("\(ISOMediaError.compressedMovieHeader)".contains("compressed ('cmov'), which is not supported"))
    }

    @Test("headers of version 1 have wide times")
    func wideHeaders() throws {
        let times = ISOMake.u64(3_000_000_000, 3_000_000_001) + ISOMake.u32(90000) + ISOMake.u64(1 << 40)
        let header = ISOMake.fullBox(
            "mvhd",
            1,
            0,
            times + ISOMake.u32(0x8000) + ISOMake.u16(0x80) + ISOMake.zeros(10),
            ISOMake.matrix,
            ISOMake.zeros(24) + ISOMake.u32(3)
        )
        let found = try ISOMake.movie(ISOMake.box("moov", header))
        #expect(found.header.duration == 1 << 40)
        #expect(found.header.timescale == 90000)
        #expect(found.header.preferredRate == 0x8000)
        #expect(found.header.preferredVolume == 0x80)
        #expect(found.header.creationDate?.timeIntervalSince1970 == 917_155_200)
        #expect(found.header.matrix == .identity)
        #expect(ISODate.date(0) == nil)
        #expect(ISODate.date(.max) == nil)
        // Before 1970 it can only have been counted from there.
        #expect(ISODate.date(1_700_000_000)?.timeIntervalSince1970 == 1_700_000_000)
    }

    @Test("times beyond what a timescale can have are rounded and say so")
    func times() {
        #expect(ISOTime.time(5, timescale: 0).isValid == false)
        let odd = ISOTime.time(0x1_0000_0001, timescale: 0xffff_ffff)
        #expect(odd.timescale == 0x7fff_ffff)
        #expect(odd.hasBeenRounded)
        #expect(!ISOTime.time(4, timescale: 0x8000_0000).hasBeenRounded)
        #expect(ISOTime.time(.max, over: 3, preferring: 7).isValid == false)
        #expect(ISOTime.time(1, over: 3 << 40, preferring: 7).hasBeenRounded)
    }

    @Test(
        "languages are three letters or a number of the Macintosh",
        arguments: [
            (0x15c7, "eng"), (0, "eng"), (11, "jpn"), (150, "aze"), (94, "epo"), (128, "cym"), (0x7fff, nil),
            (127, nil),
        ]
            as [(UInt16, String?)]
    )
    func languages(packed: UInt16, tag: String?) {
        #expect(ISOLanguage(packed: packed).tag == tag)
    }

    @Test("an extended language counts more than the packed one, in whichever order they stand")
    func extendedLanguage() throws {
        var track = ISOMake.Track(language: 0x15c7).bytes
        let tag = ISOMake.fullBox("elng", 0, 0, ISOMake.text("en-GB\0"))
        // Put it in front of everything else in 'mdia'.
        let place = try #require(track.indices.first { Array(track[$0...].prefix(4)) == ISOMake.code("mdia") }) + 4
        track.insert(contentsOf: tag, at: place)
        for size in [0, place - 8] {
            let old = track[size..<size + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            track.replaceSubrange(size..<size + 4, with: ISOMake.u32(old + UInt32(tag.count)))
        }
        let found = try ISOMake.movie(ISOMake.box("moov", ISOMake.movieHeader(), track))
        #expect(found.tracks.first?.media.languageTag == "en-GB")
        #expect(found.tracks.first?.media.language.tag == "eng")
        #expect(found.warnings.isEmpty)
    }
}
