@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Groups of options")
struct MediaSelectionGroupTests {
    private func group(_ characteristic: AVMediaCharacteristic) throws -> AVMediaSelectionGroup {
        let asset = SelectionTracks.asset(SelectionTracks.film)
        return try #require(asset.mediaSelectionGroup(forMediaCharacteristic: characteristic))
    }

    private func options(_ languages: [String?]) -> [AVMediaSelectionOption] {
        SelectionTracks.group(languages.map { SelectionTracks.facts(.subtitle, language: $0) })?.options ?? []
    }

    @Test("forced subtitles are options too")
    func forced() throws {
        let legible = try group(.legible)
        #expect(legible.options.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [false, true])
        #expect(legible.defaultOption == nil && legible.allowsEmptySelection)
    }

    @Test("an option tells of its track")
    func option() throws {
        var facts = SelectionTracks.facts(.audio, 7, language: "fre")
        facts.codec = 0x6d70_3461  // mp4a
        let option = AVMediaSelectionOption(track: SelectionTracks.track(facts), place: 0, names: MediaOptionNames([]))
        #expect(option.mediaType == .audio && option.isPlayable)
        #expect(option.mediaSubTypes == [0x6d70_3461])
        #expect(option.extendedLanguageTag == "fr" && option.locale == Locale(identifier: "fr"))
        #expect(option.hasMediaCharacteristic(.audible) && !option.hasMediaCharacteristic(.legible))
    }

    @Test("every codec of a track is named once")
    func subtypes() {
        var facts = SelectionTracks.facts(.video)
        let codecs = [kCMVideoCodecType_H264, kCMVideoCodecType_H264, kCMVideoCodecType_HEVC]
        facts.descriptions = codecs.map { SampleDescriptionFacts(codec: $0) }
        let option = AVMediaSelectionOption(track: SelectionTracks.track(facts), place: 0, names: MediaOptionNames([]))
        #expect(option.mediaSubTypes.map(\.uint32Value) == [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC])
        facts.descriptions = []
        let unknown = AVMediaSelectionOption(track: SelectionTracks.track(facts), place: 0, names: MediaOptionNames([]))
        #expect(unknown.mediaSubTypes.isEmpty)
    }

    @Test("a track without a known language has neither tag nor locale", arguments: [nil, "und", "", "\u{0}\u{1}"])
    func withoutLanguage(code: String?) {
        let option = options([code]).first
        #expect(option != nil && option?.extendedLanguageTag == nil && option?.locale == nil)
    }

    @Test("items are reached by the raw value of their format")
    func metadata() {
        let item = MetadataItems.native(.iTunes, "©nam", .text("Main sound"), commonKey: "title")
        let track = AVAssetTrack(facts: SelectionTracks.facts(.audio), metadata: [item])
        let option = AVMediaSelectionOption(track: track, place: 0, names: MediaOptionNames([.init(track)]))
        #expect(option.availableMetadataFormats == [AVMetadataFormat.iTunesMetadata.rawValue])
        #expect(option.metadata(forFormat: AVMetadataFormat.iTunesMetadata.rawValue).count == 1)
        #expect(option.metadata(forFormat: "nothing").isEmpty)
        #expect(option.commonMetadata.map(\.stringValue) == ["Main sound"])
        #expect(option.displayName == "Main sound")
    }

    // MARK: Filters

    @Test("options are sorted by preference, then by how well they fit; others are left out")
    func preferredLanguages() {
        let all = options(["eng", "pt-BR", "zh-Hans", nil, "pt", "fra", "zh-Hant"])
        func tags(_ languages: [String]) -> [String?] {
            AVMediaSelectionGroup.mediaSelectionOptions(
                from: all,
                filteredAndSortedAccordingToPreferredLanguages: languages
            ).map(\.extendedLanguageTag)
        }
        #expect(tags(["fr", "en-GB"]) == ["fr", "en"])
        #expect(tags(["pt-PT", "en"]) == ["pt", "pt-BR", "en"])
        #expect(tags(["zh-TW"]) == ["zh-Hant"])
        #expect(tags(["not a tag", "ja"]).isEmpty)
        #expect(tags([]).isEmpty)
    }

    @Test("a locale finds its language, and its region where the option has one")
    func locales() {
        let all = options(["en", "en-US", "en-GB", "fra", nil])
        func tags(_ locale: String) -> [String?] {
            AVMediaSelectionGroup.mediaSelectionOptions(from: all, with: Locale(identifier: locale))
                .map(\.extendedLanguageTag)
        }
        #expect(tags("en") == ["en", "en-US", "en-GB"])
        #expect(tags("en_US") == ["en", "en-US"])
        #expect(tags("ja").isEmpty)
    }

