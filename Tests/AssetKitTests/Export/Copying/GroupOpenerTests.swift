import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Open groups that are copied behind other pictures")
struct GroupOpenerTests {
    /// A film whose second and third groups are open.
    private struct Film {
        let facts: TrackFacts
        let index: SampleIndex
        let media: SpliceMedia
        /// The places of the pictures that begin those.
        let keys: [Int]

        init(_ name: String, codec: String, box: String) async throws {
            let track = try #require(try await LoadedSource.load(AVURLAsset(url: SampleMedia.url(name))).tracks.first)
            let index = track.index
            (facts, self.index) = (track.facts, index)
            media = try SpliceMedia(name, codec: codec, box: box)
            keys = (1..<index.count).filter { index[$0].isSync || index[$0].isPartialSync }
            try #require(keys.count == 2 && media.samples.count == index.count)
        }

        static func h264() async throws -> Film { try await Film("h264-open-gop.mp4", codec: "h264", box: "avcC") }

        static func hevc() async throws -> Film { try await Film("hevc-open-gop.mp4", codec: "hevc", box: "hvcC") }

        /// What follows the first key picture up to the second, without the pictures that are shown before it.
        var rest: [Int] {
            (keys[0] + 1..<keys[1]).filter { index[$0].presentationTicks > index[keys[0]].presentationTicks }
        }

        func opener(_ places: [Int]) throws -> GroupOpener {
            let ticks = Set(places.map { index[$0].presentationTicks })
            return try #require(GroupOpener(OpenGroups(ticks: ticks), of: facts))
        }

        /// What becomes of a sample, or of other bytes in its place.
        func opened(_ opener: inout GroupOpener, _ place: Int, _ bytes: [UInt8]? = nil) throws -> GroupOpener.Opened? {
            try (bytes ?? media.samples[place]).withUnsafeBytes { try opener.opened($0, index[place]) }
        }

        func entry(_ sample: GroupOpener.Opened?) throws -> SpliceEntry {
            try media.splicer().entry(try #require(sample).bytes)
        }
    }

    @Test("without such pictures there is nothing to do")
    func none() {
        #expect(GroupOpener(OpenGroups(), of: TrackFacts(1, .video)) == nil)
    }

    @Test("H.264: decoding begins anew with the picture, and the numbers of those behind it count from there")
    func h264() async throws {
        let film = try await Film.h264()
        var opener = try film.opener([film.keys[0]])
        #expect(try film.opened(&opener, film.keys[0] - 1) == nil)
        #expect(opener.isBusy)
        let first = try film.opened(&opener, film.keys[0])
        #expect(first?.isFirst == true)
        #expect(try film.entry(first) == .clean)
        let rest = try film.rest.map { try film.opened(&opener, $0) }
        #expect(rest.contains { $0 != nil })
        #expect(rest.allSatisfy { $0?.isFirst != true })
        // It ends with the samples, or with a picture that begins anew by itself.
        #expect(opener.isBusy)
    }

    @Test("HEVC: the picture says that what it lacks is not there, and those behind it stay as they are")
    func hevc() async throws {
        let film = try await Film.hevc()
        var opener = try film.opener([film.keys[0]])
        let first = try film.opened(&opener, film.keys[0])
        #expect(first?.isFirst == true && first?.bytes.count == film.media.samples[film.keys[0]].count)
        #expect(try film.entry(first) == .clean)
        #expect(!opener.isBusy)
        #expect(try film.opened(&opener, film.keys[0] + 1) == nil)
        // The group behind it follows what it follows in its source, and no picture is waited for twice.
        #expect(try film.opened(&opener, film.keys[1]) == nil)
        #expect(try film.opened(&opener, film.keys[0]) == nil)
    }

    @Test("a second group begins anew too, where it is one of them")
    func twice() async throws {
        for film in [try await Film.h264(), try await Film.hevc()] {
            var opener = try film.opener(film.keys)
            _ = try film.opened(&opener, film.keys[0])
            #expect(opener.isBusy)
            for place in film.rest { _ = try film.opened(&opener, place) }
            let second = try film.opened(&opener, film.keys[1])
            #expect(second?.isFirst == true)
            #expect(try film.entry(second) == .clean)
        }
    }

