@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitMedia
import Foundation
import Synchronization
import Testing

@Suite("Options of the samples")
struct MediaSelectionLoadingTests {
    private func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: SampleMedia.url(name)) }

    private let english = Locale(identifier: "en")

    @Test("sound in two languages makes a group", arguments: ["two-languages.mkv", "two-languages.mp4"])
    func twoLanguages(name: String) async throws {
        let asset = asset(name)
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        #expect(group.options.map(\.extendedLanguageTag) == ["en", "fr"])
        #expect(group.options.map { $0.displayName(with: english) } == ["English", "French"])
        #expect(group.options.map { $0.mediaType } == [.audio, .audio])
        #expect(group.defaultOption == group.options[0])
        #expect(!group.allowsEmptySelection)
        #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options) == group.options)
        #expect(try await asset.loadMediaSelectionGroup(for: .legible) == nil)
        #expect(try await asset.loadMediaSelectionGroup(for: .visual) == nil)
    }

    @Test("one track of subtitles makes a group", arguments: ["subtitles.mkv", "subtitles.mp4", "subtitles.webm"])
    func subtitles(name: String) async throws {
        let asset = asset(name)
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let language = name == "subtitles.mkv" ? "de" : "en"
        #expect(group.options.map(\.extendedLanguageTag) == [language])
        #expect(group.options.map { $0.displayName(with: english) } == [language == "de" ? "German" : "English"])
        #expect(group.allowsEmptySelection)
        #expect(try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == [.legible])
        let selections = try await asset.load(.allMediaSelections)
        #expect(selections.map { $0.selectedMediaOption(in: group) } == [group.options[0], nil])
    }

    @Test(
        "files with one of each have nothing to choose",
        arguments: ["chapters.mp4", "cover.m4a", "cover.flac", "h264.ts", "timecode.mov"]
    )
    func nothingToChoose(name: String) async throws {
        let asset = asset(name)
        let (characteristics, preferred, all) = try await asset.load(
            .availableMediaCharacteristicsWithMediaSelectionOptions,
            .preferredMediaSelection,
            .allMediaSelections
        )
        #expect(characteristics.isEmpty)
        #expect(all == [preferred])
    }

    @Test(
        "a stored choice is found when the file is opened again",
        arguments: ["two-languages.mkv", "two-languages.mp4"]
    )
    func storedChoice(name: String) async throws {
        let option = try #require(try await asset(name).loadMediaSelectionGroup(for: .audible)?.options.last)
        let list = option.propertyList()
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let stored = try PropertyListSerialization.propertyList(from: data, format: nil)
        let again = try #require(try await asset(name).loadMediaSelectionGroup(for: .audible))
        #expect(again.mediaSelectionOption(withPropertyList: stored) == again.options.last)
    }

    @Test("the completion handler hears of the group, once and without an error")
    func completionHandler() async throws {
        let asset = asset("two-languages.mkv")
        let (group, error): (AVMediaSelectionGroup?, (any Error)?) = await withCheckedContinuation { continuation in
            asset.loadMediaSelectionGroup(for: .audible) { continuation.resume(returning: ($0, $1)) }
        }
        #expect(group == asset.mediaSelectionGroup(forMediaCharacteristic: .audible) && error == nil)
        let (none, noError): (AVMediaSelectionGroup?, (any Error)?) = await withCheckedContinuation { continuation in
            asset.loadMediaSelectionGroup(for: .visual) { continuation.resume(returning: ($0, $1)) }
        }
        #expect(none == nil && noError == nil)
    }

    @Test("an asset that cannot be loaded says why, and has nothing to choose")
    func failure() async {
        let asset = asset("nowhere.mp4")
        await #expect(throws: AVError.self) { try await asset.loadMediaSelectionGroup(for: .audible) }
        await #expect(throws: AVError.self) { try await asset.load(.preferredMediaSelection) }
        let (group, error): (AVMediaSelectionGroup?, (any Error)?) = await withCheckedContinuation { continuation in
            asset.loadMediaSelectionGroup(for: .audible) { continuation.resume(returning: ($0, $1)) }
        }
        #expect(group == nil && error is AVError)
        #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
        #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
        #expect(asset.preferredMediaSelection.groups.isEmpty)
    }
}
