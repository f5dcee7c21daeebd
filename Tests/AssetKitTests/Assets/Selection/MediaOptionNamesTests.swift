@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitFFmpeg
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Names of options")
struct MediaOptionNamesTests {
    private let english = Locale(identifier: "en")

    private func names(_ tracks: [TrackFacts], in locale: Locale? = nil) -> [String] {
        let options = SelectionTracks.group(tracks)?.options ?? []
        return options.map { $0.displayName(with: locale ?? english) }
    }

    private func subtitles(
        _ language: String? = "eng",
        title: String? = nil,
        _ characteristics: AVMediaCharacteristic...
    ) -> TrackFacts {
        SelectionTracks.facts(.subtitle, language: language, title: title, characteristics: Set(characteristics))
    }

    @Test("a language is named in the words of the reader's language")
    func languages() {
        let tracks = [subtitles("eng"), subtitles("fre"), subtitles("ger")]
        #expect(names(tracks) == ["English", "French", "German"])
        #expect(names(tracks, in: Locale(identifier: "fr")) == ["anglais", "français", "allemand"])
        #expect(names(tracks, in: Locale(identifier: "de")) == ["Englisch", "Französisch", "Deutsch"])
    }

    @Test("an extended tag says more than three letters")
    func extendedTag() {
        var track = subtitles("chi")
        track.extendedLanguageTag = "zh-Hant"
        #expect(names([track]) == ["Chinese, Traditional"])
    }

    @Test("a language that is not known is said to be that, and one without a name shows its code")
    func unknownLanguage() {
        #expect(names([subtitles(nil)]) == ["Unknown language"])
        #expect(names([subtitles("und")]) == ["Unknown language"])
        #expect(names([subtitles("qaa")]) == ["qaa"])
        #expect(names([subtitles("no language at all")]) == ["Unknown language"])
    }

    @Test("the file's own title comes before the language")
    func titles() {
        #expect(
            names([subtitles(title: "Director’s words"), subtitles(title: "  ")]) == ["Director’s words", "English"]
        )
    }

    @Test(
        "the name of a program that presents tracks is no title",
        arguments: ["SubtitleHandler", "Apple Sound Media Handler", "Core Media Audio", "GPAC ISO Audio Handler"]
    )
    func handlerNames(title: String) {
        #expect(names([subtitles(title: title)]) == ["English"])
    }

    @Test("a title in the reader's language comes before others")
    func localisedTitles() {
        let items = [("en", "Comments"), ("fr", "Commentaires")].map { language, text in
            MetadataItems.mutable(.commonIdentifierTitle, text as NSString, language: language)
        }
        let entry = MediaOptionNames.Entry(title: "Track 2", titleItems: items)
        let names = ["en", "fr", "de"].map { MediaOptionNames.names(of: [entry], in: Locale(identifier: $0)) }
        #expect(names == [["Comments"], ["Commentaires"], ["Track 2"]])
    }

    @Test("options in one language are told apart by what they are for")
    func suffixes() {
        let tracks = [
            subtitles(),
            SelectionTracks.forced(subtitles()),
            subtitles("eng", .transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility),
            SelectionTracks.facts(.closedCaption, language: "eng"),
            subtitles("eng", .isAuxiliaryContent),
        ]
        #expect(names(tracks) == ["English", "English (forced)", "English SDH", "English CC", "English (commentary)"])
        let sound = [
            SelectionTracks.facts(.audio, language: "eng"),
            SelectionTracks.facts(.audio, language: "eng", characteristics: [.describesVideoForAccessibility]),
        ]
        #expect(names(sound) == ["English", "English (audio description)"])
    }

    @Test("a name that no other option has stays short")
    func shortNames() {
        #expect(names([subtitles("fra"), SelectionTracks.forced(subtitles())]) == ["French", "English"])
    }

    @Test("options that are alike in all get numbers")
    func numbers() {
        let tracks = [subtitles(), subtitles(), subtitles("fra", title: "English 2"), subtitles()]
        #expect(names(tracks) == ["English", "English 2", "English 2 2", "English 3"])
    }

    @Test("asking in turn for two languages answers each in its own")
    func switchingLanguages() throws {
        let option = try #require(SelectionTracks.group([subtitles("fra")])?.options.first)
        let french = Locale(identifier: "fr")
        let names = [english, french, english].map { option.displayName(with: $0) }
        #expect(names == ["French", "français", "French"])
        #expect(option.displayName == option.displayName(with: .current))
    }
}
