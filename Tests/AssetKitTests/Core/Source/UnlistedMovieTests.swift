import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// What FFmpeg tells of movies whose lists of samples it does not see.
@Suite("Movies without their lists")
struct UnlistedMovieTests {
    private static let movies = ((try? FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder.path)) ?? [])
        .filter { ["mp4", "mov", "m4a"].contains(URL(filePath: $0).pathExtension) }.sorted()

    /// The beginnings of the names of movies with several edits, or with fragments.
    private static let shown = ["edit-", "fragmented"]

    private func input(_ name: String) -> MediaInput {
        MediaInput(url: SampleMedia.url(name), fileType: nil, restrictions: [])
    }

    @Test("decoders are told the same with the lists and without", arguments: movies)
    func parameters(name: String) throws {
        let (input, flag) = (input(name), CancellationFlag())
        let source = try input.open(flag)
        guard let unlisted = try UnlistedMovie(source, from: 0) else {
            #expect(Self.shown.contains { name.hasPrefix($0) })
            return
        }
        let whole = try DemuxedMedia.openedDemuxer(source, input, isForSamples: true, flag: flag)
        let bare = try DemuxedMedia.openedDemuxer(unlisted, input, isForSamples: true, flag: flag)
        let facts = try MediaInspector.inspect(input, isPrecise: false, flag: flag)
        #expect(whole.streams.count == bare.streams.count)
        for (known, found) in zip(whole.streams, bare.streams) {
            #expect(known.identifier == found.identifier)
            #expect(known.codecName == found.codecName)
            #expect(known.timeBase == found.timeBase)
            #expect(known.codecPrivate == found.codecPrivate)
            #expect("\(known.soundFormat)" == "\(found.soundFormat)")
            var (wanted, pictures) = (known.pictureFormat, found.pictureFormat)
            // The rate is told by the list alone, and no decoder asks for it.
            (wanted.declaredRate, pictures.declaredRate) = (nil, nil)
            if known.knownCodec == .h264, let table = facts.sampleTables[Int32(known.identifier)] {
                pictures.reorderedPictures = table.reorderingDepth
            }
            #expect("\(wanted)" == "\(pictures)")
        }
    }

    @Test("nothing but the types of boxes is other than it is stored")
    func bytes() throws {
        let stored = try Data(contentsOf: SampleMedia.url("h264-bframes.mp4"))
        let source = AKDataSource(stored)
        let movie = try #require(try UnlistedMovie(source, from: 0))
        let places = try ISOTableBoxes(ByteWindow(source)).typePlaces
        #expect(places.count > 8)
        var wanted = Array(stored)
        for place in places { wanted.replaceSubrange(Int(place)..<Int(place) + 4, with: Array("free".utf8)) }
        // However it is read: pieces may end within a type.
        for step in [1, 3, 7, 4096, stored.count] {
            var found: [UInt8] = []
            while found.count < stored.count {
                var piece = [UInt8](repeating: 0, count: step)
                let count = try piece.withUnsafeMutableBytes { try movie.read(at: Int64(found.count), into: $0) }
                found += piece[..<count]
            }
            #expect(found == wanted, "\(step)")
        }
    }

    @Test("how long the header is is found by the heads of boxes")
    func headers() throws {
        func header(_ bytes: [UInt8]) throws -> Int64? {
            try ISOTableBoxes.headerByteCount(in: AKDataSource(Data(bytes)))
        }
        let (brands, media) = (ISOMake.box("ftyp", [1, 2, 3, 4]), ISOMake.box("mdat", ISOMake.zeros(100)))
        let movie = ISOMake.box("moov", ISOMake.zeros(12))
        #expect(try header(brands + media + movie) == 20)
        #expect(try header(movie + media) == 20)
        #expect(try header(brands + media) == nil)
        #expect(try header([]) == nil && header([0, 0, 0]) == nil)
        // A box that says it is shorter than its own head leads nowhere.
        #expect(try header(brands + ISOMake.u32(4) + ISOMake.code("free") + movie) == nil)
        #expect(try header(brands + ISOMake.u32(UInt32.max) + ISOMake.code("mdat") + movie) == nil)
    }

    @Test("small movies and what is none are shown as they are")
    func spared() throws {
        #expect(try UnlistedMovie(input("h264-bframes.mp4").open(CancellationFlag())) == nil)
        for name in ["h264-bframes.mkv", "fragmented.mp4", "edit-inner-gap.mp4"] {
            #expect(try UnlistedMovie(input(name).open(CancellationFlag()), from: 0) == nil, "\(name)")
        }
    }
}
