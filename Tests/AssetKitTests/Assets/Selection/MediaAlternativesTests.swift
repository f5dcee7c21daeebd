@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitMedia
import Testing

@Suite("Tracks that are alternatives")
struct MediaAlternativesTests {
    private func facts(
        _ mediaType: AVMediaType,
        group: Int = 0,
        isDefault: Bool? = nil,
        isEnabled: Bool = true
    ) -> TrackFacts {
        SelectionTracks.facts(mediaType, group: group, isDefault: isDefault, isEnabled: isEnabled)
    }

    @Test("one track of sound and one of pictures leave nothing to choose")
    func nothingToChoose() {
        #expect(MediaAlternatives.all(among: []).isEmpty)
        #expect(MediaAlternatives.all(among: [facts(.video), facts(.audio), facts(.metadata)]).isEmpty)
    }

    @Test("without numbers all tracks of a kind are alternatives")
    func withoutNumbers() {
        let tracks = [facts(.video), facts(.audio), facts(.audio), facts(.subtitle), facts(.video)]
        let all = MediaAlternatives.all(among: tracks)
        #expect(all.map(\.characteristic) == [.audible, .legible, .visual])
        #expect(all.map(\.trackIndices) == [[1, 2], [3], [0, 4]])
        #expect(all.map(\.allowsEmptySelection) == [false, true, false])
    }

    @Test("the largest numbered group holds the alternatives, the first of two that are as large")
    func largestGroup() {
        let sound = [1, 1, 2, 2, 2, 3, 3, 3, 0].map { facts(.audio, group: $0) }
        #expect(MediaAlternatives.all(among: sound).map(\.trackIndices) == [[2, 3, 4]])
    }

    @Test("a number counts within one kind of media only")
    func sameNumberOfAnotherKind() {
        let tracks = [facts(.audio, group: 1), facts(.video, group: 1), facts(.audio, group: 1)]
        #expect(MediaAlternatives.all(among: tracks).map(\.trackIndices) == [[0, 2]])
    }

    @Test("sound with different numbers is meant to be heard together, texts never are")
    func differentNumbers() {
        let sound = [facts(.audio, group: 1), facts(.audio, group: 2)]
        #expect(MediaAlternatives.all(among: sound).isEmpty)
        let texts = [facts(.subtitle, group: 1), facts(.subtitle, group: 2), facts(.closedCaption)]
        #expect(MediaAlternatives.all(among: texts).map(\.trackIndices) == [[0, 1, 2]])
    }

    @Test("a text track that only names chapters is no option")
    func chapterNames() {
        let chapters = SelectionTracks.facts(.text, characteristics: [.isAuxiliaryContent])
        #expect(MediaAlternatives.all(among: [chapters]).isEmpty)
        #expect(MediaAlternatives.all(among: [chapters, facts(.text)]).map(\.trackIndices) == [[1]])
    }

    @Test("subtitles to a commentary are options")
    func commentary() {
        let commentary = SelectionTracks.facts(.subtitle, characteristics: [.isAuxiliaryContent])
        #expect(MediaAlternatives.all(among: [commentary]).map(\.trackIndices) == [[0]])
    }

    @Test("the default is what the file marks, else the first that is enabled")
    func defaults() {
        func place(_ tracks: [TrackFacts]) -> Int? { MediaAlternatives.all(among: tracks).first?.defaultIndex }
        #expect(place([facts(.audio, isDefault: false), facts(.audio, isDefault: true)]) == 1)
        #expect(place([facts(.audio, isEnabled: false), facts(.audio)]) == 1)
        #expect(place([facts(.audio, isEnabled: false), facts(.audio, isEnabled: false)]) == 0)
        #expect(place([facts(.audio, isDefault: false), facts(.audio, isDefault: false)]) == 0)
        #expect(place([facts(.subtitle, isEnabled: false), facts(.subtitle)]) == 1)
    }

    @Test("subtitles that nothing marks are not shown by themselves")
    func noDefault() {
        let texts = [facts(.subtitle, isDefault: false), facts(.subtitle, isEnabled: false)]
        #expect(MediaAlternatives.all(among: texts).map(\.defaultIndex) == [nil])
    }
}
