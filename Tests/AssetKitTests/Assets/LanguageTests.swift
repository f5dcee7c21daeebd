import AssetKit
import Testing

@Suite("The language of a track")
struct LanguageTests {
    @Test(
        "one language has two letters, or three of either kind, whatever the file has",
        arguments: ["two-languages.mkv", "two-languages.mp4"],
        ["fr", "fra", "fre", "FR", "eng", "en"]
    )
    func names(file: String, wanted: String) async throws {
        let tracks = try await AVURLAsset(url: SampleMedia.url(file)).loadTracks(withMediaType: .audio)
        let found = tracks.filter { $0.akIsInLanguage(wanted) }.compactMap(\.languageCode)
        // Matroska has the other kind of three letters.
        let french = file.hasSuffix(".mkv") ? "fre" : "fra"
        #expect(found == [wanted.lowercased().hasPrefix("f") ? french : "eng"])
    }

    @Test("what is no language, another one, or in another region, is not the track's")
    func others() async throws {
        let tracks = try await AVURLAsset(url: SampleMedia.url("two-languages.mp4")).load(.tracks)
        for wanted in ["de", "", "no language", "fr-CA", "e"] {
            #expect(!tracks.contains { $0.akIsInLanguage(wanted) }, "\(wanted)")
        }
    }
}