    @Test("a sample that stands alone, that is no entry, or whose header makes no sense goes as it is")
    func unchanged() async throws {
        let film = try await Film.h264()
        for (place, description) in [(0, 0), (film.rest[0], 0), (film.keys[0], 7), (film.keys[0], -1)] {
            var opener = try film.opener([place])
            var sample = film.index[place]
            sample.descriptionIndex = description
            let opened = try film.media.samples[place].withUnsafeBytes { try opener.opened($0, sample) }
            #expect(opened == nil, "sample \(place) of description \(description)")
            #expect(!opener.isBusy)
        }
        let bytes: [UInt8] = [0, 0, 0, 200, 1]
        for broken in [[], bytes] {
            var opener = try film.opener([film.keys[0]])
            #expect(try film.opened(&opener, film.keys[0], broken) == nil, "\(broken)")
            #expect(!opener.isBusy)
        }
    }

    @Test("another description ends what has to change")
    func description() async throws {
        let film = try await Film.h264()
        var opener = try film.opener([film.keys[0]])
        _ = try film.opened(&opener, film.keys[0])
        var sample = film.index[film.rest[0]]
        sample.descriptionIndex = 1
        let opened = try film.media.samples[film.rest[0]].withUnsafeBytes { try opener.opened($0, sample) }
        #expect(opened == nil && !opener.isBusy)
    }

    @Test("a damaged sample stays damaged, and those behind it are changed all the same")
    func damaged() async throws {
        let film = try await Film.h264()
        var (whole, broken) = (try film.opener([film.keys[0]]), try film.opener([film.keys[0]]))
        _ = try film.opened(&whole, film.keys[0])
        _ = try film.opened(&broken, film.keys[0])
        // The unit would be longer than the sample.
        #expect(try film.opened(&broken, film.rest[0], [0, 0, 0, 200, 1]) == nil)
        #expect(broken.isBusy)
        let next = try film.opened(&whole, film.rest[0])
        #expect(try film.opened(&broken, film.rest[0])?.bytes == next?.bytes)
    }

    @Test("what cannot be changed is told in a sentence that says what to do, or as it is to who encodes it then")
    func obstacle() async throws {
        let film = try await Film.h264()
        var opener = try film.opener([film.keys[0]])
        _ = try film.opened(&opener, film.keys[0])
        var other = opener
        // A slice in parts.
        let parts = SpliceMedia.sample([[0x22, 0x80]])
        let problem = #expect(throws: MediaProblem.self) { try film.opened(&opener, film.rest[0], parts) }
        #expect(problem?.code == .operationNotSupportedForAsset)
        #expect(
            problem?.reason
                == "an open group of its pictures cannot be copied behind others (pictures to copy are divided into parts, "
                + "views or layers); smart and exact cuts encode what cannot be copied"
        )
        #expect(throws: SpliceObstacle.self) {
            try parts.withUnsafeBytes { try other.changed($0, film.index[film.rest[0]]) }
        }
    }

    @Test("what cannot be changed is one thing, and what cannot be read another")
    func kinds() {
        #expect(OpenGroups.isObstacle(SpliceObstacle.notAnEntry))
        #expect(OpenGroups.isObstacle(BitstreamError.endOfData))
        #expect(!OpenGroups.isObstacle(MediaProblem.hasChanged))
        #expect(!OpenGroups.isObstacle(CancellationError()))
    }

    @Test("of several clips that are refused the first one is told, with its name")
    func refusals() throws {
        let all = ["a.mp4", "b.mp4"].enumerated().map { number, name in
            OpenGroups.Refusal(clip: number, ordinal: 0, name: name, cause: SpliceObstacle(reason: "it is odd"))
        }
        let error = try #require(OpenGroups.Refusals(all: all).error as? AVError)
        #expect(error.code == .operationNotSupportedForAsset)
        #expect(error.localizedDescription.contains("'a.mp4'"))
        #expect(all[1].reason == "an open group of its pictures cannot be copied behind others (it is odd)")
    }
}
