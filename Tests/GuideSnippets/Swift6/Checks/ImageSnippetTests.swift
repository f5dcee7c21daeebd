import AssetKit
import Testing

@Suite("Snippets 05 and 06: still images")
struct ImageSnippetTests {
    @Test("one image of the middle, and a poster that fits its size and stands upright")
    func single() async throws {
        Snippet05SingleImage.halfway(AVURLAsset(url: Places.sample("h264-bframes.mp4")))
        let poster = try await Snippet05SingleImage.poster(for: Places.sample("rotated-90.mp4"))
        #expect((poster.width, poster.height) == (180, 320))
    }

    @Test("a film strip has an image for each time, in their order")
    func filmstrip() async throws {
        let asset = AVURLAsset(url: Places.sample("h264-bframes.mp4"))
        let times = [2, 0, 1].map { CMTime(value: $0, timescale: 1) }
        let loose = await Snippet06ImageSequence.filmstrip(asset, at: times)
        let strict = try await Snippet06ImageSequence.strict(asset, at: times)
        #expect(loose.count == 3)
        #expect(strict.count == 3)
    }

    @Test("a sequence can be started and stopped")
    func sequence() {
        let snippet = Snippet06ImageSequence()
        snippet.start(AVURLAsset(url: Places.sample("h264-bframes.mp4")))
        snippet.stop()
    }
}
