@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
import Foundation
import Testing

@Suite("Languages of metadata")
struct MetadataLanguageTests {
    @Test(
        "a file's language becomes an extended tag",
        arguments: [
            ("eng", "en"), ("ger", "de"), ("deu", "de"), ("fre", "fr"), ("chi", "zh"), ("und", "und"), ("en", "en"),
            ("en_US", "en-US"), ("EN-us", "en-US"), ("zh-Hant-TW", "zh-Hant-TW"), ("haw", "haw"), ("ger-AT", "de-AT"),
        ]
    )
    func storedTags(stored: String, tag: String) {
        #expect(MetadataItems.native(.iTunes, "©nam", .text("x"), language: stored).extendedLanguageTag == tag)
    }

    @Test("what is no language is none", arguments: ["", "XXX", "xxx", "e n", "日本", "en\u{0}", "!!!"])
    func noLanguage(stored: String) {
        let item = MetadataItems.native(.iTunes, "©nam", .text("x"), language: stored)
        #expect(item.extendedLanguageTag == nil)
        #expect(item.locale == nil)
    }

    @Test("all twenty double codes of ISO 639-2 are one language each")
    func doubleCodes() {
        let codes = [
            "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr",
            "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa",
            "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
        ]
        for (code, tag) in codes { #expect(MetadataLanguage(storedTag: code)?.tag == tag) }
    }

    @Test("the locale and the tag follow each other")
    func localeAndTag() {
        let item = AVMutableMetadataItem()
        item.locale = Locale(identifier: "pt_BR")
        #expect(item.extendedLanguageTag == "pt-BR")
        item.extendedLanguageTag = "sr-Latn"
        #expect(item.locale?.identifier(.bcp47) == "sr-Latn")
        item.extendedLanguageTag = nil
        #expect(item.locale == nil)
        item.locale = Locale(identifier: "de")
        item.locale = nil
        #expect(item.extendedLanguageTag == nil)
    }

    private func titles(_ languages: [String?]) -> [AVMetadataItem] {
        languages.map { MetadataItems.mutable(.commonIdentifierTitle, ($0 ?? "none") as NSString, language: $0) }
    }

    private func preferred(_ languages: [String?], _ preferences: [String]) -> [String?] {
        AVMetadataItem.metadataItems(
            from: titles(languages),
            filteredAndSortedAccordingToPreferredLanguages: preferences
        ).map(\.stringValue)
    }

    @Test("items come in the order of the languages that are preferred")
    func preferredOrder() {
        #expect(preferred(["fr", "de", "en"], ["en", "fr"]) == ["en", "fr"])
        #expect(preferred(["en", "en", "de"], ["de", "en"]) == ["de", "en", "en"])
    }

    @Test("within a language the best fit comes first")
    func bestFit() {
        #expect(preferred(["en-US", "en", "en-GB"], ["en-GB"]) == ["en-GB", "en", "en-US"])
        #expect(preferred(["en-GB", "en-US"], ["en"]) == ["en-GB", "en-US"])
        #expect(preferred(["eng"], ["en"]) == ["eng"])
    }

    @Test("another script is another language")
    func scripts() {
        #expect(preferred(["zh-Hans", "zh-Hant"], ["zh-TW"]) == ["zh-Hant"])
        #expect(preferred(["sr-Latn", "sr-Cyrl"], ["sr"]) == ["sr-Cyrl"])
    }

    @Test("items that name no language come last, those in other languages not at all")
    func withoutLanguage() {
        #expect(preferred([nil, "und", "de", "en"], ["en"]) == ["en", "none", "und"])
        #expect(preferred(["de"], []) == [])
        #expect(preferred([nil], []) == ["none"])
        #expect(preferred(["de"], ["", "!!", "xxx"]) == [])
    }

    @Test("the items in a locale are those of its language, and of its region where both have one")
    func withLocale() {
        let items = titles(["en", "en-US", "en-GB", "de", nil, "und"])
        let english = AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "en_US"))
        #expect(english.map(\.stringValue) == ["en", "en-US"])
        let all = AVMetadataItem.metadataItems(from: items, withLocale: Locale(identifier: "en"))
        #expect(all.map(\.stringValue) == ["en", "en-US", "en-GB"])
        let unknown = AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "und"))
        #expect(unknown.map(\.stringValue) == ["und"])
        #expect(AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "tlh")).isEmpty)
    }
}
