import AssetKit
import Testing

@Suite("Snippet 29: metadata and chapters")
struct MetadataSnippetTests {
    @Test("the title is found whatever the format calls it", arguments: ["tags-itunes.m4a", "tags-quicktime.mov"])
    func title(name: String) async throws {
        #expect(try await Snippet29Metadata.title(of: Self.asset(name)) == "Counting Pictures")
    }

    @Test("media without a title have none")
    func noTitle() async throws {
        #expect(try await Snippet29Metadata.title(of: Self.asset("one-frame.mp4")) == nil)
    }

    @Test("the cover is handed out as the file has it")
    func artwork() async throws {
        let artwork = try #require(try await Snippet29Metadata.artwork(of: Self.asset("cover.m4a")))
        #expect(artwork.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(try await Snippet29Metadata.artwork(of: Self.asset("tags-itunes.m4a")) == nil)
    }

    @Test("the synchronous properties tell the same")
    func legacyKeys() {
        let values = Snippet29Metadata.legacyKeys(of: Self.asset("tags-itunes.m4a"))
        #expect(values["title"] == "Counting Pictures")
        #expect(values["artist"] == "The Test Tones")
        #expect(values["albumName"] == "Known Truths")
    }

    @Test("chapters have titles and follow one another")
    func chapters() async throws {
        let chapters = try await Snippet29Metadata.chapters(of: Self.asset("chapters.mp4"))
        #expect(chapters.map(\.0) == ["Opening", "Middle: été", "End"])
        let seconds = (0..<3).map { CMTime(value: $0, timescale: 1) }
        #expect(chapters.map(\.1.start) == seconds)
        #expect(chapters.map(\.1.duration) == seconds.map { _ in seconds[1] })
        #expect(try await Snippet29Metadata.chapters(of: Self.asset("one-frame.mp4")).isEmpty)
    }

    @Test("an item that was made has what it was given")
    func making() {
        let item = Snippet29Metadata.make("A title", for: .commonIdentifierTitle)
        #expect(item.identifier == .commonIdentifierTitle)
        #expect(item.stringValue == "A title")
        #expect(item.dataType == "com.apple.metadata.datatype.UTF-8")
    }

    @Test("the edit list is told as it stands, gaps included")
    func edits() async throws {
        let tracks = try await Self.asset("edit-inner-gap.mp4").loadTracks(withMediaType: .video)
        let track = try #require(tracks.first)
        #expect(Snippet29Metadata.edits(of: track) == ["0.08 -> 0.0", "gap", "1.08 -> 1.5"])
    }

    @Test("only subtitles in English are offered")
    func subtitles() async throws {
        #expect(try await Snippet29Metadata.subtitles(of: Self.asset("subtitles.mp4")).count == 1)
        #expect(try await Snippet29Metadata.subtitles(of: Self.asset("subtitles.mkv")).isEmpty)
        #expect(try await Snippet29Metadata.subtitles(of: Self.asset("one-frame.mp4")).isEmpty)
    }

    private static func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: Places.sample(name)) }
}