    @Test("characteristics keep or drop options, none of them keeps all")
    func characteristics() throws {
        let all = try group(.legible).options
        func with(_ wanted: [AVMediaCharacteristic]) -> [AVMediaSelectionOption] {
            AVMediaSelectionGroup.mediaSelectionOptions(from: all, withMediaCharacteristics: wanted)
        }
        func without(_ unwanted: [AVMediaCharacteristic]) -> [AVMediaSelectionOption] {
            AVMediaSelectionGroup.mediaSelectionOptions(from: all, withoutMediaCharacteristics: unwanted)
        }
        #expect(with([.legible, .containsOnlyForcedSubtitles]) == [all[1]])
        #expect(without([.audible, .containsOnlyForcedSubtitles]) == [all[0]])
        #expect(with([]) == all && without([]) == all)
        #expect(with([.audible]).isEmpty && without([.legible]).isEmpty)
    }

    @Test("options that cannot be decoded, or are encrypted, are not playable")
    func playable() throws {
        var tracks = (1...3).map { SelectionTracks.facts(.audio, $0) }
        tracks[0].isDecodable = false
        tracks[1].isProtected = true
        let group = try #require(SelectionTracks.group(tracks))
        #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options) == [group.options[2]])
        #expect(group.options.count == 3)
    }

    // MARK: Property lists and links

    @Test(
        "a property list finds its option in another loading of the asset",
        arguments: [AVMediaCharacteristic.audible, .legible]
    )
    func propertyLists(characteristic: AVMediaCharacteristic) throws {
        let (group, again) = (try group(characteristic), try group(characteristic))
        for (option, same) in zip(group.options, again.options) {
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let list = option.propertyList()
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
                let stored = try PropertyListSerialization.propertyList(from: data, format: nil)
                #expect(again.mediaSelectionOption(withPropertyList: stored) == same)
            }
            let json = try JSONSerialization.data(withJSONObject: option.propertyList())
            #expect(again.mediaSelectionOption(withPropertyList: try JSONSerialization.jsonObject(with: json)) == same)
        }
    }

    @Test("a property list of another group, and nonsense, find nothing")
    func foreignPropertyLists() throws {
        let (audible, legible) = (try group(.audible), try group(.legible))
        #expect(legible.mediaSelectionOption(withPropertyList: audible.options[0].propertyList()) == nil)
        let nonsense: [Any] = [
            "text", 4, [4], [:], ["trackID": "2", "mediaType": "soun"], ["trackID": 1e300, "mediaType": "soun"],
            ["trackID": 2, "mediaType": "soun"], ["trackID": 2, "mediaType": "soun", "extendedLanguageTag": "fr"],
        ]
        for list in nonsense { #expect(audible.mediaSelectionOption(withPropertyList: list) == nil) }
    }

    @Test("sound goes with the forced subtitles in its language")
    func associatedByLanguage() throws {
        let (audible, legible) = (try group(.audible), try group(.legible))
        #expect(audible.options[0].associatedMediaSelectionOption(in: legible) == nil)
        #expect(audible.options[1].associatedMediaSelectionOption(in: legible) == legible.options[1])
        #expect(legible.options[1].associatedMediaSelectionOption(in: audible) == nil)
    }

    @Test("what the file links goes together before all else")
    func associatedByLink() throws {
        var tracks = SelectionTracks.film
        tracks[2].references = ["folw": [99, 4]]
        tracks[3].references = ["forc": [5]]
        let groups = AVMediaSelectionGroup.groups(of: tracks.map(SelectionTracks.track))
        let (audible, legible) = (try #require(groups.first), try #require(groups.last))
        #expect(audible.options[1].associatedMediaSelectionOption(in: legible) == legible.options[0])
        #expect(legible.options[0].associatedMediaSelectionOption(in: legible) == legible.options[1])
    }

    // MARK: Identity

    @Test("groups and options are equal within an asset, and not across assets")
    func equality() throws {
        let asset = SelectionTracks.asset(SelectionTracks.film)
        let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
        let again = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
        #expect(group == again && group.hash == again.hash && group.options == again.options)
        #expect(Set(group.options).union(again.options).count == 2)
        let other = try self.group(.audible)
        #expect(group != other && group.options[0] != other.options[0])
        #expect(group != asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
        #expect(group.copy() as? AVMediaSelectionGroup === group)
        #expect(group.options[0].copy() as? AVMediaSelectionOption === group.options[0])
    }
}
