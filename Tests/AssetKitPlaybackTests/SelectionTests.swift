import AssetKit
import Testing

@testable import AssetKitPlayback

@Suite("What of an item plays")
struct SelectionTests {
    /// Its sound is English, which is its default, and German.
    private let film = "two-languages.mkv"

    @Test("of alternatives the file's default plays, unless the user prefers another one or somebody chooses")
    func choosing() async throws {
        let stage = Stage(film)
        let asset = stage.item.asset
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        stage.run(0)
        #expect(stage.item.selectedMediaOption(in: group) == group.defaultOption)
        let other = try #require(group.options.first { $0 != group.defaultOption })
        stage.item.select(other, in: group)
        stage.run(0)
        #expect(stage.item.selectedMediaOption(in: group) == other)
        #expect(stage.item.tracks.count == asset.tracks.count)
        stage.item.selectMediaOptionAutomatically(in: group)
        let tag = try #require(other.extendedLanguageTag)
        stage.player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: [tag], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible
        )
        stage.run(0)
        #expect(stage.item.selectedMediaOption(in: group) == other)
        stage.player.appliesMediaSelectionCriteriaAutomatically = false
        stage.run(0)
        #expect(stage.item.selectedMediaOption(in: group) == group.defaultOption)
    }

    @Test("a track that is switched off is not heard, and comes back where it would be by then")
    func switching() throws {
        let stage = Stage("h264-bframes.mp4")
        stage.player.play()
        stage.run(1)
        let sound = try #require(stage.item.tracks.first { $0.assetTrack?.mediaType == .audio })
        sound.isEnabled = false
        let count = stage.speaker.heard.count
        stage.run(0.5)
        #expect(stage.speaker.heard.count == count)
        #expect(stage.player.timeControlStatus == .playing)
        sound.isEnabled = true
        stage.run(0.5)
        #expect(stage.speaker.heard.count > count)
        #expect(abs(stage.player.currentTime().seconds - 1.9) < 0.15)
    }
}
